"""Support for learners and bots: observations, batches of games, and evaluation of positions."""
