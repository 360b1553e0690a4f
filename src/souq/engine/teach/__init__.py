"""What teaches a game: moments that data name, lessons played on the table, and where they are found."""
