"""The table: a server where people and bots play in the browser, and over HTTP. It names no game.

Its folders are floors: each imports only from those below it. ``tests/table/test_floors.py`` lists them in that order
and holds the server to it. The package docstring of each folder says what it is for.
"""
