"""The commands of `python -m engine`, one module each."""
