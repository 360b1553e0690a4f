"""Game results, ratings, public profiles and leaderboards.

Who starts a game, and that it has ended, is stored in the same transaction as the table. A finished game waits in a
queue until its results are stored, so none is lost or counted twice, even if the server crashes.
"""
