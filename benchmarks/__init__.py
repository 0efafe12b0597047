"""Measurements against peers: `python -m benchmarks` prints one table of ratios."""
