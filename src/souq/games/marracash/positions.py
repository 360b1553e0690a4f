"""Validation of MarraCash's positions, and the fields derived from the others."""

from __future__ import annotations

from souq.engine.match.validation import Allowed, check_blank, require
from souq.engine.rules.bits import members
from souq.engine.rules.twin import interpreted
from souq.games.marracash import state as m
from souq.games.marracash.rules import asking, auction, turn, visitors
from souq.games.marracash.rules.auction import LEAST, MOST
from souq.games.marracash.rules.opening import SIGNS, SIGNS_FOR_TWO
from souq.games.marracash.rules.payment import wanted
from souq.games.marracash.rules.turn import ACTIONS, PATIENCE
from souq.games.marracash.rules.walking import people
from souq.games.marracash.state import Phase, Stage, State

DERIVED = ("asked",)
AUCTION = (Phase.BID, Phase.AMOUNT)
BRINGING = (Phase.GATE, Phase.GROUP)


def bounds(players: int) -> dict[str, Allowed]:
    """Return the values that each field may have in a valid position."""
    seat, seat_or_none, switch, amount = range(players), range(-1, players), range(2), range(0, MOST + 1, m.STEP)
    count, ledger = range(m.MOST + 1), range(0, m.TAKINGS + 1, m.STEP)
    return {
        "phase": Phase, "player": seat, "active": seat, "first": seat, "souvenirs": switch, "turn": range(m.TURNS + 1),
        "actions": range(ACTIONS + 1), "auctioned": switch, "progress": switch, "idle": range(PATIENCE * players + 1),
        "closing": range(-1, players + 1), "front": range(m.QUEUE + 1), "back": range(m.QUEUE + 1),
        "queue": range(m.COLOURS), "crowd": count, "owner": seat_or_none, "customers": count, "price": amount,
        "income": ledger, "cuts": range(0, m.CUTS + 1, m.STEP), "signs": range(SIGNS_FOR_TWO + 1),
        "cash": range(0, m.RICHES + 1, m.STEP),
        "lot": range(-1, m.SHOPS), "standing": amount, "leader": seat_or_none, "inside": range(1 << players),
        "bids": amount, "counted": amount, "gate": range(-1, m.GATES), "sale": range(-1, m.SHOPS),
        "guide": seat_or_none, "profit": range(0, m.BOX.ladder[-1] + 1, m.STEP), "stage": Stage,
        "unseen": range(1 << m.CARDS), "shown": range(-1, m.CARDS),
    }  # fmt: skip


def complete(s: State, given: frozenset[str]) -> None:
    """Fill in the fields that a position leaves out.

    Signs that are on no shop are in hand, it is the starting player's turn, and souvenirs that are not face up are face
    down.
    """
    if "signs" not in given:
        s.signs = [_signs(s) - s.owner.count(seat) if seat < s.players else 0 for seat in range(len(s.signs))]
    if "active" not in given:
        s.active = s.player if "player" in given else s.first
    if "player" not in given:
        s.player = s.active
    if "unseen" not in given and s.souvenirs:
        s.unseen = sum(1 << card for card in range(m.CARDS) if card not in s.shown)


def check(s: State) -> None:
    """Refuse a position in which a piece is counted twice, or whose decision could not come up in a game.

    Raises:
        BadPosition: the position is impossible in a game.
    """
    check_blank(s, "signs", "cash", "bids")
    _check_visitors(s)
    _check_shops(s)
    cards = [card for card in (*s.shown, *members((s.unseen,))) if card >= 0]
    require(len(set(cards)) == len(cards), "shown: a souvenir is face up and face down, or face up twice.")
    require(bool(s.souvenirs) or not cards, "souvenirs: the game has none, so it has no cards.")
    if not s.over:
        require(s.turn > 0, "turn: turns are counted from 1.")
        require(s.idle < PATIENCE * s.players, "idle: after so many turns without progress the game is over.")
        require(s.closing != 0, "closing: no turns are left, so the game is over.")
        _check_turn(s)


def _check_visitors(s: State) -> None:
    require(s.front <= s.back, "front: the queue goes from front to back.")
    waiting = s.queue[s.front : s.back]
    for colour, kind in enumerate(m.BOX.colours):
        inside = sum(n for shop, n in enumerate(s.customers) if m.SHOP_COLOUR[shop] == colour)
        there = sum(crowd[colour] for crowd in s.crowd) + waiting.count(colour) + inside
        require(
            there <= kind.visitors,
            f"crowd: {there} {m.NAMES[colour]} visitors are in crowds, queue and shops; there are {kind.visitors}.",
        )
    for fountain, shop in enumerate(m.BESIDE.tolist()):
        require(
            shop < 0 or s.owner[shop] == m.NOBODY or s.crowd[fountain][m.SHOP_COLOUR[shop]] == 0,
            f"crowd: visitors at fountain {fountain + 1} would have entered {m.SHOP_NAMES[shop]} at once.",
        )


def _check_shops(s: State) -> None:
    for seat in range(s.players):
        there = s.signs[seat] + s.owner.count(seat)
        require(there <= _signs(s), f"signs: seat {seat} has {there} in hand and on shops; there are {_signs(s)}.")
    for shop, owner in enumerate(s.owner):
        require(
            owner != m.NOBODY or not (s.customers[shop] or s.price[shop] or s.income[shop] or s.cuts[shop]),
            f"owner: nobody owns {m.SHOP_NAMES[shop]}, so nobody has paid for it or in it.",
        )


def _signs(s: State) -> int:
    """Return the number of a seat's signs, in hand and on shops."""
    return int(SIGNS_FOR_TWO if s.players == 2 else SIGNS)


def _check_turn(s: State) -> None:
    bringing, bidding = s.phase in BRINGING, s.phase in AUCTION
    if s.phase == Phase.SOUVENIR:
        _check_sale(s)
        return
    require(s.sale < 0, f"sale: no owner chooses a souvenir in phase {Phase(s.phase).name}.")
    require(s.stage == (Stage.VISITORS if bringing else Stage.ACTIONS), "stage: it does not match the phase.")
    require((s.lot >= 0) == bidding, "lot: it names a shop if and only if one is being auctioned.")
    if bidding:
        _check_auction(s)
    else:
        require(s.player == s.active, "player: it must be the active seat.")
    if bringing:
        require(s.back > s.front, "queue: it is empty.")
        require(bool(interpreted(visitors.empty_gates)(s)), "crowd: every entrance has visitors.")
    if s.phase == Phase.GROUP:
        empty = s.gate >= 0 and interpreted(people)(s, int(m.ENTRANCE[s.gate])) == 0
        require(empty, "gate: visitors come to an entrance without visitors.")


def _check_sale(s: State) -> None:
    owned = s.sale >= 0 and s.owner[s.sale] != m.NOBODY
    require(owned, "sale: the shop has no owner who could sell a souvenir.")
    wants = owned and all(interpreted(wanted)(s, s.sale, slot) for slot in range(len(s.shown)))
    require(wants, "shown: the customer could not take either souvenir.")
    require(s.customers[s.sale] > 0, "customers: the shop has had none.")
    require(s.lot < 0, "lot: no shop is being auctioned when a souvenir is sold.")


def _check_auction(s: State) -> None:
    require(s.owner[s.lot] == m.NOBODY, f"lot: {m.SHOP_NAMES[s.lot]} is owned already.")
    bidders = list(members((s.inside,)))
    for seat in bidders:
        require(s.signs[seat] > 0, f"inside: seat {seat} has no sign left to bid for.")
    require(s.player in bidders, "player: only seats that are still in (inside) can bid.")
    require(s.active in bidders or s.standing > 0, "inside: the active seat cannot pass before it opens.")
    require((s.standing == 0) == (s.leader == m.NOBODY), "leader: -1 if, and only if, there is no bid.")
    if s.standing:
        leads = s.leader in bidders and s.leader != s.player and s.bids[s.leader] == s.standing
        require(leads, "leader: it must be another seat still in, with the standing bid.")
        require(LEAST <= s.standing <= s.cash[s.leader], "standing: the leader could not bid that amount.")
    else:
        require(s.player == s.active, "player: the active seat opens the auction.")
        require(s.cash[s.active] >= LEAST, "cash: the active seat must be able to pay the least bid.")
    least, most = interpreted(auction.least)(s), interpreted(auction.cap)(s, s.player)
    counted = s.phase != Phase.AMOUNT or least <= s.counted <= most - m.STEP
    require(counted, "counted: it must be between the least bid and one step below the highest.")


def derive(s: State) -> None:
    """Calculate the legal choices (the field ``asked``) from the other fields of a position.

    Raises:
        BadPosition: the player has no possible action.
    """
    if s.over:
        s.asked = [0, 0]
    elif s.phase == Phase.ACTION:
        require(interpreted(turn.ask_action)(s), "actions: no action is possible.")
    elif s.phase == Phase.BID:
        interpreted(auction.ask_bid)(s, s.player)
    elif s.phase == Phase.AMOUNT:
        interpreted(auction.ask_amount)(s)
    elif s.phase == Phase.SOUVENIR:
        interpreted(asking.ask)(s, Phase.SOUVENIR, s.owner[s.sale])
        interpreted(asking.offer)(s, m.SELL, 3)
    elif s.phase == Phase.GATE:
        interpreted(asking.ask)(s, Phase.GATE, s.active)
        interpreted(asking.offer)(s, m.GATE, interpreted(visitors.empty_gates)(s))
    else:
        interpreted(visitors.ask_group)(s)
