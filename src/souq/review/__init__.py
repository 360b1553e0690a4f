"""Reviews of finished games: what a player could have done better, given what they could know, and why.

``grades`` classifies mistakes, ``weighing`` compares one turn with the best alternative, and ``course`` decides which
turns of a game to examine. Nothing here is compiled: the bots' search does all the thinking.
"""
