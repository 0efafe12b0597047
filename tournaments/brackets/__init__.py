"""Knock-out 淘汰赛 of four-player tables: a plan of tables, filled by results, drawn as data."""
