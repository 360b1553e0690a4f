"""Desert Bazaar's texts: the log, the prompts, and why a choice is refused.

>>> from souq.games.desert_bazaar.state import Event
>>> events = [(Event.FREE, -1, 1, 2, 0, 0), (Event.THROW, -1, 1, 2, 4, 0)]
>>> narrate(events, lambda seat: ("Amina", "Omar", "Leila")[seat])[0].text
'Omar takes a Silk and rolls Silk, Wild, Water.'
"""

from souq.games.desert_bazaar.story.narration import narrate
from souq.games.desert_bazaar.story.prompts import prompt
from souq.games.desert_bazaar.story.refusals import why

__all__ = ["narrate", "prompt", "why"]
