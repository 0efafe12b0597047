"""Between a tournament and the tables it is played at: each is a log of its own."""
