"""How strong players are, as far as their finishing places tell: per club and overall."""
