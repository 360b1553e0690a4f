"""Copies of a database, and putting them back."""
