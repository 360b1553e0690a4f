"""Phrases for a whole post: ``post 2: give salt, salt, 3 coins; want rugs``."""

import re

from souq.engine.rules.choices import Forbidden

from .state import COINS, DONE, GIVE, GOODS, MOST, NAMES, NET, POST, WANT, Phase, Rule, State

FORMS = (
    "post 2: give salt; want figs",
    "post 1: give rugs, 2 coins; want salt",
    "post 3: give salt, {} coins; want figs",
)
PATTERN = re.compile(r"post (\d): (?:give ([a-z0-9, ]+))?(?:; )?(?:want ([a-z0-9, ]+))?")


def read(view: State, seat: int, text: str) -> tuple[int, ...] | Forbidden | None:
    """Return the choices of a post, or the first rule that forbids it."""
    parts = _parts(text)
    if parts is None:
        return None
    other, (given, paid), (wanted, asked) = parts
    if view.phase != Phase.TALK:
        return Forbidden(Rule.BA_T01, "There is no trading now.")
    if not given or not wanted or other >= view.players or other == seat:
        return Forbidden(Rule.BA_T02, "Both of you give some good.")
    if paid and asked:
        return Forbidden(Rule.BA_T02, "Coins go one way only.")
    net = paid - asked
    lacks = abs(net) > COINS or paid > view.coins[seat] or asked > view.coins[other] or len(given) > MOST
    lacks = lacks or len(wanted) > MOST or bool(set(given) & set(wanted))
    lacks = lacks or any(given.count(g) > view.hand[seat][g] for g in given)
    if lacks or any(wanted.count(g) > view.hand[other][g] for g in wanted):
        return Forbidden(Rule.BA_T02, "One of you does not have that.")
    gives, wants = (GIVE + g for g in sorted(given)), (WANT + g for g in sorted(wanted))
    return (POST + other, *gives, DONE, NET + COINS + net, *wants, DONE)


def assess(view: State, seat: int, text: str) -> str:
    """Return what the seat would gain."""
    parts = _parts(text)
    if parts is None:
        return ""
    _, (given, paid), (wanted, asked) = parts
    after = [view.hand[seat][g] - given.count(g) + wanted.count(g) for g in range(GOODS)]
    kinds = sum(n > 0 for n in after) - sum(n > 0 for n in view.hand[seat])
    gain = 3 * kinds + asked - paid
    return f"[[{gain:+d}]] for you, with what {sum(after)} goods are worth."


def _parts(text: str) -> tuple[int, tuple[list[int], int], tuple[list[int], int]] | None:
    found = PATTERN.fullmatch(text)
    sides = [_side(part or "") for part in found.groups()[1:]] if found else []
    if not found or None in sides:
        return None
    return int(found[1]) - 1, sides[0], sides[1]


def _side(words: str) -> tuple[list[int], int] | None:
    goods, coins = [], 0
    for word in filter(None, words.split(", ")):
        if word in NAMES:
            goods.append(NAMES.index(word))
        elif re.fullmatch(r"\d{1,5} coins", word):
            coins += int(word.split()[0])
        else:
            return None
    return goods, coins
