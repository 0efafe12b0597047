"""Seating 排座: who sits with whom, at which wind, at which table; docs/seating.md tells how.

`rotation` makes or remakes a whole schedule, `swiss` pairs one round, `swaps`
tells what a change by hand breaks, `reasons` explains a table. Nothing here
knows a database, a clock or chance of its own.
"""
