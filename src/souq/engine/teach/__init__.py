"""Teaching: lessons, primers, figures and glossaries, and the moments of a game at which they start."""
