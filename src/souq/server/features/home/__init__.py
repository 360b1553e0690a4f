"""The pages round a table: home, a new table, the table itself, its analysis."""
