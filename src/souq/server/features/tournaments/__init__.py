"""Tournaments: rounds of several tables; all random choices follow from a seed that is public in advance.

``draw``, ``rounds``, ``seating``, ``pairing`` and ``standings`` contain pure functions, which refer to entrants by
number.
"""
