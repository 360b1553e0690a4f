"""Game results, ratings, public profiles and leaderboards.

The start of a game, with its players, and its end are each stored in the same transaction as the table's change. A
finished game waits in a queue until its results are stored, so none is lost or counted twice, even if the server
crashes.
"""
