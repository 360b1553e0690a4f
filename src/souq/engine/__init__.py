"""The engine: everything that games are built on, independent of any game."""
