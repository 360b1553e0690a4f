"""Puzzles: positions from games between bots with one choice that is clearly best, found, proved and explained."""
