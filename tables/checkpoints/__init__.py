"""Checkpoints: the heads of all logs, signed together, so that nobody can rewrite them unseen."""
