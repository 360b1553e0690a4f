"""Texts of the Grand Bazaar: what happened, what is asked, and why a choice is illegal in a position.

>>> from souq.games.grand_bazaar.state import Event
>>> events = [(Event.PROPOSES, -1, 1, 0, 3, 0), (Event.GIVES, -1, 1, 10, 0, 0), (Event.GIVES, -1, 1, 21, 1, 0)]
>>> narrate(events, lambda seat: ("Amina", "Omar")[seat])[0].text
'Omar offers Amina Salt and 3 Talents for Rugs.'
"""

from souq.games.grand_bazaar.story.narration import narrate
from souq.games.grand_bazaar.story.prompts import prompt
from souq.games.grand_bazaar.story.refusals import why

__all__ = ["narrate", "prompt", "why"]
