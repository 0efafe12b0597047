"""Calls, rulings and appeals about a match: events beside the original ones."""
