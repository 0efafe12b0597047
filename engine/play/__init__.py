"""The decider: commands in, events out, and the state that events build."""
