"""Edge cases of matches: spectators, drafts, empty choices, and invalid files."""

from __future__ import annotations

import json
import random

import pytest

import souq
from souq.engine.errors import CorruptMatch, IllegalChoice
from souq.engine.match import hooks
from souq.engine.match.match import Match
from souq.engine.match.position import BadPosition, from_position
from souq.engine.present.names import clean_name

SPECTATOR = -1


def moved(game: str, players: int, plies: int, seed: int = 7) -> Match:
    """Return a match after some random decisions."""
    match, pick = souq.new(game, players=players, seed=seed), random.Random(seed)
    while match.ply < plies:
        match.play(pick.choice(match.legal()))
    return match


def test_spectators_learn_nothing_about_hands() -> None:
    match = moved("grand_bazaar", 3, 30)
    for choice in range(match.game.n_choices):
        assert match.why(choice, SPECTATOR) == ""
        public = hooks.rule(match.game, match.game.bindings.refusal(match.view(SPECTATOR), 0, choice))
        assert match.refusal(choice, SPECTATOR) == public


def test_a_spectator_may_check_the_choice_of_the_clock() -> None:
    match = souq.new("grand_bazaar", players=3, seed=3, options={"trading": "open"})
    pick = random.Random(3)
    while match.clock is None:
        match.play(pick.choice(match.legal()))
    assert match.refusal(match.clock.choice, SPECTATOR) is None
    assert match.dry_run(match.clock.choice, SPECTATOR).ends_turn


def test_drafts_are_visible_only_to_their_drafter() -> None:
    match = souq.new("desert_bazaar", players=3, seed=7)
    pick = random.Random(1)
    while match.drafter is None:
        match.play(pick.choice(match.legal()))
    other = (match.drafter + 1) % 3
    assert match.in_words(seat=match.drafter) != match.in_words(seat=other)
    assert match.in_words(seat=other) == match.in_words(seat=other, ply=match.mark)


def test_a_spectator_observes_and_chooses_nothing() -> None:
    assert souq.new("kairo", seed=1).observe(SPECTATOR).legal == ()


def test_an_empty_choice_is_refused() -> None:
    match = souq.new("kairo", seed=1)
    for ask in (match.check, match.play_all):
        with pytest.raises(IllegalChoice, match="at least one"):
            ask([])


def test_a_race_ends_with_the_game() -> None:
    match = souq.new("chatuchak", players=2, seed=1, options={"play": "speed"})
    while not match.over:
        seat = match.deciders & 1 ^ 1
        match.play("pass", seat)
    assert not match.racing


@pytest.mark.parametrize("name", ["*[[*x*[[*", "*]][*x*[]][*", "**x**", "[[]]x"])
def test_cleaning_a_name_twice_changes_nothing(name: str) -> None:
    assert clean_name(name) == clean_name(clean_name(name)) and "x" in clean_name(name)


@pytest.mark.parametrize("value", [[""] * 20_000 + ["x" * 1_000_000], [[1]], [True, 2, 3], [1.0, 2, 3], "5", 2**80, {}])
def test_field_values_are_validated_first(value: object) -> None:
    game = souq.new("desert_bazaar", players=3, seed=7).game
    with pytest.raises(BadPosition, match="whole number"):
        from_position(game, {"hand": value})
    with pytest.raises(BadPosition, match="whole number" if value != 2**80 else "whole number|numbers go"):
        from_position(game, {"player": value})


def test_a_saved_match_has_an_explicit_day() -> None:
    document = souq.new("chatuchak", players=1, seed=1).to_json()
    document["options"]["day"] = "today"
    with pytest.raises(CorruptMatch, match="names its day"):
        Match.from_json(document)
    document["options"]["day"] = "x" * 2_000_000
    with pytest.raises(CorruptMatch) as refused:
        Match.from_json(document)
    assert len(str(refused.value)) < 500


def test_combined_decisions_are_saved_together() -> None:
    match = souq.new("kairo", seed=1)
    one, pick = match.legal(), random.Random(2)
    match.play(pick.choice(one))
    while match.drafter is None:
        match.play(pick.choice(match.legal()))
    seat, before = match.drafter, match.ply
    pair = next((first, second) for first in match.legal(seat) for second in after(match, first))
    match.play_all(pair, seat)
    loaded = Match.from_json(json.loads(json.dumps(match.to_json())))
    assert loaded.log == match.log and list(loaded.entries) == list(match.entries)
    if match.can_undo:
        match.undo(), loaded.undo()
        assert loaded.ply == match.ply <= before


def after(match: Match, first: object) -> list[object]:
    """Return what may be chosen after a choice in the same entry."""
    twin = Match.from_json(match.to_json())
    twin.play(first)
    if not twin.can_undo or twin.drafter is None:
        return []
    return list(twin.legal(twin.drafter))[:1]


def test_an_impossible_visible_ply_is_refused() -> None:
    document = moved("kairo", 2, 12).to_json()
    document["entries"] = [*document["entries"][:-1], document["mark"] + 5]
    with pytest.raises(CorruptMatch, match="shown to everybody"):
        Match.from_json(document)
