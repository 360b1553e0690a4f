"""The client's own tests, without a browser, and the types it shares with the server."""
