"""Notifications that tell players who are not looking at the table that it is their turn.

What to send is derived from the tables' rows: whose turn it is, and since when. Once a quiet period has passed since a
turn began, its player is notified on every channel that they have enabled, unless they have seen the table meanwhile.
Notifications that cannot be sent are stored and retried. A notification says whose turn it is at which table, which
everyone at the table knows, and nothing about the game.
"""
