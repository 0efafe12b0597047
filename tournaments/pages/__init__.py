"""The pages of events: for everybody, for players, for the organiser's desk, for the big screen."""
