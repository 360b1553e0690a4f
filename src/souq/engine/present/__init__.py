"""Presentation of games: scenes, stories, cards and pictures."""
