"""News of disputes, over a socket."""
