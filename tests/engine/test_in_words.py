"""A position as text."""

from __future__ import annotations

import souq
from souq.engine.match.position import in_words
from souq.engine.rules.meaning import FLAG, SEAT, SEATS, Count, OneOf, Planes, SetOf
from souq.engine.rules.record import GameRecord, arr, i8, i16, i64, num

GOODS = ("Water", "Silk")


class Bazaar(GameRecord):
    closed = num(i8, FLAG)
    out = num(i8, SEATS)
    taken = arr(i64, 2, of=SetOf(80))
    near = arr(i64, 2, 2, of=SetOf(80))
    high = arr(i64, 2, 2, of=Planes(80, 2))
    pile = arr(i8, 3, of=Count(9))
    stock = arr(i8, 2, of=Count(9, each=GOODS))
    crowd = arr(i8, 3, 2, of=Count(9, each=GOODS))
    hand = arr(i8, 4, 2, of=Count(9, each=GOODS), seats=0)
    board = arr(i8, 20, of=OneOf(GOODS, or_none=True))
    queue = arr(i8, 9, of=OneOf(GOODS))
    owner = arr(i8, 2, of=SEAT)
    sets = arr(i8, 2, of=SetOf(GOODS))
    stall = arr(i8, 4, 2, of=OneOf(GOODS, or_none=True), seats=0)
    loose = num(i8)
    event = arr(i16, 2, 6)


def test_every_field_is_described_by_its_meaning() -> None:
    made = Bazaar.new()
    made["players"], made["out"], made["loose"] = 2, 0b10, 5
    made["taken"] = [[0b101, 0b10]]
    made["near"] = [[[1, 0], [0, 0]]]
    made["high"] = [[[0b11, 0], [0b10, 1]]]
    made["pile"] = [[4, 0, 9]]
    made["stock"], made["crowd"][0, 1], made["hand"][0, 1] = [[2, 0]], (0, 4), (1, 1)
    made["board"] = -1
    made["board"][0, [3, 17]] = 1, 0
    made["queue"][0, 8] = 1
    made["owner"] = [[1, -1]]
    made["sets"] = [[0b11, 0]]
    made["stall"] = -1
    made["stall"][0, 0, 1], made["stall"][0, 3, 0] = 0, 1
    told = dict(line.split(": ", 1) for line in in_words(Bazaar, made))
    assert told == {
        "players": "2",
        "over": "0",
        "closed": "0",
        "out": "seat 1",
        "taken": "0, 2, 64",
        "near": "0 | nothing",
        "high": "[0] 1, [1] 3, [63] 2",
        "pile": "4, 0, 9",
        "stock": "Water 2",
        "crowd": "nothing | Silk 4 | nothing",
        "hand": "seat 0: nothing; seat 1: Water 1, Silk 1",
        "board": "[3] Silk, [17] Water",
        "queue": ", ".join([*(f"[{place}] Water" for place in range(8)), "[8] Silk"]),
        "owner": "seat 1, nobody",
        "sets": "Water, Silk | nothing",
        "stall": "seat 0: none, Water; seat 1: none, none; [3] Silk, none",
        "loose": "5",
    }


def test_a_match_describes_what_a_seat_sees() -> None:
    match = souq.new("kairo", players=2, seed=3)
    told, shown = (dict(line.split(": ", 1) for line in match.in_words(0, seat)) for seat in (None, 0))
    assert told["phase"] == shown["phase"] == "COLOUR"
    assert "nothing" not in told["hand"] and shown["hand"].endswith("seat 1: nothing")
    assert "key" not in told and "event" not in told
