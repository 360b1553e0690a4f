"""The rule that is named for what cannot be chosen is true of it, for every kind of choice."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from souq.engine.rules.record import Batch
from souq.engine.rules.twin import Twin
from souq.games.grand_bazaar import GAME
from souq.games.grand_bazaar.state import CHOICES
from tests.games.grand_bazaar.naming import ANSWERS, Refused
from tests.games.grand_bazaar.play import games, strange
from tests.support import rules


def refused(state: Batch, seat: int, choices: list[int]) -> Iterator[tuple[Refused, str, str]]:
    """Yield a seat's illegal choices among some: in plain words, the name, and the rule that refuses it."""
    twin = Twin.of(state)
    for choice in choices:
        number = GAME.bindings.refusal(state, seat, choice)
        if number:
            yield Refused(twin, seat, *CHOICES.group_of(choice)), CHOICES.name(choice), GAME.rule_id(number)


OF_KIND = {
    phase: [n for n in range(CHOICES.size) if CHOICES.group_of(n)[0] in kinds] for phase, kinds in ANSWERS.items()
}
"""By the number of a decision, the choices that could answer it."""


@rules("GB-B02", "GB-B03", "GB-B04", "GB-B07", "GB-T01", "GB-T08", "GB-T09", "GB-T10", "GB-T11", "GB-T20", "GB-T23")
@pytest.mark.parametrize(
    ("players", "trading", "seed"),
    [(2, "floor", 1), (3, "open", 2), (4, "floor", 3), (4, "open", 4), (5, "off", 5), (6, "floor", 6), (6, "open", 7)],
)
def test_refusals_name_a_true_rule(players: int, trading: str, seed: int) -> None:
    pick = random.Random(seed)
    made_up = [strange(players, seed + 10 * k, trading=trading) for k in range(4)]
    starts = [games(players, seed, trading=trading), *made_up]
    for positions in starts:
        for state in positions:
            if pick.random() < 0.85:
                continue
            fitting = OF_KIND.get(int(state["phase"][0]), [])
            choices = pick.sample(fitting, min(30, len(fitting))) + pick.sample(range(CHOICES.size), 8)
            for seat in (int(state["player"][0]), pick.randrange(players), -1):
                for case, name, rule in refused(state, seat, choices):
                    assert rule in case.true_rules(), f"{name} of {seat}: {rule}, not {case.true_rules()}"
