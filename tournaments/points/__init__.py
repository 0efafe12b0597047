"""What one match is worth: table points, place bonuses, byes and penalties."""
