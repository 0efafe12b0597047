"""Accounts: who somebody is, how they are called, and in which language they read."""
