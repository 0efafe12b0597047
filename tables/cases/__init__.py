"""Disputes at a table: calls, statements, interests, rulings and appeals.

Everything of it is an event on the match's own stream; this package says who may send which
command, keeps the texts and the rows that lists need, and shows it all. What a ruling may say
and what follows from it is the engine's (`engine.rulings`).
"""
