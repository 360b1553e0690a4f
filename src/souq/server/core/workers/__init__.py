"""Worker processes, which run bots and solvers and compile the rules of games.

``requests`` are the messages sent to them, ``worker`` runs in them, ``workers`` starts and restarts them, ``queueing``
decides which request is served next, and ``compiling`` compiles games in the background. The package imports no other
part of the core.
"""
