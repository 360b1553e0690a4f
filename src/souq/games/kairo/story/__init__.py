"""Kairo's texts: the log, the prompts, and why a choice is refused.

>>> from souq.games.kairo.state import Event
>>> events = [(Event.LURED, -1, 0, 3, 0, 41), (Event.EARNED, -1, 0, 3, 1, 0), (Event.EARNED, -1, 1, 3, 3, 1)]
>>> narrate(events, lambda seat: ("Amina", "Omar", "Leila")[seat])[0].text
'Amina lures the green customer to Omar’s stall at **F4**: Omar earns 3, Amina 1.'
"""

from souq.games.kairo.story.narration import narrate
from souq.games.kairo.story.prompts import prompt
from souq.games.kairo.story.refusals import why

__all__ = ["narrate", "prompt", "why"]
