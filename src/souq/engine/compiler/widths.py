"""Sizes that rules and the instructions to which they are compiled have in common."""

WIDTH = 63
"""Number of bits in a word of a set."""

WORD = (1 << WIDTH) - 1
"""A word with every bit set."""

LOW = 0xFFFFFFFF
"""The low 32 bits of a number."""

LANES = 32
"""Number of neighbouring columns whose sums are computed at the same time."""
