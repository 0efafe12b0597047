"""The live socket of an event: tells its pages what has changed, not what it is."""
