"""Refusals are true: the named rule forbids the choice, for the reason given."""

from __future__ import annotations

import random
from collections.abc import Iterator

from souq.engine.rules.record import Batch
from souq.games.chatuchak import GAME
from souq.games.chatuchak.state import Mode
from tests.games.chatuchak.play import games, market, on, strange
from tests.games.chatuchak.positions import spaced, table
from tests.games.chatuchak.reference import LETTERS, MATES, MOST, grid_of, solved
from tests.support import rules
from tests.truth import Laws, Tried, named

LAWS = Laws(GAME)
RACES = (Mode.SPEED, Mode.TICKS)
THINGS = dict(zip(("bowl", "chair", "plant", "lamp", "shirt"), LETTERS, strict=True))


def passed(t: Tried, seat: int) -> bool:
    return bool(t.s.passed >> seat & 1)


def grid(t: Tried, seat: int | None = None) -> str:
    return grid_of(t.s.booths[t.seat if seat is None else seat])


def everybody(t: Tried) -> range:
    return range(t.s.players)


def on_turn(t: Tried) -> bool:
    """Return whether the seat may choose (D1, D1s)."""
    return not t.s.over and (not passed(t, t.seat) if t.s.mode == Mode.SPEED else t.seat == t.s.player)


def rank(moves: int) -> str:
    """Return the rank of a solver with so many moves (CH-V02)."""
    return (
        "Market Master" if moves <= 22 else "Booth Owner" if moves <= 28 else "Haggler" if moves <= 34 else "Looky Loo"
    )


# ---- what forbids


@LAWS.rule("CH-T03")
def not_in_a_lane_of_the_gap(t: Tried) -> bool:
    return on_turn(t) and t.group == "move" and t.place not in MATES[grid(t).index(".")]


@LAWS.rule("CH-T01")
def another_is_on_turn(t: Tried) -> bool:
    return t.s.mode == Mode.GOALS and not t.s.over and not passed(t, t.seat) and t.seat != t.s.player


@LAWS.rule("CH-T07")
def passed_for_good(t: Tried) -> bool:
    return t.s.mode == Mode.GOALS and not t.s.over and passed(t, t.seat)


@LAWS.rule("CH-V06")
def one_move_each_a_tick(t: Tried) -> bool:
    """Another seat's move; or the race in turns has been solved, at the end of a tick."""
    if t.s.over:
        return t.s.mode == Mode.TICKS and any(solved(grid(t, seat)) for seat in everybody(t))
    return t.s.mode == Mode.TICKS and not passed(t, t.seat) and t.seat != t.s.player


@LAWS.rule("CH-V05")
def out_of_the_race(t: Tried) -> bool:
    """A seat that gave up or made 200 moves is out; when all are, nobody has won."""
    if t.s.over:
        return t.s.mode in RACES and not any(solved(grid(t, seat)) for seat in everybody(t))
    return t.s.mode in RACES and passed(t, t.seat)


@LAWS.rule("CH-C04")
def the_tent_has_arrived(t: Tried) -> bool:
    return bool(t.s.over) and t.s.mode == Mode.GOALS and t.s.tent == 11


@LAWS.rule("CH-T09")
def all_have_passed(t: Tried) -> bool:
    return bool(t.s.over) and t.s.mode == Mode.GOALS and all(passed(t, seat) for seat in everybody(t))


@LAWS.rule("CH-V01")
def the_puzzle_is_solved(t: Tried) -> bool:
    return bool(t.s.over) and t.s.mode == Mode.SOLO and solved(grid(t))


@LAWS.rule("CH-V03")
def the_puzzle_is_given_up(t: Tried) -> bool:
    return bool(t.s.over) and t.s.mode == Mode.SOLO and not solved(grid(t))


@LAWS.rule("CH-V04")
def the_race_has_been_won(t: Tried) -> bool:
    return bool(t.s.over) and t.s.mode == Mode.SPEED and any(solved(grid(t, seat)) for seat in everybody(t))


# ---- what is said


@LAWS.reason(r"That’s the gap\. Choose a booth in row (\d) or column (\d)\.")
def the_gap(t: Tried, row: str, column: str) -> bool:
    return grid(t)[t.place] == "." and divmod(t.place, 6) == (int(row) - 1, int(column) - 1)


@LAWS.reason(r"Choose a booth in row (\d) or column (\d), where your gap is\. This (\w+) is in row (\d), column (\d)\.")
def elsewhere(t: Tried, to_row: str, to_column: str, thing: str, *spot: str) -> bool:
    row, column, gap_row, gap_column = (int(place) - 1 for place in (*spot, to_row, to_column))
    there, gap = 6 * row + column, 6 * gap_row + gap_column
    return there == t.place and grid(t)[there] == THINGS[thing] and grid(t)[gap] == "." and there not in MATES[gap]


@LAWS.reason(r"It’s (Seat\d)’s turn\.", r"You’ve passed for good\. It’s (Seat\d)’s turn\.")
def turn(t: Tried, name: str) -> bool:
    return named(name) == t.s.player != t.seat


@LAWS.reason(r"You’re out of the race: (you’ve made your 200 moves|you gave up)\. (.+) (?:is|are) still racing\.")
def out(t: Tried, how: str, others: str) -> bool:
    inside = [seat for seat in everybody(t) if not passed(t, seat)]
    said = [named(name) for name in others.replace(" and ", ", ").split(", ")] if "Seat" in others else inside
    return said == inside and (how == "you gave up") == (t.s.moves[t.seat] < MOST)


@LAWS.reason(r"The game is over\. (Everyone has passed|The tent has reached the end)\. Most points win\.")
def over(t: Tried, how: str) -> bool:
    return all_have_passed(t) if how == "Everyone has passed" else the_tent_has_arrived(t)


@LAWS.reason(r"The race is over\. Everyone is out, so nobody wins\.")
def nobody_wins(t: Tried) -> bool:
    return out_of_the_race(t)


@LAWS.reason(r"The race is over\. (.+?) (?:share the win|wins?)(?: with (\d+) moves?)?\.")
def victory(t: Tried, who: str, moves: str) -> bool:
    winners = [seat for seat in everybody(t) if solved(grid(t, seat))]
    said = [t.seat if name.lower() == "you" else named(name) for name in who.replace(" and ", ", ").split(", ")]
    return sorted(said) == winners and (not moves or t.s.moves[winners[0]] == int(moves))


@LAWS.reason(r"The market is in order\. With (\d+) moves? (?:you are|Seat\d is) a (.+)\.")
def in_order(t: Tried, moves: str, title: str) -> bool:
    return the_puzzle_is_solved(t) and t.s.moves[0] == int(moves) and rank(int(moves)) == title


@LAWS.reason(r"The puzzle is unsolved\. (?:You are|Seat\d is) a Looky Loo\.")
def unsolved(t: Tried) -> bool:
    return the_puzzle_is_given_up(t)


def positions() -> Iterator[Batch]:
    """Yield positions of normal and strange games, and of puzzles nearly solved: the ends, and some before."""
    pick = random.Random(5)
    for seed in range(120):
        players = 1 + seed % 5
        kind = games(players, seed, stops=0.08) if seed % 6 == 5 else strange(players, 900 + seed, stops=0.1)
        yield from (state for state in kind if state["over"][0] or pick.random() < 0.12)
    for moves in (0, 20, 25, 30, 60):
        nearly = table(spaced(market(pick, 1)), mode=Mode.SOLO, moves=[moves]).state
        yield from on(nearly, pick, 0, None)


@rules("CH-T03", "CH-T01", "CH-T07", "CH-V05", "CH-V06", "CH-V03", "CH-C04", "CH-T09", "CH-V01", "CH-V04")
def test_refusals_name_a_true_rule_and_reason() -> None:
    seen = LAWS.check(positions())
    assert not LAWS.untried(seen)
    assert {group for rule, group in seen if rule == "CH-T03"} == {"move"}
    assert {rule for rule, group in seen if group == "pass"} == set(LAWS.rules) - {"CH-T03"}
