"""Guests, entered by name only, make their results their own with a code."""
