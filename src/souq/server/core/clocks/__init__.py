"""The arithmetic of clocks: a table's time control, a player's nights and holidays, and the time left on a clock.

No module here knows tables. ``live.player_clocks`` says whose clock runs at a table and stores the clocks with every
command; ``live.absence`` says who has been away for long; ``live.world_time`` tracks the offset between server time and
wall-clock time; ``jobs.timers`` handles the clocks that have run out.

A game may give a phase a clock of its own (Grand Bazaar's trading), or let all players choose at once, first come,
first served (a race). Players' clocks are paused meanwhile and keep their time. They run again when the table next asks
one player after another (:func:`souq.server.core.live.player_clocks.runs`).
"""
