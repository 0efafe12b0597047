"""Registers: who holds which office and what a table was opened with, as logs of their own."""
