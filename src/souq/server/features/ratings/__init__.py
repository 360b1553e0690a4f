"""Game results, ratings, public profiles and leaderboards.

Who started a game, and later that it has ended, is stored in the same transaction as the table's change. A finished
game waits in a queue until its results are stored, so none is lost or counted twice, even if the server crashes.
"""
