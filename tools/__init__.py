"""Tools for those who work on souq itself."""
