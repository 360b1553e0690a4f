"""Quick phrases, which clients send by number. A number never changes its meaning."""

from __future__ import annotations

from souq.server.errors import Malformed

PHRASES: tuple[str, ...] = (
    "Hello!",
    "Good luck!",
    "Nice one!",
    "Thank you!",
    "One moment.",
    "Your turn?",
    "Sorry, I misclicked.",
    "That was close!",
    "Well played!",
    "Good game!",
    "Another one?",
    "I have to go. Bye!",
)
"""The phrases in the order in which a table offers them; numbers start at 1."""


def words_of(number: int) -> str:
    """Return the text of a quick phrase.

    >>> words_of(1)
    'Hello!'

    Raises:
        Malformed: there is no such phrase.
    """
    if not 1 <= number <= len(PHRASES):
        raise Malformed(f"There’s no such phrase. They have numbers from 1 to {len(PHRASES)}.")
    return PHRASES[number - 1]
