"""Keeping the house: what its people report, whom it suspends, what it announces, and who may do so.

Everything stands in the database: ``records`` writes and reads it, for the command line as for the pages, and writes
down who did what (``audit``). ``watch`` knows what counts at this moment, read anew every few seconds, so that what is
done on the command line counts in a server that runs. ``reports`` keeps what somebody at a table reports, ``tables``
tells how tables stand without what they hide, ``retention`` clears away what is old, and ``forgetting`` what is kept
here of somebody who leaves.
"""
