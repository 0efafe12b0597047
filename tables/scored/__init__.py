"""Tables with real tiles: their score sheets on the same log as every other table."""
