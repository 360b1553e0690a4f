"""Finished games that anybody may look at."""
