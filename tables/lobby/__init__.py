"""Gatherings: tables that wait for players. A match is opened when every chair is taken."""
