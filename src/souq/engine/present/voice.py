"""Grammatical person in stories: the seat that reads a story is "you".

>>> def narrate(names):
...     who = person(names, 1)
...     return spoken(f"{who:takes} a Silk and {who.does('has')} three in {who:'s} hand.")
>>> names = ("Amina", "Omar").__getitem__
>>> narrate(names), narrate(addressed(names, 1))
('Omar takes a Silk and has three in Omar’s hand.', 'You take a Silk and have three in your hand.')
"""

from __future__ import annotations

import re

from souq.engine.present.scene import Names

_OPENING = re.compile(r"(^|[.!?] )((?:\*\*)?)(you)(?=r?\b)")


class Person(str):
    """A seat's name for use in a sentence; "you" if the seat is the reader's own."""

    you = False

    def __format__(self, verb: str) -> str:
        """Format the name with a verb (``{who:takes}``), as a possessive (``{who:'s}``), or alone."""
        if verb in ("'s", "’s"):
            return self.whose
        return f"{self!s} {self.does(verb)}" if verb else str(self)

    def does(self, verb: str) -> str:
        """Conjugate a verb that is given in the third person: for "you", ``takes`` becomes ``take``."""
        return _PLAIN.get(verb) or _plain(verb) if self.you else verb

    @property
    def whose(self) -> str:
        """Possessive form, such as ``Omar’s``, or ``your``."""
        return "your" if self.you else f"{self}’s"


class _You(Person):
    you = True


YOU = _You("you")
"""The word "you", for the seat of the player who reads the story."""


def person(names: Names, seat: int) -> Person:
    """Return the name of a seat in a form that sentences can use with verbs and as a possessive."""
    name = names(seat)
    return name if isinstance(name, Person) else Person(name)


def addressed(names: Names, seat: int) -> Names:
    """Return a function from seats to names that calls the reader's own seat "you"; ``seat`` -1 is a spectator."""
    return lambda each: YOU if each == seat else names(each)


def spoken(text: str) -> str:
    """Capitalise "you" and "your" at the start of sentences, and leave everything else unchanged."""
    return _OPENING.sub(lambda found: f"{found[1]}{found[2]}{found[3].capitalize()}", text)


def _plain(verb: str) -> str:
    """Return the base form of a regular verb given in the third person.

    >>> [_plain(verb) for verb in ("takes", "passes", "pushes", "carries", "buys", "loses")]
    ['take', 'pass', 'push', 'carry', 'buy', 'lose']
    """
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if verb.endswith(("sses", "shes", "ches", "xes", "zzes")) else verb[:-1]


_PLAIN = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go", "isn’t": "aren’t", "hasn’t": "haven’t"}
_PLAIN |= {"doesn’t": "don’t", "can": "can", "may": "may", "must": "must", "wins": "win"}
