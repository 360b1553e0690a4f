"""Reasons for choices: quantities that a player of Kairo counts, and facts about stalls, customers and medals.

Everything follows from the rules and from what the seat may know. Of other players' cards nothing is assumed: a fact
about what they could do next says that they have the room and the money for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, TypeVar

from souq.engine.present.reasons import Fact, Gauge, Pause, mention
from souq.engine.present.wording import listed, plural, several
from souq.engine.rules.bits import Bits, common, count, has, some, triple, union
from souq.engine.rules.events import WIDTH as ROW
from souq.engine.rules.events import rows
from souq.engine.rules.twin import changed, interpreted
from souq.games.kairo.rules import luring, medals, payment, stands
from souq.games.kairo.rules.sites import NOWHERE, SEGMENTS_SITES
from souq.games.kairo.state import BOX, COLOURS, NAMES, NEUTRAL, PLAYERS, Act, Event, Phase, State
from souq.games.kairo.story.wording import segment

GAUGES = (
    Gauge("points", "scores {n} point{s}", "", "scores {n} more point{s}", "scores {n} fewer point{s}"),
    Gauge(
        "money",
        "earns you {n} money",
        "costs you {n} money",
        "leaves you {n} richer",
        "leaves you {n} poorer",
        0.4,
    ),
    Gauge(
        "cards",
        "brings {n} card{s}",
        "costs {n} card{s}",
        "leaves you {n} more card{s}",
        "leaves you {n} fewer card{s}",
        0.4,
    ),
    Gauge(
        "barkers",
        "brings {n} barker{s}",
        "costs {n} barker{s}",
        "leaves you {n} more barker{s}",
        "leaves you {n} fewer barker{s}",
        0.35,
    ),
    Gauge(
        "given",
        "earns the other players {n} money",
        "",
        "leaves the other players {n} richer",
        "leaves the other players {n} poorer",
        -0.2,
    ),
    Gauge(
        "segments",
        "lets your cards reach {n} more segment{s}",
        "lets your cards reach {n} fewer segment{s}",
        "lets your cards reach {n} more segment{s}",
        "lets your cards reach {n} fewer segment{s}",
        0.08,
    ),
    Gauge(
        "room",
        "gives your stalls {n} more site{s} to grow onto",
        "takes {n} site{s} to grow onto from your stalls",
        "leaves your stalls {n} more site{s} to grow onto",
        "leaves your stalls {n} fewer site{s} to grow onto",
        0.12,
    ),
    Gauge(
        "rivals_room",
        "gives the other players’ stalls {n} more site{s} to grow onto",
        "takes {n} site{s} to grow onto from the other players’ stalls",
        "leaves the other players’ stalls {n} more site{s} to grow onto",
        "leaves the other players’ stalls {n} fewer site{s} to grow onto",
        -0.08,
    ),
)
"""Quantities that a player of Kairo counts."""
KINDS = (
    "medal",
    "prize",
    "threat",
    "ready",
    "card",
    "purse",
    "afford",
    "hemmed",
    "reach",
    "beyond",
    "nearest",
    "steps",
    "coins",
    "alone",
    "closed",
    "apart",
    "final",
)
"""Kinds of the facts."""
T = TypeVar("T")
FAR = 9
"""Number of steps from which on a customer's distance isn't mentioned."""
BOARDS = 64
"""Number of boards that are cached."""
_METALS = ("gold", "silver")
_WORTH = {"gold": 2.0, "silver": 1.0}
_goals, _lurable = interpreted(luring.goals), interpreted(luring.lurable)
_lure_price, _steps = interpreted(luring.price), interpreted(luring.steps)
_growth = interpreted(stands.growth)
_take_medals, _largest_other = interpreted(medals.take_medals), interpreted(medals.largest_other)
_payable, _covered = interpreted(payment.payable), interpreted(payment.covered)
_segments = interpreted(payment.covered_segments)
_wealth = interpreted(payment.wealth)


def measure(view: State, seat: int) -> tuple[int, ...]:
    """Return the value of each gauge for ``seat``."""
    table = _Table(view, seat)
    others = [other for other in range(view.players) if other != seat]
    return (
        view.score[seat] - _final_points(view, seat),
        _wealth(view, seat),
        view.held[seat],
        view.barkers[seat],
        sum(_wealth(view, other) for other in others),
        table.segments.bit_count(),
        count(table.room(seat)),
        sum(count(table.room(other)) for other in others),
    )


_STARTS = ((Phase.ACT, Act.NONE), (Phase.COLOUR, Act.PLACE), (Phase.SITE, Act.NEUTRAL))
"""Phase and action in progress at the start of a turn, or of the placing of a first stall."""


def pause(view: State) -> Pause:
    """Return whether a turn is complete, even if the same seat has the next one, as it may in the final phase."""
    return Pause.TURN if (view.phase, view.act) in _STARTS else Pause.NONE


def facts(view: State, seat: int) -> Iterator[Fact]:
    """Yield what matters to ``seat`` in a position: its stalls and medals, and what other players could do to them."""
    table = _Table(view, seat)
    for owner, colour in table.stalls:
        if owner == seat:
            yield from _own(table, colour)
        else:
            yield from _rival(table, owner, colour)
    yield from _taken(view, seat)
    yield from _neutral(table)
    if view.final:
        lead = view.score[seat] - max(view.score[other] for other in range(view.players) if other != seat)
        yield Fact(("final",), 0.3 * lead, "begins the final phase")


def _final_points(view: State, seat: int) -> int:
    """Return the points of the final scoring, which every player gets whatever choice ends the game."""
    if not view.over:
        return 0
    ended = rows(Event, view.event[: view.n_events])
    return sum(row.points for row in ended if row.kind in (Event.MEDALS, Event.MONEY) and row.seat == seat)


class _Board:
    """The pieces on the square, with the rules' answers about them, which depend on no cards, money or barkers."""

    def __init__(self, view: State) -> None:
        self.view = view
        self._known: dict[tuple[Any, ...], Any] = {}

    def _once(self, rule: Callable[..., T], *given: int) -> T:
        key = (rule, *given)
        if key not in self._known:
            self._known[key] = rule(self.view, *given)
        found: T = self._known[key]
        return found

    def growth(self, owner: int, colour: int) -> Bits:
        """Return the sites onto which a stall can grow, whatever it costs."""
        return self._once(_growth, owner, colour)

    def goals(self, customer: int, barkers: int) -> Bits:
        """Return the entries to which a seat with so many barkers can lure a customer."""
        key = (_goals, customer, barkers)
        if key not in self._known:
            self._known[key] = _goals(changed(self.view, barkers=[barkers] * PLAYERS), 0, customer)
        found: Bits = self._known[key]
        return found

    def price(self, customer: int, entry: int) -> int:
        """Return the number of vacant entries nearer to a customer than this one."""
        return self._once(_lure_price, customer, entry)

    def steps(self, customer: int, entry: int) -> int:
        """Return the number of steps that a customer walks to an entry; -1 if there is no way."""
        return self._once(_steps, customer, entry)


_PIECES = ("solid", "doors", "crowd", "reach", "stands")
_STALLS = ("tiles", "stall", "entry", "sizes")
_boards: dict[tuple[Any, ...], _Board] = {}


def _board(view: State) -> _Board:
    """Return the board of a position; boards are cached, since many positions of a hint differ only in cards."""
    key: tuple[Any, ...] = tuple(tuple(getattr(view, name)) for name in _PIECES)
    key += tuple(tuple(map(tuple, getattr(view, name))) for name in _STALLS)
    if key not in _boards:
        if len(_boards) >= BOARDS:
            _boards.clear()
        _boards[key] = _Board(view)
    return _boards[key]


class _Table:
    """A position, with what the rules say about its stalls, computed once."""

    def __init__(self, view: State, seat: int) -> None:
        self.view, self.seat = view, seat
        self.stalls = [
            (owner, colour) for owner in range(view.players) for colour in range(COLOURS) if view.sizes[owner][colour]
        ]
        self.share = 1 / (view.players - 1)
        """Part of what a rival gains that counts as a loss."""
        self.board = _board(view)

    def growth(self, owner: int, colour: int) -> Bits:
        """Return the sites onto which a stall can grow, whatever it costs."""
        return self.board.growth(owner, colour)

    @cached_property
    def stops(self) -> bool:
        """Whether the seat has just chosen to build nothing any more."""
        happened = rows(Event, self.view.event[: self.view.n_events])
        return any(row.kind == Event.OUT and row.seat == self.seat and row.by_choice for row in happened)

    def room(self, owner: int) -> Bits:
        """Return the sites onto which any stall of a seat can grow."""
        found = NOWHERE
        if owner == self.seat and self.stops:
            return found
        for who, colour in self.stalls:
            if who == owner:
                found = union(found, self.growth(who, colour))
        return found

    def affords(self, owner: int, colour: int) -> bool:
        """Return whether a seat may still expand a stall of a colour in the supply, and has the money for it."""
        size = self.view.sizes[owner][colour]
        if self.view.out >> owner & 1 or not self.view.supply[colour]:
            return False
        return bool(_payable(self.view, owner, colour, size + 1, -1))

    def prizes(self, owner: int, colour: int) -> list[tuple[str, int]]:
        """Return the medals, with their holders, that a stall's next expansion would take."""
        view = self.view
        trial = changed(view, gold=[*view.gold], silver=[*view.silver], event=[[0] * ROW for _ in range(2)], n_events=0)
        _take_medals(trial, owner, colour, view.sizes[owner][colour] + 1)
        taken = rows(Event, trial.event[: trial.n_events])
        return [(_METALS[not row.is_gold], row.giver) for row in taken]

    def reaches(self, owner: int, colour: int) -> bool:
        """Return whether a seat could lure the customer of a colour to its own stall, with the barkers it has."""
        view = self.view
        if not _lurable(view, colour):
            return False
        return has(self.board.goals(colour, view.barkers[owner]), view.entry[owner][colour])

    @cached_property
    def segments(self) -> int:
        """Segments in which the seat's cards let it build, as a bit mask."""
        return _segments(self.view, self.seat, Act.NEW, -1) if not self.stops else 0


def _own(table: _Table, colour: int) -> Iterator[Fact]:
    """Yield facts about a stall of the seat."""
    view, seat, stall = table.view, table.seat, f"your {NAMES[colour]} stall"
    growth = table.growth(seat, colour)
    supply, gain = view.supply[colour], view.sizes[seat][colour] + 1
    prizes = table.prizes(seat, colour)
    money = table.affords(seat, colour)
    card = some(common(growth, triple(SEGMENTS_SITES[table.segments])))
    ready = money and some(common(growth, _covered(view, seat, Act.EXPAND, colour)))
    if not some(growth):
        begins, ends = f"leaves {stall} nowhere to grow", f"gives {stall} room to grow"
        yield Fact(("hemmed", seat, colour), -0.4 * gain if supply else 0, begins, "", ends if supply else "")
    if ready:
        begins = "" if prizes else f"gets you ready to expand {stall} to size {gain}"
        keeps = "" if prizes else f"keeps you ready to expand {stall}"
        yield Fact(("ready", colour), 0.35 * gain, begins, keeps, f"leaves you unable to expand {stall} for now")
        if prizes:
            goal, worth = _medal_words(colour, prizes), 0.35 * gain + 0.5 * sum(_WORTH[metal] for metal, _ in prizes)
            words = f"you ready to take {goal}"
            yield Fact(("prize", colour, goal), worth, f"gets {words}", f"keeps {words}")
    if money:
        words = "" if ready else f"the money to expand {stall} to size {gain}"
        yield Fact(("purse", colour, gain), 0.2 * gain, words and f"leaves you {words}", words and f"keeps {words}")
    if card and not view.out >> seat & 1:
        words = "" if ready or not supply else f"a card to expand {stall}"
        yield Fact(("card", colour), 0.15 * gain, words and f"leaves you {words}", words and f"keeps {words}")
    yield from _visitor(table, colour)
    for coins in range(1, view.money[seat][colour] + 1):
        words = f"leaves you {view.money[seat][colour]} {NAMES[colour]} for {stall}"
        yield Fact(("coins", colour, coins), 0.2, words, words)
    if not _largest_other(view, seat, colour):
        yield Fact(("alone", colour), 1.0, f"makes you the first player with a {NAMES[colour]} stall")


def _visitor(table: _Table, colour: int) -> Iterator[Fact]:
    """Yield facts about the customer of a colour and the seat's stall."""
    view, seat, stall = table.view, table.seat, f"your {NAMES[colour]} stall"
    customer, size = f"the {NAMES[colour]} customer", view.sizes[seat][colour]
    if view.stands[colour] < 0:
        return
    said = not view.final
    reached = table.reaches(seat, colour)
    if reached:
        nearest = table.board.price(colour, view.entry[seat][colour]) == 0
        words = f"{stall} within {customer}’s reach" if said and not nearest else ""
        yield Fact(("reach", seat, colour), 0.3 * size, words and f"puts {words}", words and f"keeps {words}")
        if nearest:
            words = f"leaves no free entry nearer than yours to {customer}" if said else ""
            yield Fact(("nearest", colour), 0.35 * size, words, words)
    else:
        words = f"leaves {customer} out of {stall}’s reach" if said and size > 1 else ""
        yield Fact(("beyond", seat, colour), -0.3 * size, words)
    steps = table.board.steps(colour, view.entry[seat][colour])
    if said and steps >= 0:
        words = f"{customer} within {several(steps, 'step')} of {stall}"
        for most in range(steps, FAR):
            near = reached or size == 1  # else that it is out of reach is mentioned
            keeps = f"keeps {words}" if near and most == steps else ""
            yield Fact(("steps", colour, most), 0.2 * size, f"brings {words}" if near else "", keeps)


def _medal_words(colour: int, prizes: list[tuple[str, int]]) -> str:
    """Return the name of medals of a colour, with their holders: ``the gold medal for red from Omar``."""
    origins = [f" from {mention(giver)}" if giver >= 0 else "" for _, giver in prizes]
    if len(set(origins)) > 1:
        return f"the gold medal for {NAMES[colour]}{origins[0]} and the silver one{origins[1]}"
    metals = [metal for metal, _ in prizes]
    return f"the {listed(metals)} {plural(len(metals), 'medal')} for {NAMES[colour]}{origins[0]}"


def _rival(table: _Table, owner: int, colour: int) -> Iterator[Fact]:
    """Yield facts about a stall of another player."""
    view, who, share = table.view, mention(owner), table.share
    stall, size = f"{who}’s {NAMES[colour]} stall", view.sizes[owner][colour]
    supply, roomy, money = view.supply[colour], some(table.growth(owner, colour)), table.affords(owner, colour)
    if not roomy:
        begins, ends = f"leaves {stall} nowhere to grow", f"gives {stall} room to grow"
        worth = 0.4 * (size + 1) * share if supply else 0
        yield Fact(("hemmed", owner, colour), worth, begins if supply else "", "", ends if supply else "")
    if money:
        words = f"{who} the money to expand the {NAMES[colour]} stall to size {size + 1}"
        yield Fact(("afford", owner, colour), -0.3 * (size + 1) * share, f"gives {words}" if roomy else "")
    if money and roomy:
        for metal, giver in table.prizes(owner, colour):
            if giver == table.seat:
                medal = f"your {metal} medal for {NAMES[colour]}"
                begins = f"leaves {who} the room and the money to take {medal}"
                ends = f"puts {medal} out of {who}’s reach"
                yield Fact(("threat", owner, colour, metal), -1.5 * _WORTH[metal], begins, "", ends)
    if table.reaches(owner, colour):
        words = "" if view.final else f"brings the {NAMES[colour]} customer within reach of {stall}"
        yield Fact(("reach", owner, colour), -0.3 * size * share, words)
    elif view.stands[colour] >= 0:
        words = "" if view.final else f"leaves the {NAMES[colour]} customer out of reach of {stall}"
        yield Fact(("beyond", owner, colour), 0.3 * size * share, words)


def _taken(view: State, seat: int) -> Iterator[Fact]:
    """Yield the medals that the seat has just taken. The points they scored then are among those of the expansion."""
    happened = rows(Event, view.event[: view.n_events])
    taken = [row for row in happened if row.kind == Event.MEDAL and row.seat == seat]
    if taken:
        colour, prizes = taken[0].colour, sorted((_METALS[not row.is_gold], row.giver) for row in taken)
        goal, worth = _medal_words(colour, prizes), round(sum(_WORTH[metal] for metal, _ in prizes))
        again = f"{several(worth, 'more point')} at the end if you keep {'it' if len(prizes) == 1 else 'them'}"
        yield Fact(("medal", colour, goal), 2.0 * worth, f"takes {goal} ({again})", "", "", f"doesn’t take {goal}")


def _neutral(table: _Table) -> Iterator[Fact]:
    """Yield how far a neutral stall that has just been placed is from its customer, and which stalls it rules out."""
    for row in rows(Event, table.view.event[: table.view.n_events]):
        if row.kind != Event.PLACED or row.owner != NEUTRAL:
            continue
        name = NAMES[row.colour]
        words = f"leaves no place for another {name} stall in {segment(row.site)}"
        yield Fact(("closed", row.colour, BOX.segment[row.site]), 0.05, words)
        if table.view.stands[row.colour] >= 0:
            steps = table.board.steps(row.colour, row.entry)
            words = f"puts the neutral {name} stall {several(steps, 'step')} from the {name} customer"
            yield Fact(("apart", row.colour, steps), 0.06, words)
