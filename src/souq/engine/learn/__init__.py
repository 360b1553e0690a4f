"""Games for learners and bots: observations, many games at once, and what a position promises."""
