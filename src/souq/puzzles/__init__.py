"""Puzzles for practice: positions from games between bots in which one choice is clearly best, with explanations."""
