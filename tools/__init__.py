"""Tools for developing souq."""
