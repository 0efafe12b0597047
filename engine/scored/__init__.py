"""Matches with real tiles: the score is entered hand by hand, settled and confirmed."""
