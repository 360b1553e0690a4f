"""Records and ratings: how every game ended for everybody, how well people play, and who shows that to others.

Who began a game, and that it is over, are stored in the same transaction as the table itself; a game that is over
waits in a queue until it stands in the records. So none is lost or counted twice, whenever the house is cut off.
"""
