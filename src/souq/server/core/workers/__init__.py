"""Worker processes: bots and solvers think in them, and games are compiled in them.

``requests`` are the questions sent to them, ``worker`` runs in them, ``workers`` starts and restarts them, ``queueing``
decides who is served next, ``compiling`` compiles games in the background. Imports no other part of core.
"""
