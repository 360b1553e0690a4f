"""The desk: a position prepared for drawing, with its stands, customers' paths and possible earnings.

A :class:`Desk` is made once for a scene. It reads what its viewer may see of a position; the legal choices come with
the context.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from souq.engine.present import desk
from souq.engine.present.scene import Context
from souq.engine.present.story import only
from souq.engine.present.voice import Person
from souq.engine.present.wording import opened
from souq.engine.rules.events import Row
from souq.engine.rules.twin import blank, changed, interpreted
from souq.games.kairo import GAME
from souq.games.kairo import state as k
from souq.games.kairo.rules import building, cards, luring, sites, stands
from souq.games.kairo.scene import paths
from souq.games.kairo.scene.ahead import Ahead, Trials
from souq.games.kairo.scene.geometry import NEAR
from souq.games.kairo.state import Act, Event, Phase, Rule, State

_BUILT = (Event.PLACED, Event.NEW, Event.EXPANDED, Event.MOVED)
_UNPLAYED = (Rule.KA_C01, Rule.KA_C02, Rule.KA_E11)
"""Rules against an expansion that only say that cards, or money for a joker, are missing."""
_free, _walkable, _stand = interpreted(sites.free), interpreted(sites.walkable), interpreted(stands.stand)
_vacant = interpreted(luring.vacant)
_running_out, _pay_cost = interpreted(building.running_out), interpreted(building.pay_cost)
_copies = interpreted(cards.copies)


@dataclass(frozen=True, slots=True)
class Stand:
    """A stall with its expansions."""

    owner: int
    colour: int
    stall: int
    entry: int
    tiles: frozenset[int]

    @property
    def size(self) -> int:
        """Number of tiles, including the stall."""
        return len(self.tiles)

    @property
    def key(self) -> str:
        """Key of the stand's sprite."""
        return f"stand-{self.owner}-{self.colour}"

    @property
    def door(self) -> str:
        """Key of the door's sprite."""
        return f"door-{self.owner}-{self.colour}"


@dataclass(frozen=True, slots=True)
class Goal:
    """An entry that a customer can be lured to, given enough barkers (KA-L02 to KA-L05)."""

    stand: Stand
    steps: int
    barkers: int
    """Number of barkers that the player must spend on it."""
    earned: tuple[tuple[int, int], ...]
    """Earnings as (seat, money), the owner's first."""


def _unpacked(held: int) -> list[int]:
    """Return the cards of a hand, packed as in the record, in the order of their kinds."""
    return [card for card in range(k.CARDS) for _ in range(_copies(held, card))]


class Desk(desk.Desk[State]):
    """Facts computed from a view, which is a position as one player sees it."""

    game = GAME

    def __init__(self, view: State, ctx: Context) -> None:
        super().__init__(view, ctx)
        self.act = view.act

    # ---- what can be chosen

    @cached_property
    def ahead(self) -> Ahead:
        """Look-ahead over the viewer's options, of which there are none while another seat decides."""
        return Ahead(self.view, self.ctx.legal, self.trials)

    @cached_property
    def trials(self) -> Trials:
        """Experiments with the rules on copies of the view, with other values in some fields."""
        return Trials(self.view)

    @cached_property
    def lured(self) -> list[int]:
        """Customers the viewer can lure now."""
        return self.ahead.lured if self.asks(Phase.ACT, Phase.CUSTOMER) else []

    @cached_property
    def lit_stands(self) -> frozenset[int]:
        """Colours of the viewer's stands that can grow or move now, or of the one being expanded."""
        if self.asks(Phase.SITE) and self.act == Act.EXPAND:
            return frozenset((self.view.colour,))
        if not self.asks(Phase.ACT, Phase.COLOUR):
            return frozenset()
        return frozenset(self.ahead.colours(Act.EXPAND)) | frozenset(self.ahead.colours(Act.MOVE))

    @cached_property
    def instead(self) -> frozenset[int]:
        """Colours that the player could have chosen instead, while a site is being chosen."""
        if not self.asks(Phase.SITE) or self.act in (Act.NEUTRAL, Act.MOVE):
            return frozenset()
        return frozenset(self.ahead.instead) - {self.view.colour}

    def denied(self, choices: Mapping[Phase, int]) -> int | None:
        """Return the choice for the current phase if it is illegal, so that a click can explain why; otherwise None.

        ``choices`` maps phases to choices. None is also returned without a choice for this phase, or if another seat
        decides.
        """
        choice = choices.get(Phase(self.phase)) if self.mine else None
        return None if choice in self.legal else choice

    @property
    def builder(self) -> int:
        """Owner of the stall being placed: the player, or NEUTRAL."""
        return k.NEUTRAL if self.act == Act.NEUTRAL else self.player

    @property
    def mover(self) -> int:
        """Seat whose possible lures the scene shows.

        It is the player on turn while a destination is chosen or for a spectator, otherwise the viewer.
        """
        return self.player if self.seat < 0 or self.phase == Phase.GOAL else self.seat

    # ---- words

    def called(self, owner: int) -> Person:
        """Return an owner's name: ``you``, a name, or ``nobody``."""
        return Person("nobody") if owner == k.NEUTRAL else super().called(owner)

    def whose(self, owner: int) -> str:
        """Return an owner's possessive: ``your``, ``Omar’s``, ``the neutral``."""
        return "the neutral" if owner == k.NEUTRAL else super().whose(owner)

    def titled(self, stand: Stand) -> str:
        """Return the title of a stand: ``Your green stall, size 2``."""
        return f"{opened(self.whose(stand.owner))} {k.NAMES[stand.colour]} stall, size {stand.size}"

    def owned(self, owner: int) -> str:
        """Return words that stand for an owner's stall: ``yours``, ``Omar’s``, ``the neutral one``."""
        if owner == k.NEUTRAL:
            return "the neutral one"
        return "yours" if owner == self.seat else self.whose(owner)

    # ---- sites

    @cached_property
    def walk(self) -> int:
        """Sites that can be walked over (KA-L03), as a set."""
        return paths.board(_walkable(self.view))

    @cached_property
    def free(self) -> int:
        """Sites with nothing on them (KA-N02), as a set."""
        return paths.board(_free(self.view))

    def refusal(self, choice: int) -> int:
        """Return the rule that forbids the viewer a choice; 0 if none does."""
        return self.trials.bindings.refusal(self.trials.record, self.seat, choice)

    # ---- cards

    @cached_property
    def hand(self) -> list[int]:
        """The viewer's cards, in the order of their kinds; a spectator has none."""
        return _unpacked(self.view.hand[self.seat]) if self.seat >= 0 else []

    def revealed(self, seat: int) -> list[int]:
        """Return a seat's cards once the game is over; none before."""
        whole = self.ctx.revealed
        return _unpacked(whole.hand[seat]) if whole else []

    # ---- stands

    @cached_property
    def stands(self) -> list[Stand]:
        """All stands of the board."""
        return [
            Stand(owner, colour, stall, self.view.entry[owner][colour], self._tiles(owner, colour))
            for owner in range(k.OWNERS)
            for colour in range(k.COLOURS)
            if (stall := self.view.stall[owner][colour]) >= 0
        ]

    def _tiles(self, owner: int, colour: int) -> frozenset[int]:
        return frozenset(paths.sites(paths.board(_stand(self.view, owner, colour))))

    @cached_property
    def at(self) -> dict[tuple[int, int], Stand]:
        """Stands by owner and colour."""
        return {(stand.owner, stand.colour): stand for stand in self.stands}

    def border(self, stand: Stand) -> list[int]:
        """Return the sites a player's stand could grow onto (KA-E02 to KA-E06), whatever it costs."""
        return [site for site, rule in self._beside(stand).items() if rule in _UNPLAYED]

    def sealed(self, stand: Stand) -> bool:
        """Return whether a site for an expansion of a stand is forbidden only because it cuts a path off (KA-A01)."""
        return Rule.KA_A01 in self._beside(stand).values()

    def _beside(self, stand: Stand) -> dict[int, int]:
        return self.once(("beside", stand), lambda: self._refusals(stand))

    def _refusals(self, stand: Stand) -> dict[int, int]:
        """Return, for each site next to a stand, the rule that forbids the owner to expand onto it; 0 if none does."""
        asked = self.trials.where(
            over=0, phase=Phase.SITE, act=Act.EXPAND, player=stand.owner, colour=stand.colour, asked=0
        )
        beside = {site for tile in stand.tiles for site in NEAR[tile]} - stand.tiles
        refusal = self.trials.bindings.refusal
        return {site: refusal(asked, stand.owner, k.SITE + site) for site in sorted(beside)}

    # ---- expansions

    def growth(self, stand: Stand) -> list[Row]:
        """Return events with the points and medals that a stand's next expansion would bring its owner."""
        return self.once(("growth", stand), lambda: self._growth(stand))

    def _growth(self, stand: Stand) -> list[Row]:
        """Return the events of an expansion, found by making its last payment in a copy of the position."""
        site = self.border(stand)[0]
        decided = {"phase": Phase.PAY, "act": Act.EXPAND, "player": stand.owner, "colour": stand.colour, "site": site}
        return self.trials.events(k.PAY, stand.owner, Event.SCORED, Event.MEDAL, **decided, owed=1)

    def bill(self, colour: int) -> tuple[int, int]:
        """Return what a stand's next expansion costs the player: coins of its colour, and coins of other colours."""
        money = [list(held) for held in self.view.money]
        trial = changed(self.view, act=Act.EXPAND, colour=colour, money=money, n_events=-1)
        _pay_cost(trial)
        return self.view.money[self.player][colour] - money[self.player][colour], trial.owed

    def ends(self, colour: int) -> bool:
        """Return whether one more expansion of a colour starts the final phase (KA-F01)."""
        return not self.view.final and colour in _ending(tuple(self.view.supply))

    # ---- customers

    @cached_property
    def customers(self) -> dict[int, int]:
        """Site of each customer on the board, by colour."""
        return {colour: site for colour, site in enumerate(self.view.stands) if site >= 0}

    @cached_property
    def outside(self) -> int:
        """The customer off the board; -1 before the customers are placed."""
        return next((colour for colour, site in enumerate(self.view.stands) if site < 0), -1)

    def reach(self, customer: int) -> tuple[int, ...]:
        """Return the sites that a customer on the board can reach, as sets indexed by the number of steps."""
        return paths.levels(self.walk, self.customers[customer])

    def goals(self, customer: int) -> list[Goal]:
        """Return the vacant entries of a customer's colour, nearest first, however many barkers they cost."""
        return self.once(("goals", customer), lambda: self._goals(customer))

    def _goals(self, customer: int) -> list[Goal]:
        vacant = paths.board(_vacant(self.view, customer))
        mine = (stand for stand in self.stands if stand.colour == customer and vacant >> stand.entry & 1)
        return sorted(map(self._goal, mine), key=lambda goal: (goal.steps, goal.stand.owner))

    def _goal(self, stand: Stand) -> Goal:
        decided = {"phase": Phase.GOAL, "act": Act.LURE, "player": self.mover, "customer": stand.colour}
        found = self.trials.events(k.GOAL + stand.entry, self.mover, Event.EARNED, Event.BARKERS, **decided)
        earned = sorted(only(found, Event.EARNED), key=lambda row: -row.as_owner)
        return Goal(
            stand,
            paths.steps(self.reach(stand.colour), stand.entry),
            sum(row.barkers for row in only(found, Event.BARKERS)),
            tuple((row.seat, row.money) for row in earned),
        )

    def way(self, customer: int, entry: int) -> tuple[int, ...]:
        """Return the sites of a shortest path of a customer on the board to an entry."""
        return paths.route(self.walk, self.customers[customer], entry)

    @cached_property
    def narrows(self) -> dict[int, int]:
        """For each customer, the free sites where a building would lengthen or cut off a path to an entry."""
        made = {}
        for customer in self.customers:
            found = 0
            for goal in self.goals(customer):
                found |= paths.narrows(paths.shortest(self.reach(customer), goal.stand.entry))
            made[customer] = found & self.free
        return made

    def earned(self, goal: Goal) -> str:
        """Return a destination's earnings in words: ``Yusuf +3, you +1``."""
        return ", ".join(f"{self.called(seat)} +{money}" for seat, money in goal.earned)

    # ---- what was done last

    @cached_property
    def fresh(self) -> frozenset[int]:
        """Sites on which a stall or an expansion was built since the viewer last acted."""
        return frozenset(row.site for row in self.recent if row.kind in _BUILT)

    @cached_property
    def moved(self) -> frozenset[int]:
        """Customers that were lured away or came in since the viewer last acted."""
        return frozenset(row.customer for row in self.recent if row.kind in (Event.LURED, Event.CAME))


@lru_cache(maxsize=256)
def _ending(supply: tuple[int, ...]) -> frozenset[int]:
    """Return the colours whose next expansion would start the final phase."""
    less = ([more - (other == colour) for other, more in enumerate(supply)] for colour in range(k.COLOURS))
    return frozenset(colour for colour, left in enumerate(less) if _running_out(blank(State, supply=left)))
