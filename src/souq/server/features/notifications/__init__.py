"""Notifications that tell players who are not looking at the table that it is their turn.

What to send is derived from the tables' rows: whose turn it is, and since when. A turn is notified once a quiet period
has passed since it began, on every channel that the player has enabled, unless they have seen the table meanwhile.
Notifications that cannot be sent are stored and retried. A notification says whose turn it is at which table, which
everyone at the table knows, and nothing about the game.
"""
