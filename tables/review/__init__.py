"""Review of one hand: everything that happened, why it was scored so, and who looked at it."""
