"""Running every draw of an event again from its opened seed and what was published. Pure."""
