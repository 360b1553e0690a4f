"""The log of Chatuchak: functions that describe events in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from souq.engine.present import story
from souq.engine.present.scene import LogLine, Names
from souq.engine.present.story import Rows, Say, Tellers, only, said
from souq.engine.present.voice import Person, person
from souq.engine.present.wording import counted, listed, opened, ordinal, several, some
from souq.engine.rules.events import Row
from souq.games.chatuchak.state import BOX, MIDDLE, MIX, PATH, RECTANGLE, TIED, Event, Mode, Rule
from souq.games.chatuchak.story.wording import THINGS, Pairs, block, built, mixed, needed, prize, rank, things

WORTH = 2 * BOX.markers["stars"]
"""Points that a seat gains with a marker: those of the marker and of the token that comes with it."""


def narrate(events: Iterable[Sequence[int]], names: Names) -> list[LogLine]:
    """Return the log lines for the events of one decision, rows of ``[kind, seen, ...]``."""
    return story.narrate(Event, _TELLERS, events, names, _WORDS)


# ---- setup


def _setup(rows: Rows, names: Names) -> list[LogLine]:
    """Describe the setup: the start player, the grids and the mixes."""
    lines = [LogLine(None, "Setup", "turn")]
    lines += [LogLine(row.seat, f"{person(names, row.seat):goes} first.") for row in only(rows, Event.FIRST)]
    lines += _grids(only(rows, Event.SIDE), names)
    return lines + _mixes(only(rows, Event.MIX), names)


def _grids(rows: Rows, names: Names) -> list[LogLine]:
    alone, sides = len(rows) == 1, [row.grid for row in rows]
    if not rows:
        return []
    if not any(sides):
        text = "A new start grid." if alone else "Everyone has a new start grid."
    elif len(set(sides)) == 1:
        text = f"{'Start grid' if alone else 'Everyone has start grid'} {sides[0]}."
    else:
        text = f"Start grids: {listed([f'{names(row.seat)} {row.grid}' for row in rows])}."
    return [LogLine(None, text)]


def _mixes(rows: Rows, names: Names) -> list[LogLine]:
    pairs = [f"{things(row.colour)} with {things(row.partner)}" for row in rows]
    return [LogLine(None, f"{'Mix' if len(pairs) == 1 else 'Mixes'}: {listed(pairs)}.")] if pairs else []


def _begin(rows: Rows, names: Names) -> list[LogLine]:
    heading = {Mode.GOALS: "Round 1", Mode.SOLO: "The puzzle"}
    aim = {
        Mode.SOLO: "Bring every colour into one group.",
        Mode.SPEED: "Everyone moves at once. The first with every colour in one group wins.",
        Mode.TICKS: "Everyone moves in turn. The fewest moves win.",
    }
    mode = Mode(rows[0].mode)
    lines = [LogLine(None, heading.get(mode, "The race"), "turn")]
    return [*lines, LogLine(None, aim[mode])] if mode in aim else lines


# ---- moves


def _moved(rows: Rows, names: Names) -> list[LogLine]:
    """Describe a move, the goals it wins, and the markers that lose or regain a place."""
    move, won = rows[0], only(rows, Event.WON)
    who, thing, pairs = person(names, move.seat), THINGS[move.colour], _pairs(rows)
    gain = f"[[+{WORTH * len(won)}]]"
    nth = only(rows, Event.NTH)
    if len(won) == 1:
        text = f"{_deed(move, won[0], who, pairs)}{_giver(won[0], names)}: {gain}."
    elif won:
        text = f"{who:moves} a {thing} and {_takes(won, who, names, pairs)}: {gain}."
    else:
        text = f"{who:'s} move {nth[0].nth}: a {thing}." if nth else f"{who:moves} a {thing}."
    return [LogLine(move.seat, opened(text)), *_places(rows, names)]


def _pairs(rows: Rows) -> Pairs:
    return {row.tile: (row.colour, row.partner) for row in only(rows, Event.MIX)}


def _deed(move: Row, won: Row, who: Person, pairs: Pairs) -> str:
    """Describe a move that wins a single marker: ``Yusuf puts lamps next to plants, 3·3, and takes their marker``."""
    n, own, takes = counted(won.strength), things(move.colour), who.does("takes")
    if won.marker < MIX:
        return f"{who:joins} {n} {own} and {takes} the {THINGS[move.colour]} marker"
    if won.marker == PATH:
        return f"{who:lines} up {n} {own} and {takes} the path marker"
    if won.marker == RECTANGLE:
        return f"{who:makes} {block(won.strength)} {own} and {takes} the rectangle marker"
    pair = pairs.get(won.marker - MIX, (move.colour, move.colour))
    other = things(pair[0] + pair[1] - move.colour)
    return f"{who:puts} {own} next to {other}, {mixed(won.strength)}, and {takes} their marker"


def _giver(won: Row, names: Names) -> str:
    """Return ``from`` and the previous holder of a marker, or nothing if it was in the middle."""
    return "" if won.giver == MIDDLE else f" from {names(won.giver)}"


def _takes(rows: Rows, who: Person, names: Names, pairs: Pairs) -> str:
    """Return words for the markers that a move wins: ``takes two markers, for two chairs and a path of four``.

    The seat that loses them is named, once if it is the same for all.
    """
    givers = [_giver(row, names).strip() for row in rows]
    same = len(set(givers)) == 1
    each = [prize(row.marker, row.strength, pairs) for row in rows]
    if not same:
        each = [f"{what}{f' ({giver})' if giver else ''}" for what, giver in zip(each, givers, strict=True)]
    source = f" {givers[0]}" if same and givers[0] else ""
    return f"{who.does('takes')} {some(len(rows), 'marker')}{source}, for {listed(each)}"


def _won(rows: Rows, names: Names) -> list[LogLine]:
    """Describe markers that a seat wins, when the event of the move itself is missing."""
    won = only(rows, Event.WON)
    if not won:
        return _mixes(rows, names)
    who = person(names, won[0].seat)
    return [LogLine(won[0].seat, f"{who} {_takes(won, who, names, _pairs(rows))}: [[+{WORTH * len(won)}]].")]


def _places(rows: Rows, names: Names) -> list[LogLine]:
    """Describe markers that lost their place, or regained one (CH-B02, B03)."""
    pairs, lines = _pairs(rows), []
    if lost := only(rows, Event.BESIDE):
        who, what = person(names, lost[0].seat), listed([built(row.marker, pairs) for row in lost], "or")
        keeps = "That marker stays, but doesn’t" if len(lost) == 1 else "Those markers stay, but don’t"
        lines.append(LogLine(lost[0].seat, f"{who} no longer {who.does('has')} {what}. {keeps} count for now."))
    if back := only(rows, Event.BACK):
        what = listed([built(row.marker, pairs) for row in back])
        counts = "that marker counts" if len(back) == 1 else "those markers count"
        who = person(names, back[0].seat)
        lines.append(LogLine(back[0].seat, f"{who:has} {what} again, so {counts} again."))
    return lines


def _passed(rows: Rows, names: Names) -> list[LogLine]:
    """Describe a pass, or in the puzzle and in races that a player gives up."""
    out, seat = only(rows, Event.OUT), rows[0].seat
    if not out:
        return [LogLine(seat, f"{person(names, seat):passes} for good.")]
    when = f"after {several(out[0].moves, 'move')}" if out[0].moves else "before the first move"
    return [LogLine(seat, f"{person(names, seat):gives} up {when}.")]


# ---- the clock


def _rolled(rows: Rows, names: Names) -> list[LogLine]:
    """Describe the roll, whether the tent moves, and what the next round's roll needs."""
    roll, rounds = rows[0], only(rows, Event.ROUND)
    text = f"Rolled {roll.rolled}, needed {roll.needed}: the tent {'moves on' if roll.moved else 'stays'}."
    then = [f"Next time {_next_roll(row.needed)}." for row in rounds]
    return [LogLine(None, " ".join((text, *then))), *(said(_ROUND, row, names, {}) for row in rounds)]


def _next_roll(need: int) -> str:
    """Return words for the roll that the tent needs next: ``it takes 8 or more``."""
    if need <= BOX.least:
        return "any roll will do"
    return f"it takes {needed(need)}"


# ---- the end


def _end(rows: Rows, names: Names) -> list[LogLine]:
    """Describe why the game ends, and the final places."""
    why, ranks = rows[0].rule, only(rows, Event.RANK)
    if why in (Rule.CH_V01, Rule.CH_V03):
        return _puzzle(why == Rule.CH_V01, ranks, names)
    if why in (Rule.CH_V04, Rule.CH_V05, Rule.CH_V06):
        return _race(ranks, names)
    reason = "Everyone has passed" if why == Rule.CH_T09 else "The tent has reached the end"
    return [LogLine(None, f"{reason}: the game is over.", "end"), *_ranks(ranks, names)]


def _puzzle(solved: bool, rows: Rows, names: Names) -> list[LogLine]:
    """Describe the rank that a solution earns (CH-V02, V03)."""
    lines = [LogLine(None, f"The puzzle {'is solved' if solved else 'stays unsolved'}.", "end")]
    for row in rows:
        made, who = f" in {several(-row.points, 'move')}" if solved else "", person(names, row.seat)
        lines.append(LogLine(row.seat, f"**{who}** {who.does('is')} a {rank(-row.points, solved)}{made}.", "end"))
    return lines


def _race(rows: Rows, names: Names) -> list[LogLine]:
    """Describe who wins a race; the others have no rank (CH-V05)."""
    winners = [row for row in rows if row.points > 0]
    if not winners:
        return [LogLine(None, "Everyone is out, so nobody wins the race.", "end")]
    who = listed([f"**{names(row.seat)}**" for row in winners])
    does = f"{person(names, winners[0].seat).does('wins')} the race" if len(winners) == 1 else "share the win"
    return [LogLine(winners[0].seat if len(winners) == 1 else None, f"{who} {does}.", "end")]


def _ranks(rows: Rows, names: Names) -> list[LogLine]:
    """Describe the final places, with the tiebreaker between players of equal points (CH-E03, E04)."""
    placed = sorted(rows, key=lambda row: (row.rank, row.seat))
    places = [[row for row in placed if row.rank == place] for place in dict.fromkeys(row.rank for row in placed)]
    lines: list[LogLine] = []
    for here, after in pairwise([*places, []]):
        lines += _place(here, names)
        if after and after[0].points == here[0].points:
            lines.append(_parted(here, after, names))
    return lines


def _place(rows: Rows, names: Names) -> list[LogLine]:
    """Describe the players of one rank at the end: those who win, or that they are second with 20 points."""
    points = several(rows[0].points, "point")
    if rows[0].rank > 1:
        comes = f"{ordinal(rows[0].rank)} with {points}"
        return [LogLine(row.seat, f"{person(names, row.seat):comes} {comes}.", "end") for row in rows]
    if len(rows) == 1:
        who = person(names, rows[0].seat)
        return [LogLine(rows[0].seat, f"**{who}** {who.does('wins')} with {points}.", "end")]
    winners = listed([f"**{names(row.seat)}**" for row in rows])
    return [LogLine(None, f"{winners} share the win with {points} each.", "end")]


def _parted(better: Rows, worse: Rows, names: Names) -> LogLine:
    """Describe the tiebreaker that separates players of equal points: general tokens (purple), then mix tokens."""
    (purple, mixes), (less, fewer) = divmod(better[0].tie, TIED), divmod(worse[0].tie, TIED)
    first, then = (listed([names(row.seat) for row in rows]) for rows in (better, worse))
    beats = "beat" if len(better) > 1 else person(names, better[0].seat).does("beats")
    broke = f"purple tokens, {purple} to {less}" if purple != less else f"mix tokens, {mixes} to {fewer}"
    return LogLine(None, f"{first} {beats} {then} on {broke}.", "end")


_ROUND = Say("Round {round}", "turn", "")
_LAID_OUT = frozenset({Event.SIDE, Event.MIX})
_CHANGES = frozenset({Event.MIX, Event.WON, Event.BESIDE, Event.BACK})
_TELLERS: Tellers = {
    **dict.fromkeys((Event.FIRST, Event.SIDE), (_setup, _LAID_OUT)),
    Event.BEGIN: (_begin, ()),
    Event.MOVE: (_moved, _CHANGES | {Event.NTH}),
    **dict.fromkeys((Event.MIX, Event.WON), (_won, frozenset({Event.MIX, Event.WON}))),
    **dict.fromkeys((Event.BESIDE, Event.BACK), (_places, _CHANGES - {Event.WON})),
    Event.NTH: "{seat:makes} move {nth}.",
    Event.PASSES: (_passed, {Event.OUT}),
    Event.SOLVED: "{seat:has} every colour in one group after {moves}.",
    Event.OUT: "{seat:is} out after {moves}.",
    Event.ROLL: (_rolled, {Event.ROUND}),
    Event.ROUND: _ROUND,
    Event.END: (_end, {Event.RANK}),
    Event.RANK: (_ranks, {Event.RANK}),
}
"""For each kind of event that begins a passage: its text or narrator, and the kinds that can follow in it."""
_WORDS = {"moves": lambda moves: several(moves, "move")}
