"""Bots: who decides when no person does. They see what a person in their seat would see, and nothing else."""
