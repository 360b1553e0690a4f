"""The arithmetic of clocks: a table's time control, a player's nights and holidays, and the time left on a clock.

The modules here don't use tables. ``live.player_clocks`` says which clocks run at a table, and stores them with every
command. ``live.absence`` says who has been away for long. ``live.world_time`` tracks how far wall-clock time is ahead
of server time. ``jobs.timers`` handles clocks that have run out.

A game may give a phase a clock of its own (Grand Bazaar's trading), or let all players choose at once, first come,
first served (a race). Meanwhile, players' clocks are paused and keep their time. They run again when the table next
asks one player after another (:func:`souq.server.core.live.player_clocks.runs`).
"""
