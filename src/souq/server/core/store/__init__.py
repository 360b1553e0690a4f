"""The storage that the core needs: its interfaces, the rows, and a storage in memory for places without a database."""
