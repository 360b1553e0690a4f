"""Worker processes: bots and solvers run in them, and games are compiled in them.

``requests`` are the messages sent to them, ``worker`` runs in them, ``workers`` starts and restarts them, ``queueing``
decides which request is served next, ``compiling`` compiles games in the background. Imports no other part of core.
"""
