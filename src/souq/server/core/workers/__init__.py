"""Worker processes, in which bots and solvers run and games are compiled.

``requests`` are the messages sent to them, ``worker`` runs in them, ``workers`` starts and restarts them, ``queueing``
decides which request is served next, and ``compiling`` compiles games in the background. It imports no other part of
the core.
"""
