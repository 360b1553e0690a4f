"""The client's own tests: what needs no browser, and the types it shares with the server."""
