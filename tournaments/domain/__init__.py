"""A tournament as a log: commands, events, and the state that the events add up to. Pure."""
