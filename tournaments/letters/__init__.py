"""E-mails to players about their events: each once, in their language, unless they want none."""
