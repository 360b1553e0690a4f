"""Who is spoken of, and to whom: a story calls the seat that reads it "you".

>>> def tell(names):
...     who = person(names, 1)
...     return spoken(f"{who:takes} a Silk and {who.does('has')} three in {who:'s} hand.")
>>> names = ("Amina", "Omar").__getitem__
>>> tell(names), tell(addressed(names, 1))
('Omar takes a Silk and has three in Omar’s hand.', 'You take a Silk and have three in your hand.')
"""

from __future__ import annotations

import re

from souq.engine.present.scene import Names

_OPENING = re.compile(r"(^|[.!?] )((?:\*\*)?)(you)(?=r?\b)")


class Person(str):
    """A name as a sentence uses it, which knows whether it is that of the reader: then it is "you"."""

    you = False

    def __format__(self, verb: str) -> str:
        """The name with what this person does (``{who:takes}``), with what is theirs (``{who:'s}``), or alone."""
        if verb in ("'s", "’s"):
            return self.whose
        return f"{self!s} {self.does(verb)}" if verb else str(self)

    def does(self, verb: str) -> str:
        """What this person does, given as others do it: ``takes`` is ``take`` of "you"."""
        return _PLAIN.get(verb) or _plain(verb) if self.you else verb

    @property
    def whose(self) -> str:
        """``Omar’s``, or ``your``."""
        return "your" if self.you else f"{self}’s"


class _You(Person):
    you = True


YOU = _You("you")
"""The reader."""


def person(names: Names, seat: int) -> Person:
    """Whom a sentence speaks of."""
    name = names(seat)
    return name if isinstance(name, Person) else Person(name)


def addressed(names: Names, seat: int) -> Names:
    """The same names as one seat reads them; -1, a spectator, is nobody's."""
    return lambda each: YOU if each == seat else names(each)


def spoken(text: str) -> str:
    """A text whose sentences begin with a capital where they begin with "you" or "your"; names stay as they are."""
    return _OPENING.sub(lambda found: f"{found[1]}{found[2]}{found[3].capitalize()}", text)


def _plain(verb: str) -> str:
    """The form after "you" of a verb in the third person.

    >>> [_plain(verb) for verb in ("takes", "passes", "pushes", "carries", "buys", "loses")]
    ['take', 'pass', 'push', 'carry', 'buy', 'lose']
    """
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if verb.endswith(("sses", "shes", "ches", "xes", "zzes")) else verb[:-1]


_PLAIN = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go", "isn’t": "aren’t", "hasn’t": "haven’t"}
_PLAIN |= {"doesn’t": "don’t", "can": "can", "may": "may", "must": "must", "wins": "win"}
