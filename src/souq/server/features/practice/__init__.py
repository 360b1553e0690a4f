"""Lessons, puzzles, the puzzle of the day, and the rules of every game."""
