"""Tournaments: several tables a round, paired by a draw that is fixed in advance by a public seed.

``draw``, ``rounds``, ``seating``, ``pairing`` and ``standings`` are pure: they take and return the numbers of entrants.
"""
