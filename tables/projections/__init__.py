"""What is derived from the log in the transaction that appends to it."""
