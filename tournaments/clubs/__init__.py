"""Clubs: who belongs to one, in which role, and how people come in."""
