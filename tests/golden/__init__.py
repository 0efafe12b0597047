"""Records and events as they were written once: kept for ever, never regenerated."""
