"""Other processes than the server's own: those in which bots and solvers think, and games are compiled.

``requests`` is what is asked of them, ``worker`` runs in them, ``workers`` keeps them, ``queueing`` says who is served
next; ``compiling`` has games compiled. Imports nothing of the other floors.
"""
