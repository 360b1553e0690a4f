"""Events by name, and the tables that turn them into sentences and movements."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from souq.engine.present.moving import Fly, Home, Point, Put, Sound, Stage, bell, play
from souq.engine.present.scene import Effect, LogLine
from souq.engine.present.story import Rows, Say, Tellers, narrate, only
from souq.engine.present.voice import addressed
from souq.engine.rules.kinds import Kind, Row, rows


class Event(Kind):
    """What happens at a stall."""

    TAKES = 1, "seat left colour"
    PAYS = 2, "seat other money"
    OPENS = 3, "site"
    LAST = 4
    PART = 5, "seat money"
    HIDDEN = 6, "seat"


COLOURS = ("red", "blue")
WORDS = {"colour": COLOURS.__getitem__, "money": lambda money: f"{money} piastres"}


def names(seat: int) -> str:
    return ("Amina", "Omar")[seat]


def shared(narrated: Rows, _: Any) -> list[LogLine]:
    return [LogLine(None, "+".join(str(row.money) for row in narrated if row.kind is Event.PART))]


TELLERS: Tellers = {
    Event.TAKES: "{seat:takes} a {colour} barker; {left} {left:is|are} left.",
    Event.PAYS: Say("{seat:pays} {other} {money}{money:, no more|}.", tone="turn", whose="other"),
    Event.OPENS: "A stall opens at {site}.",
    Event.LAST: Say("The final phase begins.", tone="turn", whose=""),
    Event.PART: (shared, {Event.PART, Event.OPENS}),
    Event.HIDDEN: None,
}


def narrated(*events: Sequence[int], seat: int = -1) -> list[tuple[int | None, str, str]]:
    lines = narrate(
        Event, TELLERS, [(kind, -1, *numbers, 0, 0, 0, 0) for kind, *numbers in events], addressed(names, seat), WORDS
    )
    return [(line.seat, line.text, line.tone) for line in lines]


def test_templates_conjugate_for_the_reader_and_by_number() -> None:
    assert narrated((1, 1, 2, 0)) == [(1, "Omar takes a red barker; 2 are left.", "")]
    assert narrated((1, 1, 1, 1), seat=1) == [(1, "you take a blue barker; 1 is left.", "")]


def test_a_formatted_number_still_chooses_by_number() -> None:
    assert [text for _, text, _ in narrated((2, 0, 1, 1), (2, 0, 1, 2), seat=1)] == [
        "Amina pays you 1 piastres, no more.",
        "Amina pays you 2 piastres.",
    ]


def test_a_line_belongs_to_its_seat() -> None:
    assert [(seat, tone) for seat, _, tone in narrated((2, 0, 1, 5), (3, 9), (4,))] == [
        (1, "turn"),
        (None, ""),
        (None, "turn"),
    ]


def test_grouped_events_share_a_line_and_silent_ones_have_none() -> None:
    assert [text for _, text, _ in narrated((5, 0, 1), (3, 7), (5, 1, 4), (6, 1), (5, 0, 2))] == ["1+4", "2"]


def test_an_unknown_number_of_a_row_names_the_known_ones() -> None:
    (row,) = rows(Event, [(2, -1, 0, 1, 5, 0)])
    assert (row.seat, row.other, row.money, row.get("colour", 3)) == (0, 1, 5, 3)
    with pytest.raises(AttributeError, match="PAYS tells no 'colour'; it tells seat, other, money"):
        _ = row.colour
    with pytest.raises(AttributeError, match="LAST tells no 'seat'; it tells nothing"):
        _ = Row(Event.LAST, (0, 0, 0, 0)).seat
    assert only([row], Event.TAKES) == []


def test_a_kind_has_four_numbers_at_most() -> None:
    with pytest.raises(TypeError, match="4 numbers at most, not 5"):
        Kind("Long", {"LONG": (1, "one two three four five")})  # type: ignore[arg-type]


def test_reserved_names_of_numbers_are_refused() -> None:
    with pytest.raises(TypeError, match="can be called 'kind'"):
        Kind("Odd", {"ODD": (1, "seat kind")})  # type: ignore[arg-type]


# ---- what moves


class Square(Stage[Any]):
    """A square whose sites lie in a row."""

    def words(self, row: Row) -> dict[str, object]:
        colour = row.get("colour")
        return super().words(row) | ({} if colour is None else {"colour": COLOURS[colour]})


def paid(stage: Square, row: Row) -> list[Effect]:
    return [Effect("fly", f"{row.money} of {len(stage.following(Event.PAYS))}", stage.at, row.other)]


MOVES: dict[Any, Any] = {
    Event.TAKES: Home("barker-{colour}"),
    Event.OPENS: Put("site"),
    Event.PART: Fly("+{money}"),
    Event.LAST: Sound("gong"),
    Event.PAYS: paid,
}


def moved(*events: Sequence[int], at: Point = (1.0, 2.0)) -> list[Effect]:
    desk: Any = SimpleNamespace(game=SimpleNamespace(state=SimpleNamespace(Event=Event)))
    return play(
        Square(desk, None, at, {"site": lambda site: (10.0 * site, 5.0)}),
        MOVES,
        [(kind, -1, *numbers, 0, 0, 0, 0) for kind, *numbers in events],
    )


def test_flights_start_where_the_last_event_happened() -> None:
    fly = moved((5, 1, 3), (3, 4), (5, 0, 2))
    assert fly == [
        Effect("fly", "+3", (1.0, 2.0), 1, sound="coin"),
        Effect("say", sound="wood"),
        Effect("fly", "+2", (40.0, 5.0), 0, sound="coin"),
    ]


def test_sprites_go_home_by_keys_of_their_numbers() -> None:
    assert moved((1, 1, 2, 1)) == [Effect("home", seat=1, keys=("barker-blue",), sound="card")]


def test_effects_may_be_a_sound_a_function_or_nothing() -> None:
    assert moved((4,), (6, 1)) == [Effect("say", sound="gong")]
    assert [effect.text for effect in moved((2, 0, 1, 5), (2, 1, 0, 6), (4,)) if effect.kind == "fly"] == [
        "5 of 1",
        "6 of 0",
    ]


def test_the_bell_rings_when_a_seat_comes_to_move() -> None:
    def at(player: int, turn: int = 1, over: int = 0) -> Any:
        return SimpleNamespace(player=player, turn=turn, over=over)

    assert bell(at(0), at(1), 1) == [Effect("say", sound="bell")]
    assert bell(at(0), at(1), 0) == bell(at(1), at(1), 1) == bell(at(0), at(1, over=1), 1) == []
    assert bell(at(1), at(1, turn=2), 1, "turn") == [Effect("say", sound="bell")]
