"""The table: a server where people and bots play in the browser, and over HTTP. It names no game."""
