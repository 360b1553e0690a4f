"""What the rules of a game are written with."""
