"""Tournaments: rounds of several tables; all random choices follow from a seed that is public in advance.

``draw``, ``rounds``, ``seating``, ``pairing`` and ``standings`` are pure: they take and return the numbers of entrants.
"""
