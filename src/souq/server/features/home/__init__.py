"""The main pages: home, a new table, the table itself, and its analysis."""
