"""What every table needs, and no feature: the database, tables in play, and how they are reached."""
