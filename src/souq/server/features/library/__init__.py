"""The library of finished games that everyone may view."""
