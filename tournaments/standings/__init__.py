"""Standings 名次: made from matches, seats, byes and penalties, the same whenever they are made."""
