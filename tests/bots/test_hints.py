"""Hints say what is true of exactly the choices that they name."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest

from souq.bots import hints
from souq.bots.base import mixed
from souq.bots.greedy import GreedyBot
from souq.bots.hints import ONLY, REST, Hint, hint
from souq.bots.reasons import Reasons, Said, unlike
from souq.engine.match.match import Match
from souq.engine.present.wording import opened
from souq.engine.registry import find
from souq.engine.rules.record import Record, i8, num


class Shelf(Record):
    jars = num(i8)
    plates = num(i8)


def position(game: str, players: int, seed: int, wanted: Callable[[list[str]], bool]) -> Match:
    """Return a match between traders at the first decision with wanted choices, by name."""
    match, trader = Match(find(game), players, seed=seed), GreedyBot()
    while not wanted([match.game.choices.name(int(choice)) for choice in match.legal()]):
        now = match.observe()
        match.play(trader.choose(match.game, now.view, now.seat, now.legal, mixed(match.ply)), now.seat)
    return match


def advised(match: Match) -> Hint:
    """Return a hint for the seat that decides."""
    now = match.observe()
    return hint(match.game, now.view, now.seat, list(map(int, now.legal)), 5, iterations=100, seconds=None)


def test_a_choice_after_a_forced_one_is_not_called_the_only_one() -> None:
    match = position("kairo", 2, 1, lambda legal: len(legal) == 1 and legal[0].startswith("colour"))
    advice = advised(match)
    assert advice.choice == int(match.legal()[0])
    assert len(advice.pv) > 1
    assert advice.why != ONLY
    assert advice.other not in {-1, advice.choice}


def test_what_is_forced_is_called_the_only_thing_to_do() -> None:
    match = position("kairo", 2, 1, lambda legal: len(legal) == 1 and legal[0].startswith("goal"))
    assert advised(match).why == ONLY


def test_a_reason_is_about_the_named_choice_and_not_about_the_next_one() -> None:
    cards = advised(position("kairo", 3, 1, lambda legal: "take J1" in legal))
    assert "brings 1 card" in cards.does, "another one is taken later in the turn"
    auction = advised(position("marracash", 3, 1, lambda legal: legal[0].startswith("auction")))
    assert "offers" in auction.because, "the opening bid is another choice"
    assert "bid" not in auction.does


def test_what_only_the_rest_of_the_turn_brings_is_said_as_such() -> None:
    paying = advised(position("kairo", 3, 1, lambda legal: len(legal) > 1 and legal[0].startswith("pay")))
    assert len(paying.pv) > 1
    assert paying.does == opened(f"{REST}it scores 5 points.")


def test_a_comparison_repeats_nothing_that_the_choice_does() -> None:
    plies = count()
    tent = advised(position("desert_bazaar", 3, 1, lambda legal: next(plies) == 90))
    assert tent.does == "It scores 2 points and leaves you 1 more marker in the desert, though it costs 3 cards."
    assert tent.because == "Compared with the next choice, it scores 2 more points."


def test_a_comparison_follows_what_the_choice_makes_true() -> None:
    plies = count()
    offer = advised(position("grand_bazaar", 4, 7_200, lambda legal: next(plies) == 71))
    assert offer.because == (
        "It would leave you, best sale included, 18 Talents better off if ⟨0⟩ accepts. "
        "Compared with the next choice, it asks for 1 fewer card."
    )


def test_what_the_rest_of_the_turn_makes_true_is_said_after_what_the_choice_does() -> None:
    plies = count()
    walk = advised(position("marracash", 3, 6_101, lambda legal: next(plies) == 152))
    assert walk.because == (
        "It leaves ⟨0⟩ no walk that earns 100 Dirham or more. "
        "With the rest of the turn as I’d play it, it leaves three blue visitors a single walk from your blue shop B4."
    )


KEEPS, MORE = Said("keeps your Rugs to yourself", 0.2, "withheld"), Said("leaves you 8 Talents better off", 8.0, "sale")
LESS = Said("leaves you 9 Talents worse off", -9.0, "sale")


@pytest.mark.parametrize(
    "facts, more, because",
    [
        ([KEEPS], [], "It keeps your Rugs to yourself."),
        ([KEEPS], [MORE], "Compared with the next choice, it leaves you 8 Talents better off."),
        ([KEEPS], [MORE, LESS], "It keeps your Rugs to yourself."),
        ([], [MORE, LESS], ""),
    ],
)
def test_reasons_weigh_more_than_what_speaks_against_them(
    facts: list[Said], more: list[Said], because: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reasons: Any = SimpleNamespace(gained=lambda *_: facts, more=lambda *_: more, game=SimpleNamespace(reasons=None))
    monkeypatch.setattr(hints, "_expected", lambda *_: [KEEPS, LESS])
    assert hints.why(reasons, [("", (1,), (2,))], 0, "the next choice")[1] == because


@pytest.mark.parametrize(("most", "few", "said"), [(0, 60, []), (2, 60, ["scores 2 more points"])])
def test_what_usually_follows_does_so_in_most_guesses(
    most: int, few: int, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = position("chatuchak", 2, 1, lambda _: True)
    reasons, legal = Reasons(match.game, match.view(0), 0), list(map(int, match.legal()))
    points = (value for nth in range(hints.GUESSES) for value in (few if nth < hints.GUESSES // 3 else most, 0))
    monkeypatch.setattr(hints, "measure", lambda *_: (next(points), 0, 0, 0))
    monkeypatch.setattr(hints, "followed", lambda _, state, *__: state)
    assert [each.phrase for each in hints._expected(reasons, legal[:1], legal[1:2], 7)] == said


def test_what_seldom_happens_is_possible() -> None:
    """A second card that is drawn may be of any good, such as one of the seven Goats."""
    for seed in range(1, 4):
        match = position("grand_bazaar", 3, seed, lambda legal: "deny" in legal)
        now, deny = match.observe(), int(match.game.choices.parse("deny"))
        held = enumerate(now.view["hand"][0][now.seat].tolist())
        more = {("same", good, n + 1) for good, n in held if good % 5 == 4 and 0 < n < 4}
        assert more <= Reasons(match.game, now.view, now.seat).after([deny]).possible.keys()


def test_few_positions_stand_for_many() -> None:
    views = [Shelf.new() for _ in range(100)]
    for nth, view in enumerate(views):
        view["jars"], view["plates"] = nth % 3, nth == 70
    kept = [(int(view["jars"][0]), int(view["plates"][0])) for view in unlike(views)]
    assert kept == [(0, 0), (1, 0), (2, 0), (1, 1)]
    assert unlike(views[:1]) == views[:1]
