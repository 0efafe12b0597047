"""Replay of finished matches: the page, its data, the record, and the check."""
