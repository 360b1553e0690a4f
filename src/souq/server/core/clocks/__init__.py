"""Clocks, as arithmetic: what a table agrees on, a person's nights and holidays, and what is left of a bank.

No module here knows a table. Of tables, ``playing.banks`` says whose clock runs, and stores it with every command;
``playing.absence`` says who has been away for long, ``playing.wall`` how far the house's time is behind;
``background.timers`` settles the clocks that have run out.

How they go with the games' own clocks: a game may give a stretch of play a clock of its own (Grand Bazaar's trading),
or let everybody choose at once, whoever comes first (a race). Both keep what they have: nobody's bank runs meanwhile,
and it goes on when the table next asks one player after another (:func:`souq.server.core.live.banks.runs`).
"""
