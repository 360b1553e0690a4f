"""The engine: everything a game is built on, and nothing about any game."""
