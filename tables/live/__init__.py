"""Live tables: the socket, the hub that feeds it, and the clocks."""
