"""Notifications that tell players who are not looking that it is their turn.

What to send is derived from the tables' rows: whose turn it is, and since when. A turn that began is notified after a
quiet period, on every channel that the player has switched on, unless they have seen it meanwhile. What cannot be sent
is stored and retried. A notification says whose turn it is at which table, which everyone there knows, and nothing
about the game.
"""
