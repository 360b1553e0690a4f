"""Chatuchak's scene at the end, in the puzzle and in races: tallies, par, ranks, runners, shared results."""

from dataclasses import replace
from typing import Any

import pytest

from souq.engine.present.scene import Context, Layout
from souq.engine.rules.record import Batch
from souq.engine.rules.twin import Twin
from souq.games.chatuchak import GAME
from souq.games.chatuchak.scene import scene
from souq.games.chatuchak.scene.desk import Desk
from souq.games.chatuchak.scene.puzzle import SCALE, along, place, share
from souq.games.chatuchak.scene.tally import tally
from souq.games.chatuchak.state import BOX, COLOURS, STOP, Event, Mode, Rule
from tests.games.chatuchak.play import games
from tests.games.chatuchak.positions import AMY, JOSH, PLAIN, TIDY, position, table
from tests.games.chatuchak.test_scene import NEARLY, called, desk_of, drawn, gallery
from tests.games.scenes import LAYOUTS, area, sprite, sprites, words
from tests.support import rules

LINE = (18, 23, 19, 7, 10, 11, 9, 21, 15, 17, 14, 26, 2, 1, 4, 28, 25, 1, 13, 14, 12)
"""A solution of :data:`START`."""
START = ".BRBPG YPYGYB RBGRBR YGPYGP PRYRBG"


def context(twin: Twin, **what: Any) -> Context:
    """Return the first seat's context, with more in it than a position has."""
    return replace(Context(0, called), **what)


# ---- the end


@rules("CH-E01", "CH-E02")
def test_the_tally_adds_up() -> None:
    ended = 0
    for state in gallery():
        view = Twin.of(state)
        found = tally(view, Context(0, called))
        assert (found is None) == (not view.over)
    for players in (2, 3, 5):
        view = Twin.of(list(games(players, players))[-1])
        found = tally(view, Context(0, called))
        assert found is not None
        ended += 1
        for seat in range(players):
            cells_ = [row[1][seat].partition("\n")[0].replace("−", "-").replace("–", "0") for row in found.rows]
            assert sum(map(int, cells_)) == int(found.totals[seat].replace("−", "-"))
        assert list(found.totals) == [str(k).replace("-", "−") for k in GAME.bindings.points(_stored(view))]
        assert list(found.ranks) == GAME.bindings.ranks(_stored(view))
    assert ended == 3


def _stored(view: Twin) -> Batch:
    state = GAME.State.new()
    view.store(state)
    return state


def _over(*, general: tuple[int, ...], tokens: tuple[str, ...], grids: tuple[str, ...]) -> str:
    view = position(*grids, general=general, tokens=tokens)
    view.over, view.ended = 1, int(Rule.CH_C04)
    found = tally(view, Context(0, called))
    assert found is not None
    return found.note


@rules("CH-E03", "CH-E04", "CH-Q21")
def test_the_tally_explains_ties() -> None:
    same = (PLAIN, PLAIN)
    assert _over(general=(4, 2), tokens=("", "PATH"), grids=same) == ""
    assert _over(general=(4, 3), tokens=("R/G", "PATH RECTANGLE"), grids=same).endswith("most purple tokens win.")
    mixes = _over(general=(3, 3), tokens=("RED", "R/G"), grids=same)
    assert mixes == "Tied on points and purple tokens: the most mix tokens win (1)."
    assert _over(general=(3, 3), tokens=("RED", "PATH"), grids=same).startswith("Tied on points, purple tokens")


@rules("CH-E02")
def test_the_tally_names_everybodys_untidiest_colour_in_their_own_column() -> None:
    def named(*grids: str) -> list[str]:
        view = position(*grids)
        view.over, view.ended = 1, int(Rule.CH_C04)
        found = tally(view, Context(0, called))
        assert found is not None
        return [cell.partition("\n")[2] for cell in found.rows[-1][1]]

    assert named(PLAIN, PLAIN, PLAIN) == ["bowls"] * 3
    assert named(PLAIN, TIDY.replace("BG", "GB", 1)) == ["bowls", "lamps"]


@rules("CH-V04", "CH-V05", "CH-V06")
def test_the_tally_of_a_race_names_the_finishers() -> None:
    t = table(NEARLY, PLAIN, mode=Mode.SPEED).play("move 12", seat=AMY)
    found = drawn(t, AMY).tally
    assert found is not None
    assert (found.note, found.totals, found.ranks) == ("", ("won", "–"), (1, 0))
    both = table(NEARLY, NEARLY, mode=Mode.TICKS).play("move 12", "move 12")
    assert drawn(both, AMY).tally.ranks == (1, 1)
    none = table(NEARLY, NEARLY, mode=Mode.TICKS).play("pass", "pass")
    assert drawn(none, AMY).tally.note == "Nobody finished, so nobody wins"


def _solved(moves: int = 23, **what: Any) -> tuple[Twin, Context]:
    t = table(NEARLY, moves=(moves - 1,)).play("move 12")
    return t.twin, context(t.twin, **what)


@rules("CH-V01", "CH-V02")
def test_the_tally_of_the_puzzle_compares_with_par() -> None:
    for par, note in ((21, "Solved, 2 moves over par"), (23, "Solved in par"), (24, "Solved, 1 move better")):
        found = tally(*_solved(solution=tuple(range(par)), bound=20))
        assert found is not None
        assert found.note.startswith(note)
        assert found.totals == ("Booth Owner",)
        assert found.rows[1] == ("Par", (str(par),), "best known")
    proven = tally(*_solved(solution=LINE, bound=len(LINE), hints=2))
    assert proven is not None
    assert proven.rows[1][2] == "shortest possible"
    assert proven.rows[2][1:] == (("2",), "no rank with hints")
    assert proven.totals == ("–",)
    twin, ctx = _solved(solution=LINE, bound=len(LINE), hints=2)
    assert scene(twin, ctx).prompt.detail == "Solved in 23 moves with 2 hints."
    unknown = tally(*_solved())
    assert unknown is not None
    assert (unknown.note, unknown.rows[1][1:]) == ("Solved", (("–",), "being worked out"))


# ---- the puzzle and races


@rules("CH-V02")
def test_every_rank_has_the_same_width_on_the_scale() -> None:
    at = [place(moves, 400) for moves in range(BOX.moves + 1)]
    assert at == sorted(at)
    assert (at[0], at[-1]) == (0, 400)
    for nth, (_, highest) in enumerate(SCALE[:-1]):
        assert at[highest] == pytest.approx(100 * (nth + 1))


def test_the_puzzle_shows_moves_par_and_parts() -> None:
    t = table(NEARLY, moves=(12,))
    ctx = context(t.twin, solution=LINE, bound=19, hints=1)
    wide = scene(t.twin, ctx)
    assert sprite(wide, "moves").label == "Moves: 12"
    assert sprite(wide, "par").label == "Par: 21, best known"
    assert sprite(wide, "hints").label == "Hints taken: 1"
    assert sprite(wide, "parts").label.count("all together") == COLOURS - 1
    assert sprite(wide, "tent").label == "12 moves, so far: no rank with hints"
    tall = scene(t.twin, replace(ctx, layout="tall"))
    assert sprite(tall, "moves").label == "12 moves · par 21 · 1 hint"
    working = scene(t.twin, context(t.twin))
    assert sprite(working, "par").label == "Par: …, being worked out"
    assert not any(each.key == "hints" for each in sprites(working))
    assert sprite(working, "tent").label == "12 moves, so far: Market Master"


@pytest.mark.parametrize("layout", LAYOUTS)
def test_runners_advance_as_parts_are_joined(layout: Layout) -> None:
    view = position(PLAIN, NEARLY, TIDY, mode=Mode.SPEED, passed=[AMY])
    picture = scene(view, Context(JOSH, called, layout=layout))
    found = [sprite(picture, f"runner-{seat}") for seat in range(3)]
    assert found[0].x < found[1].x < found[2].x
    assert [each.label for each in found] == [
        "Amy is out",
        "Josh has 2 pieces left to join",
        "Tom has finished",
    ]
    assert len({(each.x, each.y) for each in found}) == 3
    even = table(*(PLAIN,) * 5, mode=Mode.SPEED)
    places = [sprite(drawn(even, 0, layout), f"runner-{seat}") for seat in range(5)]
    assert len({(each.x, each.y) for each in places}) == 5


def test_the_solution_is_shown_when_nothing_must_stay_secret() -> None:
    t = table(START)
    for finished, line, there in ((True, LINE, True), (False, LINE, False), (True, None, False)):
        for seat in (0, -1):
            ctx = Context(seat, called, solution=line, bound=21, finished=finished)
            assert any(each.name == "solver" for each in scene(t.twin, ctx).areas) == there
    race = table(START, START, mode=Mode.SPEED)
    assert not any(each.name == "solver" for each in scene(race.twin, context(race.twin, solution=LINE)).areas)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_solution_follows_the_moves_and_ends_tidy(layout: Layout) -> None:
    t = table(START)
    start = tuple(t.booths[0])
    for moves in (0, 5, 21, 30):
        t.twin.moves[0] = moves
        ctx = context(t.twin, solution=LINE, bound=21, finished=True, layout=layout)
        found = area(scene(t.twin, ctx), "solver")
        assert words(found.sprites[0]) == ["Shortest possible", f"move {min(moves, 21)} of 21"]
        hole = along(start, LINE[: min(moves, 21)]).hole
        assert not any(each.key == f"solver-booth-{hole}" for each in found.sprites)
    end = along(start, LINE)
    assert end.counts() == (1,) * COLOURS
    assert end.planes[0].bit_count() == 6


# ---- a line to share


@rules("CH-V02", "CH-V03")
def test_a_result_can_be_shared_without_the_solution() -> None:
    day = {"day": "2026-11-21"}
    assert share(Desk(*_solved(24, solution=LINE, bound=20, options=day))) == (
        "souq · Chatuchak · 21 November 2026 · solved in 24 (par 21) · Booth Owner"
    )
    best = share(Desk(*_solved(21, solution=LINE, bound=21, options=day)))
    assert best.endswith("solved in 21 (fewest possible) · Market Master")
    assert share(Desk(*_solved(24, options=day))) == "", "two who did the same say the same: par first"
    helped = share(Desk(*_solved(24, solution=LINE, hints=2, options=day)))
    assert helped.endswith("solved in 24 (par 21) with 2 hints"), "who was led has no rank"


def test_unsolved_colours_are_reported_too() -> None:
    t = table(NEARLY, moves=(30,)).play("pass")
    assert " · a new grid · unsolved after " in share(desk_of(t, 0))
    t.state["side"][0][0] = 7
    found = share(desk_of(t, 0))
    assert found == "souq · Chatuchak · grid 7 · unsolved after 30 moves · Looky Loo"


def test_only_a_finished_puzzle_can_be_shared() -> None:
    assert not share(desk_of(table(PLAIN), 0))
    race = table(NEARLY, PLAIN, mode=Mode.SPEED).play("move 12", seat=AMY)
    assert not share(desk_of(race, 0))
    assert drawn(table(NEARLY).play("pass"), 0).share
    assert STOP not in desk_of(race, 0).legal
    assert Event.SOLVED in [kind for kind, _ in race.events]
