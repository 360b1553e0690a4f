"""What is common to tests of words: names, positions put together by hand, and what makes a sentence whole."""

from __future__ import annotations

from typing import Any

from souq.engine.match import hooks
from souq.engine.present.scene import Prompt
from souq.engine.rules.events import visible_events
from souq.engine.rules.record import Batch
from souq.engine.rules.twin import Twin
from souq.games.grand_bazaar import GAME, phrases, story
from souq.games.grand_bazaar.state import CHOICES, CODES, GOODS, MARKETS, NAMES, TYPE, Phase, Trading
from tests.games.narrating import AMINA, LEILA, OMAR, called

HAGGLER, COLLECTOR, GUILD = range(3)


def good(word: str) -> int:
    """Return a good by name or code."""
    return NAMES.index(word) if word in NAMES else CODES.index(word)


def cards(words: str) -> list[int]:
    """Return goods by name or code, separated by commas, with a number before several: ``"Salt, 2 Goats"``."""
    found = []
    for part in filter(None, words.split(", ")):
        n, _, rest = part.partition(" ")
        found += [good(rest)] * int(n) if n.isdigit() else [good(part)]
    return found


def moment(phase: Phase, player: int, *hands: str, players: int = 3, **fields: Any) -> Batch:
    """Return a position with these hands and an empty board; ``fields`` are those of the record, whole."""
    state = GAME.bindings.setup(players, [Trading.FLOOR, 0, 1], (7, 1))
    view = Twin.of(state)
    view.phase = view.asks = phase
    view.player, view.n_events = player, 0
    view.talents = [0] * 6
    for seat in range(players):
        view.hand[seat] = [0] * GOODS
        view.kinds[seat] = [0] * 5
        for card in cards(hands[seat]) if seat < len(hands) else ():
            view.hand[seat][card] += 1
            view.kinds[seat][int(TYPE[card])] += 1
    for name, value in fields.items():
        assert name in view.__dict__, name
        view.__dict__[name] = value
    view.store(state)
    return state


def floor(phase: Phase, player: int, *hands: str, **fields: Any) -> Batch:
    """Make Amina and Omar negotiators and give Amina the floor; all have six Talents, and Leila the Haggler."""
    usual: dict[str, Any] = {
        "negotiator": 1 << AMINA | 1 << OMAR,
        "floor": AMINA,
        "talents": [6] * 6,
        "access": [1 << LEILA, 0, 0],
        "market": [[0, 1]] * MARKETS,
    }
    return moment(phase, player, *hands, **(usual | fields))


def on(state: Batch, *choices: str, seat: int | None = None) -> Batch:
    """Return the position after some choices of the deciding seat (or of a seat), by name; the record is changed."""
    for nth, choice in enumerate(choices):
        acting = int(state["player"][0]) if seat is None else seat
        number = int(CHOICES.parse(choice))
        assert not GAME.bindings.refusal(state, acting, number), choice
        GAME.bindings.apply(state, acting, number, (nth, 1))
    return state


def say(state: Batch, phrase: str, seat: int | None = None) -> Batch:
    """Return the position after a whole proposal."""
    acting = int(state["player"][0]) if seat is None else seat
    numbers = phrases.read(seen(state, acting), acting, phrase.lower())
    assert isinstance(numbers, tuple), numbers
    return on(state, *map(CHOICES.name, numbers), seat=acting)


def seen(state: Batch, seat: int) -> Twin:
    """Return what a seat may know."""
    return Twin.of(GAME.bindings.hidden(state, seat))


def asked(state: Batch, seat: int) -> Prompt:
    """Return what a seat reads."""
    return story.prompt(seen(state, seat), seat, called)


def lines(state: Batch, seat: int = -1) -> list[str]:
    """Return the story of the last decision."""
    return [line.text for line in hooks.narrate(GAME, visible_events(state[0], seat), called, seat)]


def fresh(**options: Any) -> Batch:
    """Return a new game of three."""
    return GAME.bindings.setup(
        3, GAME.option_numbers(GAME.check_options({"start_player": "seat 2", **options})), (5, 1)
    )
