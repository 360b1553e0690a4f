"""MarraCash's texts: the log, the prompts, and why a choice is refused.

>>> from souq.games.marracash.state import SHOP_NAMES, Event
>>> b3 = SHOP_NAMES.index("B3")
>>> events = [(Event.ENTER, -1, b3, 1, 0, 100), (Event.INCOME, -1, 2, 100, b3, 1), (Event.CUT, -1, 2, 1, 50, b3)]
>>> narrate(events, lambda seat: ("Amina", "Omar", "Leila")[seat])[0].text
'A blue customer enters Leila’s **B3**: [[+100]], 50 of it to Omar.'
"""

from souq.games.marracash.story.narration import narrate
from souq.games.marracash.story.prompts import prompt
from souq.games.marracash.story.refusals import why

__all__ = ["narrate", "prompt", "why"]
