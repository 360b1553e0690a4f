"""What happened, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from souq.engine import telling
from souq.engine.scene import Line, Names
from souq.engine.telling import Row, Rows, Tellers, only
from souq.engine.voice import Person, person
from souq.engine.wording import counted, listed, opened
from souq.games.chatuchak.state import BOX, MIDDLE, MIX, PATH, RECTANGLE, TIED, Event, Mode, Rule
from souq.games.chatuchak.story.wording import THINGS, Pairs, block, built, mixed, prize, rank, several, things

WORTH = 2 * BOX.markers["stars"]
"""Points of a marker and the token that comes with it."""


def tell(events: Iterable[Sequence[int]], names: Names) -> list[Line]:
    """The log lines of one decision's events, rows of ``[kind, seen, a, b, c, d]``."""
    return telling.tell(_TELLERS, events, names)


# ---- setup


def _setup(rows: Rows, names: Names) -> list[Line]:
    """Who begins, with which grids, and which mixes are open."""
    lines = [Line(None, "Setup", "turn")]
    lines += [Line(row.a, f"{_does(row, names, 'goes')} first.") for row in only(rows, Event.FIRST)]
    lines += _grids(only(rows, Event.SIDE), names)
    return lines + _mixes(only(rows, Event.MIX), names)


def _grids(rows: Rows, names: Names) -> list[Line]:
    alone, sides = len(rows) == 1, [row.b for row in rows]
    if not rows:
        return []
    if not any(sides):
        said = "A new start grid." if alone else "Everyone has a new start grid."
    elif len(set(sides)) == 1:
        said = f"{'Start grid' if alone else 'Everyone has start grid'} {sides[0]}."
    else:
        said = f"Start grids: {listed([f'{names(row.a)} {row.b}' for row in rows])}."
    return [Line(None, said)]


def _mixes(rows: Rows, names: Names) -> list[Line]:
    pairs = [f"{things(row.c)} with {things(row.d)}" for row in rows]
    return [Line(None, f"{'Mix' if len(pairs) == 1 else 'Mixes'}: {listed(pairs)}.")] if pairs else []


def _begin(rows: Rows, names: Names) -> list[Line]:
    heading = {Mode.GOALS: "Round 1", Mode.SOLO: "The puzzle"}
    aim = {
        Mode.SOLO: "Bring every colour into one group.",
        Mode.SPEED: "Everyone moves at once. The first with every colour in one group wins.",
        Mode.TICKS: "Everyone moves in turn. The fewest moves win.",
    }
    mode = Mode(rows[0].a)
    lines = [Line(None, heading.get(mode, "The race"), "turn")]
    return [*lines, Line(None, aim[mode])] if mode in aim else lines


# ---- moves


def _does(row: Row, names: Names, verb: str) -> str:
    """``Omar moves``, ``you move``."""
    who = person(names, row.a)
    return f"{who} {who.does(verb)}"


def _moved(rows: Rows, names: Names) -> list[Line]:
    """A move, the goals it wins, and the markers that lose or find a place."""
    move, won = rows[0], only(rows, Event.WON)
    who, thing, pairs = person(names, move.a), THINGS[move.d], _pairs(rows)
    gain = f"[[+{WORTH * len(won)}]]"
    nth = only(rows, Event.NTH)
    if len(won) == 1:
        said = f"{_deed(move, won[0], who, pairs)}{_giver(won[0], names)}: {gain}."
    elif won:
        said = f"{_does(move, names, 'moves')} a {thing} and {_takes(won, who, names, pairs)}: {gain}."
    else:
        said = f"{who.whose} move {nth[0].b}: a {thing}." if nth else f"{_does(move, names, 'moves')} a {thing}."
    return [Line(move.a, opened(said)), *_places(rows, names)]


def _pairs(rows: Rows) -> Pairs:
    return {row.a: (row.c, row.d) for row in only(rows, Event.MIX)}


def _deed(move: Row, won: Row, who: Person, pairs: Pairs) -> str:
    """What wins a single goal: ``Yusuf puts lamps next to plants, 3·3, and takes their marker``."""
    n, own, takes = counted(won.d), things(move.d), who.does("takes")
    if won.b < MIX:
        return f"{who} {who.does('joins')} {n} {own} and {takes} the {THINGS[move.d]} marker"
    if won.b == PATH:
        return f"{who} {who.does('lines')} up {n} {own} and {takes} the path marker"
    if won.b == RECTANGLE:
        return f"{who} {who.does('makes')} {block(won.d)} {own} and {takes} the rectangle marker"
    pair = pairs.get(won.b - MIX, (move.d, move.d))
    other = things(pair[0] + pair[1] - move.d)
    return f"{who} {who.does('puts')} {own} next to {other}, {mixed(won.d)}, and {takes} their marker"


def _giver(won: Row, names: Names) -> str:
    """From whom a marker is taken; nothing of one in the middle."""
    return "" if won.c == MIDDLE else f" from {names(won.c)}"


def _takes(rows: Rows, who: Person, names: Names, pairs: Pairs) -> str:
    """``takes two markers, with two chairs and a path of four (from Omar)``."""
    given = {row: _giver(row, names).strip() for row in rows}
    each = [f"{prize(row.b, row.d, pairs)}{f' ({given[row]})' if given[row] else ''}" for row in rows]
    markers = "a marker" if len(rows) == 1 else f"{counted(len(rows))} markers"
    return f"{who.does('takes')} {markers}, with {listed(each)}"


def _won(rows: Rows, names: Names) -> list[Line]:
    """Goals won by a move that is not told with them."""
    won = only(rows, Event.WON)
    if not won:
        return _mixes(rows, names)
    who = person(names, won[0].a)
    return [Line(won[0].a, f"{who} {_takes(won, who, names, _pairs(rows))}: [[+{WORTH * len(won)}]].")]


def _places(rows: Rows, names: Names) -> list[Line]:
    """The markers that have lost their place, or found one again (CH-B02, B03)."""
    pairs, lines = _pairs(rows), []
    if lost := only(rows, Event.BESIDE):
        who, what = person(names, lost[0].a), listed([built(row.b, pairs) for row in lost], "or")
        keeps = "That marker stays, but doesn’t" if len(lost) == 1 else "Those markers stay, but don’t"
        lines.append(Line(lost[0].a, f"{who} no longer {who.does('has')} {what}. {keeps} count for now."))
    if back := only(rows, Event.BACK):
        what = listed([built(row.b, pairs) for row in back])
        counts = "that marker counts" if len(back) == 1 else "those markers count"
        lines.append(Line(back[0].a, f"{_does(back[0], names, 'has')} {what} again, so {counts} again."))
    return lines


def _nth(rows: Rows, names: Names) -> list[Line]:
    return [Line(row.a, f"{_does(row, names, 'makes')} move {row.b}.") for row in rows]


def _passed(rows: Rows, names: Names) -> list[Line]:
    """A pass; or, in the puzzle and in races, giving up."""
    row, out = rows[0], only(rows, Event.OUT)
    if not out:
        return [Line(row.a, f"{_does(row, names, 'passes')} for good.")]
    when = f"after {several(out[0].b, 'move')}" if out[0].b else "before the first move"
    return [Line(row.a, f"{_does(row, names, 'gives')} up {when}.")]


def _solved(rows: Rows, names: Names) -> list[Line]:
    done = "every colour in one group after"
    return [Line(row.a, f"{_does(row, names, 'has')} {done} {several(row.b, 'move')}.") for row in rows]


def _out(rows: Rows, names: Names) -> list[Line]:
    return [Line(row.a, f"{_does(row, names, 'is')} out after {several(row.b, 'move')}.") for row in rows]


# ---- the clock


def _rolled(rows: Rows, names: Names) -> list[Line]:
    """The die, what it does to the tent, and the next round with what it takes then."""
    roll = rows[0]
    rounds = only(rows, Event.ROUND)
    does = "moves on" if roll.c else "stays"
    said = [f"Rolled {roll.a}, needed {roll.b}: the tent {does}.", *(f"Next time {_takes_a(row.b)}." for row in rounds)]
    return [Line(None, " ".join(said)), *_rounds(rounds, names)]


def _takes_a(need: int) -> str:
    """What the next roll must be: ``it takes an 8``."""
    if need <= BOX.least:
        return "any roll will do"
    return f"it takes {'an' if need in (8, 11) else 'a'} {need}"


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
    reason = "Everyone has passed" if why == Rule.CH_T09 else "The tent has reached the end"
    return [Line(None, f"{reason}: the game is over.", "end"), *_ranks(ranks, names)]


def _puzzle(solved: bool, rows: Rows, names: Names) -> list[Line]:
    """What a solution is worth (CH-V02, V03)."""
    lines = [Line(None, f"The puzzle {'is solved' if solved else 'stays unsolved'}.", "end")]
    for row in rows:
        made, who = f" in {several(-row.c, 'move')}" if solved else "", person(names, row.a)
        lines.append(Line(row.a, f"**{who}** {who.does('is')} a {rank(-row.c, solved)}{made}.", "end"))
    return lines


def _race(rows: Rows, names: Names) -> list[Line]:
    """Who has won a race; the others are not ranked (CH-V05)."""
    winners = [row for row in rows if row.c > 0]
    if not winners:
        return [Line(None, "Everyone is out, so nobody wins the race.", "end")]
    who = listed([f"**{names(row.a)}**" for row in winners])
    does = f"{person(names, winners[0].a).does('wins')} the race" if len(winners) == 1 else "share the win"
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
        who = person(names, rows[0].a)
        return [Line(rows[0].a, f"**{who}** {who.does('wins')} with {points}.", "end")]
    winners = listed([f"**{names(row.a)}**" for row in rows])
    return [Line(None, f"{winners} share the win with {points} each.", "end")]


def _parted(better: Rows, worse: Rows, names: Names) -> Line:
    """What breaks a tie: general tokens, or if these are equal the tokens of mixes."""
    (purple, mixes), (less, fewer) = divmod(better[0].d, TIED), divmod(worse[0].d, TIED)
    first, then = (listed([names(row.a) for row in rows]) for rows in (better, worse))
    beats = "beat" if len(better) > 1 else person(names, better[0].a).does("beats")
    broke = f"general tokens, {purple} to {less}" if purple != less else f"mix tokens, {mixes} to {fewer}"
    return Line(None, f"{first} {beats} {then} on {broke}.", "end")


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
