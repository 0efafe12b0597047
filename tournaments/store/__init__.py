"""The streams of tournaments in the event log: one write path, one fold."""
