"""Bots: computer players. They see exactly what a person in the same seat would see."""
