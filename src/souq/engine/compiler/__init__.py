"""Compiling rules with Numba, and running them without."""
