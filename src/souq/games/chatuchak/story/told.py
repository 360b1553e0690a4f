"""What happened, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from souq.engine import telling
from souq.engine.scene import Line, Names
from souq.engine.telling import Row, Rows, Tellers, only
from souq.engine.wording import counted, listed, opened
from souq.games.chatuchak.state import BOX, MIDDLE, MIX, PATH, RECTANGLE, TIED, Event, Mode, Rule
from souq.games.chatuchak.story.wording import THINGS, Pairs, block, goal, mixed, prize, rank, several, things

WORTH = 2 * BOX.markers["stars"]
"""Points of a marker and the token that comes with it."""


def tell(events: Iterable[Sequence[int]], names: Names) -> list[Line]:
    """The log lines of one decision's events, rows of ``[kind, seen, a, b, c, d]``."""
    return telling.tell(_TELLERS, events, names)


# ---- setup


def _setup(rows: Rows, names: Names) -> list[Line]:
    """Who begins, with which grids, and which mixes are open."""
    lines = [Line(None, "Setup", "turn")]
    lines += [Line(row.a, f"{names(row.a)} goes first.") for row in only(rows, Event.FIRST)]
    lines += _grids(only(rows, Event.SIDE), names)
    return lines + _mixes(only(rows, Event.MIX), names)


def _grids(rows: Rows, names: Names) -> list[Line]:
    alone, sides = len(rows) == 1, [row.b for row in rows]
    if not rows:
        return []
    if not any(sides):
        said = "A new start grid." if alone else "New start grids for everybody."
    elif len(set(sides)) == 1:
        said = f"{'Start grid' if alone else 'Everybody has start grid'} {sides[0]}."
    else:
        said = f"Start grids: {listed([f'{names(row.a)} {row.b}' for row in rows])}."
    return [Line(None, said)]


def _mixes(rows: Rows, names: Names) -> list[Line]:
    pairs = [f"{things(row.c)} with {things(row.d)}" for row in rows]
    return [Line(None, f"{'Mix' if len(pairs) == 1 else 'Mixes'}: {listed(pairs)}.")] if pairs else []


def _begin(rows: Rows, names: Names) -> list[Line]:
    heading = {Mode.GOALS: "Round 1", Mode.SOLO: "The puzzle"}
    aim = {
        Mode.SOLO: "Every colour has to come into one piece.",
        Mode.SPEED: "All move at once: the first with every colour in one piece wins.",
        Mode.TICKS: "All move in turn: whoever needs the fewest moves wins.",
    }
    mode = Mode(rows[0].a)
    lines = [Line(None, heading.get(mode, "The race"), "turn")]
    return [*lines, Line(None, aim[mode])] if mode in aim else lines


# ---- moves


def _moved(rows: Rows, names: Names) -> list[Line]:
    """A move, the goals it wins, and the markers that lose or find a place."""
    move, won = rows[0], only(rows, Event.WON)
    who, thing = names(move.a), THINGS[move.d]
    pairs = _pairs(rows)
    gain = f"[[+{WORTH * len(won)}]]"
    nth = only(rows, Event.NTH)
    if len(won) == 1:
        said = f"{_deed(move, won[0], names, pairs)}, {gain}."
    elif won:
        said = f"{who} moved a {thing} and won {counted(len(won))} goals, {_prizes(won, names, pairs)}: {gain}."
    else:
        said = f"{who}’s move {nth[0].b}: a {thing}." if nth else f"{who} moved a {thing}. No goal."
    return [Line(move.a, said), *_places(rows, names)]


def _pairs(rows: Rows) -> Pairs:
    return {row.a: (row.c, row.d) for row in only(rows, Event.MIX)}


def _deed(move: Row, won: Row, names: Names, pairs: Pairs) -> str:
    """What won a single goal: ``Yusuf joined lamps to plants, 3·3: the mix passes from Amina to Yusuf``."""
    who, n, own = names(move.a), counted(won.d), things(move.d)
    if won.b < MIX:
        return f"{who} brought {n} {own} together: the marker {_passes(won, names)}"
    if won.b == PATH:
        return f"{who} lined up {n} {own}: the path {_passes(won, names)}"
    if won.b == RECTANGLE:
        return f"{who} put {own} in {block(won.d)}: the rectangle {_passes(won, names)}"
    pair = pairs.get(won.b - MIX, (move.d, move.d))
    other = pair[0] + pair[1] - move.d
    return f"{who} joined {own} to {things(other)}, {mixed(won.d)}: the mix {_passes(won, names)}"


def _passes(won: Row, names: Names) -> str:
    if won.c == MIDDLE:
        return "comes from the middle"
    return f"passes from {names(won.c)} to {names(won.a)}"


def _prizes(rows: Rows, names: Names, pairs: Pairs) -> str:
    """``two chairs from the middle and a path of four from Omar``."""
    giver = {MIDDLE: "the middle"}
    return listed([f"{prize(row.b, row.d, pairs)} from {giver.get(row.c) or names(row.c)}" for row in rows])


def _won(rows: Rows, names: Names) -> list[Line]:
    """Goals won by a move that is not told with them."""
    won = only(rows, Event.WON)
    if not won:
        return _mixes(rows, names)
    said = f"{names(won[0].a)} won {_prizes(won, names, _pairs(rows))}: [[+{WORTH * len(won)}]]."
    return [Line(won[0].a, said)]


def _places(rows: Rows, names: Names) -> list[Line]:
    """The markers that have lost their place, or found one again (CH-B02, B03)."""
    pairs, lines = _pairs(rows), []
    for kind, one, more in ((Event.BESIDE, "goes beside", "go beside"), (Event.BACK, "is back in", "are back in")):
        if found := only(rows, kind):
            goals = listed([goal(row.b, pairs) for row in found])
            where = f"{one if len(found) == 1 else more} {names(found[0].a)}’s market"
            lines.append(Line(found[0].a, f"{opened(goals)} {where}."))
    return lines


def _nth(rows: Rows, names: Names) -> list[Line]:
    return [Line(row.a, f"{names(row.a)} made move {row.b}.") for row in rows]


def _passed(rows: Rows, names: Names) -> list[Line]:
    """A pass; or, in the puzzle and in races, giving up."""
    row, out = rows[0], only(rows, Event.OUT)
    if not out:
        return [Line(row.a, f"{names(row.a)} passed for good.")]
    when = f"after {several(out[0].b, 'move')}" if out[0].b else "before the first move"
    return [Line(row.a, f"{names(row.a)} gave up {when}.")]


def _solved(rows: Rows, names: Names) -> list[Line]:
    return [
        Line(row.a, f"{names(row.a)} has every colour in one piece after {several(row.b, 'move')}.") for row in rows
    ]


def _out(rows: Rows, names: Names) -> list[Line]:
    return [Line(row.a, f"{names(row.a)} is out: {several(row.b, 'move')}, and not in order yet.") for row in rows]


# ---- the clock


def _rolled(rows: Rows, names: Names) -> list[Line]:
    """The die, what it does to the tent, and the next round with what it takes then."""
    roll = rows[0]
    rounds = only(rows, Event.ROUND)
    does = "The tent moves on" if roll.c else "The tent stays"
    will = [f"; now {'any roll' if row.b <= BOX.least else row.b} will do" for row in rounds[:1]]
    said = f"The die showed {roll.a} and {roll.b} was needed. {does}{''.join(will)}."
    return [Line(None, said), *_rounds(rounds, names)]


def _rounds(rows: Rows, names: Names) -> list[Line]:
    return [Line(None, f"Round {row.a}", "turn") for row in rows]


# ---- the end


def _end(rows: Rows, names: Names) -> list[Line]:
    """How the game ends, and who has won."""
    why, ranks = rows[0].a, only(rows, Event.RANK)
    if why in (Rule.CH_V01, Rule.CH_V03):
        return _puzzle(why == Rule.CH_V01, ranks, names)
    if why in (Rule.CH_V04, Rule.CH_V05, Rule.CH_V06):
        return _race(ranks, names)
    reason = "Everybody has passed" if why == Rule.CH_T09 else "The tent is at the end"
    return [Line(None, f"{reason}: the game is over.", "end"), *_ranks(ranks, names)]


def _puzzle(solved: bool, rows: Rows, names: Names) -> list[Line]:
    """What a solution is worth (CH-V02, V03)."""
    lines = [Line(None, f"The puzzle is {'solved' if solved else 'unsolved'}.", "end")]
    for row in rows:
        made = f" with {several(-row.c, 'move')}" if solved else ""
        lines.append(Line(row.a, f"**{names(row.a)}** is a {rank(-row.c, solved)}{made}.", "end"))
    return lines


def _race(rows: Rows, names: Names) -> list[Line]:
    """Who has won a race; the others are not ranked (CH-V05)."""
    winners = [row for row in rows if row.c > 0]
    if not winners:
        return [Line(None, "Everybody is out: nobody wins the race.", "end")]
    who = listed([f"**{names(row.a)}**" for row in winners])
    does = "wins the race" if len(winners) == 1 else "share the victory"
    return [Line(winners[0].a if len(winners) == 1 else None, f"{who} {does}.", "end")]


def _ranks(rows: Rows, names: Names) -> list[Line]:
    """Place by place, each with what parts it from the next of the same points (CH-E03, E04)."""
    placed = sorted(rows, key=lambda row: (row.b, row.a))
    places = [[row for row in placed if row.b == place] for place in dict.fromkeys(row.b for row in placed)]
    lines: list[Line] = []
    for here, after in pairwise([*places, []]):
        lines += _place(here, names)
        if after and after[0].c == here[0].c:
            lines.append(_parted(here, after, names))
    return lines


def _place(rows: Rows, names: Names) -> list[Line]:
    """The players of one place."""
    points = several(rows[0].c, "point")
    if rows[0].b > 1:
        return [Line(row.a, f"{row.b}. {names(row.a)}, {points}.", "end") for row in rows]
    if len(rows) == 1:
        return [Line(rows[0].a, f"**{names(rows[0].a)}** wins with {points}.", "end")]
    winners = listed([f"**{names(row.a)}**" for row in rows])
    return [Line(None, f"{winners} share the victory with {points} each.", "end")]


def _parted(better: Rows, worse: Rows, names: Names) -> Line:
    """What broke a tie: purple tokens, or if these are equal the tokens of mixes."""
    (purple, mixes), (less, fewer) = divmod(better[0].d, TIED), divmod(worse[0].d, TIED)
    first, then = (listed([names(row.a) for row in rows]) for rows in (better, worse))
    if purple != less:
        broke = f"{several(purple, 'purple token')} to {less}"
    else:
        broke = f"purple tokens are equal, but it is {several(mixes, 'token')} of mixes to {fewer}"
    return Line(None, f"{first} before {then}: {broke}.", "end")


_NONE: frozenset[Event] = frozenset()
_LAID_OUT = frozenset({Event.SIDE, Event.MIX})
_CHANGES = frozenset({Event.MIX, Event.WON, Event.BESIDE, Event.BACK})
_TELLERS: Tellers = {
    **dict.fromkeys((Event.FIRST, Event.SIDE), (_setup, _LAID_OUT)),
    Event.BEGIN: (_begin, _NONE),
    Event.MOVE: (_moved, _CHANGES | {Event.NTH}),
    Event.MIX: (_won, frozenset({Event.MIX, Event.WON})),
    Event.WON: (_won, frozenset({Event.MIX, Event.WON})),
    **dict.fromkeys((Event.BESIDE, Event.BACK), (_places, _CHANGES - {Event.WON})),
    Event.NTH: (_nth, _NONE),
    Event.PASSES: (_passed, frozenset({Event.OUT})),
    Event.SOLVED: (_solved, _NONE),
    Event.OUT: (_out, _NONE),
    Event.ROLL: (_rolled, frozenset({Event.ROUND})),
    Event.ROUND: (_rounds, _NONE),
    Event.END: (_end, frozenset({Event.RANK})),
    Event.RANK: (_ranks, frozenset({Event.RANK})),
}
"""By the event that opens a passage: who tells it, and which events go on with it."""
