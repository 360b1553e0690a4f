"""Compilation of rules with Numba."""
