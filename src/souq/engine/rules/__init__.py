"""Building blocks for the rules of a game: positions, choices, events, chance, sets and data files."""
