"""Practice: positions out of games between bots in which one choice is clearly best, found, proved and explained."""
