"""Looking back at a finished game: what somebody could have done better, as far as they could know, and why.

``grades`` names mistakes, ``weighing`` weighs one turn against the best that was there, ``course`` says which turns of
a game to look at. Nothing here is compiled: all thinking is done by the bots' search.
"""
