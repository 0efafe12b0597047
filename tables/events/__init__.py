"""The event log: storage, rights, and the one statement that appends to it."""
