"""Teaching: lessons, primers, figures and glossaries, and the settings they start from."""
