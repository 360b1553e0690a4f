"""Bots: players without a person. They see exactly what a person in the same seat would see."""
