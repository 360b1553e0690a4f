"""The storage that the core needs, for any kind of storage: its interfaces, and the rows."""
