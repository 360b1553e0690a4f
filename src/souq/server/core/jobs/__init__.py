"""Background work of the server, which isn't part of answering a request.

``turns`` plays the decisions for which no person is needed: ``due`` finds the next one, and ``decisions`` makes it.
``solving``, ``hinting`` and ``analysing`` run searches; ``timekeeping`` and ``timers`` run the clocks. ``startup``,
``leading``, ``chores``, ``backoff`` and ``debounce`` start and supervise tasks. Decisions are committed like any other
command, so this package depends on ``core.commands``.
"""
