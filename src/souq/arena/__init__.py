"""The arena: bots against bots, and what can be concluded from it."""
