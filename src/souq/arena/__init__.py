"""Matches between bots, and the statistics drawn from them."""
