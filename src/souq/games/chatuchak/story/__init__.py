"""Chatuchak's texts: the story, prompts and refusals.

>>> from souq.games.chatuchak.state import MIX, Event
>>> events = [(Event.MOVE, -1, 1, 9, 8, 3), (Event.MIX, -1, 2, 0, 2, 3), (Event.WON, -1, 1, MIX + 2, 0, 27)]
>>> narrate(events, lambda seat: ("Amina", "Yusuf")[seat])[0].text
'Yusuf puts lamps next to plants, 3·3, and takes their marker from Amina: [[+2]].'
"""

from souq.games.chatuchak.story.narration import narrate
from souq.games.chatuchak.story.prompts import prompt
from souq.games.chatuchak.story.refusals import why

__all__ = ["narrate", "prompt", "why"]
