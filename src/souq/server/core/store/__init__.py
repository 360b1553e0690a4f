"""The rows that the core stores, for any kind of storage. Nothing here needs a database."""
