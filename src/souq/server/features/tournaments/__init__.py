"""Tournaments: several tables a round, paired by a draw that is known in advance.

``draw``, ``rounds``, ``seating``, ``pairing`` and ``standings`` are pure: they take and return numbers of entrants.
"""
