"""Replacements of Numba and numpy in a browser: records over bytes, and games as WebAssembly modules."""
