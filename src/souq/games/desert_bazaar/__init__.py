"""Desert Bazaar, by Brian Yu (Mattel, 2006): tents in the sand, and neighbours who pay."""
