"""A second implementation of the rules, slow and simple: it searches the board and uses no derived field.

Written from the rulebook, not from the compiled rules; random games are compared with it.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from typing import Any

from souq.games.desert_bazaar.state import BOX, CHOICES, Phase

WORDS = ["Water", "Camel", "Silk", "Spice"]
LETTERS = "WCSP"
WILD, DESERT = 4, 5
PLACES = {(s.q, s.r): number for number, s in enumerate(BOX.sites)}
STEPS = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]


def neighbours(site: int) -> list[int]:
    """Return the sites next to a site, by coordinates."""
    here = BOX.sites[site]
    around = [PLACES.get((here.q + q, here.r + r)) for q, r in STEPS]
    return [n for n in around if n is not None]


def encampments(tiles: list[int]) -> list[set[int]]:
    """Return all groups of connected tiles."""
    groups: list[set[int]] = []
    for site, tile in enumerate(tiles):
        if tile >= 0 and not any(site in group for group in groups):
            group, todo = set(), [site]
            while todo:
                at = todo.pop()
                if at not in group:
                    group.add(at)
                    todo += [n for n in neighbours(at) if tiles[n] >= 0]
            groups.append(group)
    return groups


def made_at(tiles: list[int], site: int) -> int:
    """Return how large an encampment a tile on an empty site would make."""
    touched = [group for group in encampments(tiles) if group & set(neighbours(site))]
    return 1 + sum(len(group) for group in touched)


def legal_sites(tiles: list[int]) -> list[int]:
    """Return empty sites where the encampment would have at most seven tiles."""
    return [site for site, tile in enumerate(tiles) if tile < 0 and made_at(tiles, site) <= 7]


def offers(tiles: list[int], site: int) -> list[int]:
    """Return the units of each resource that the neighbours of a site offer."""
    products = [BOX.tiles[tiles[n]].product for n in neighbours(site) if tiles[n] >= 0]
    return [products.count(r) for r in range(4)]


def payments(cost: list[int], offered: list[int], hand: list[int], pile: list[int]) -> list[tuple[int, ...]]:
    """Return every way to pay in cards, ascending."""
    spans = []
    for r in range(4):
        low = cost[r] - min(cost[r], offered[r])
        spans.append([n for n in range(low, cost[r] + 1) if n == low or n <= hand[r]])
    return [due for due in product(*spans) if affordable(due, hand, pile)]


def affordable(due: tuple[int, ...], hand: list[int], pile: list[int]) -> bool:
    """Return whether trades of three surplus cards for one can supply what is missing."""
    missing = [max(0, d - h) for d, h in zip(due, hand, strict=True)]
    surplus = [max(0, h - d) for d, h in zip(due, hand, strict=True)]
    return sum(surplus) >= 3 * sum(missing) and all(m <= p for m, p in zip(missing, pile, strict=True))


def sites_for(s: Any, tile: int) -> list[int]:
    """Return the legal sites on which the player can pay for a tile."""
    cost = list(BOX.tiles[tile].cost)
    hand = s.hand[s.player]
    return [c for c in legal_sites(s.tile) if payments(cost, offers(s.tile, c), hand, s.pile)]


def tiles_for(s: Any, sides: list[int]) -> list[str]:
    """Return the displayed tiles that can be built somewhere."""
    sites = legal_sites(s.tile)
    profiles = {tuple(offers(s.tile, c)) for c in sites}
    found = []
    for side in sides:
        for slot, tile in enumerate(s.display[side]):
            cost = list(BOX.tiles[tile].cost) if tile >= 0 else []
            if tile >= 0 and any(payments(cost, list(p), s.hand[s.player], s.pile) for p in profiles):
                found.append(f"tile {('left', 'right')[side]} {slot + 1}")
    return found


def stops(s: Any) -> list[str]:
    """Return the choices after the first throw."""
    found = [f"stop {WORDS[r]}" for r in range(4) if s.pile[r] and any(die in (r, WILD) for die in s.dice)]
    live = [die for die in s.dice if die != DESERT]
    if len(live) >= 2:
        found += [f"keep {WORDS[face]}" for face in range(4) if face in live and s.pile[face]]
        found += ["keep wild"] if WILD in live and any(s.pile) else []
    return found


def matches(s: Any) -> list[str]:
    """Return the resources a kept Wild may be."""
    again = [die for number, die in enumerate(s.dice) if number != s.kept]
    return [f"match {WORDS[r]}" for r in range(4) if s.pile[r] and (r in again or WILD in again)]


def trades(s: Any) -> list[str]:
    """Return three cards each of what this payment does not need."""
    spare = [max(0, h - d) for h, d in zip(s.hand[s.player], s.due, strict=True)]
    threes = ["".join(LETTERS[r] for r in three) for three in combinations_with_replacement(range(4), 3)]
    return [f"trade {three}" for three in threes if all(three.count(LETTERS[r]) <= spare[r] for r in range(4))]


def ways_to_pay(s: Any) -> list[str]:
    """Return the payments by what they pay beyond the cheapest."""
    cost = list(BOX.tiles[s.display[s.side][s.slot]].cost)
    ways = payments(cost, offers(s.tile, s.site), s.hand[s.player], s.pile)
    more = ["".join(LETTERS[r] * (way[r] - ways[0][r]) for r in range(4)) for way in ways]
    return ["pay cheapest", *(f"pay +{cards}" for cards in more[1:])]


def options(s: Any) -> list[str]:
    """Return the names of all the player's legal choices."""
    stocked = [WORDS[r] for r in range(4) if s.pile[r]]
    asked = {
        Phase.WILD: lambda: [f"wild {word}" for word in stocked],
        Phase.TURN: lambda: ["roll", *tiles_for(s, [0, 1])],
        Phase.TAKE: lambda: [f"take {word}" for word in stocked],
        Phase.THROWN: lambda: stops(s),
        Phase.MATCH: lambda: matches(s),
        Phase.SITE: lambda: [
            CHOICES.name(int(CHOICES.parse(f"site {BOX.sites[c].label}"))) for c in sites_for(s, now(s))
        ],
        Phase.PAY: lambda: ways_to_pay(s)[: 1 if s.discount else None],
        Phase.TRADE: lambda: trades(s),
        Phase.NEXT: lambda: [*tiles_for(s, [s.side]), "done"],
    }
    return asked[Phase(s.phase)]()


def now(s: Any) -> int:
    """Return the tile being built."""
    tile: int = s.display[s.side][s.slot]
    return tile


def scored(before: Any, after: Any) -> list[int]:
    """Return what each seat must have scored in a decision that built one tile, without the final scoring."""
    gains = [0] * 5
    built = [site for site in range(len(BOX.sites)) if before.tile[site] < 0 <= after.tile[site]]
    for site in built:
        seat = before.player
        marked = before.markers[seat] > 0
        group = next(g for g in encampments(after.tile) if site in g)
        if len(group) == 1 and marked:
            gains[seat] += 2
        if len(group) == 7:
            for member in group:
                owner = before.owner[member] if member != site else (seat if marked else -1)
                if owner >= 0:
                    gains[owner] += 1
            gains[seat] += 1
    return gains


def final(s: Any) -> list[int]:
    """Return the points of the final scoring."""
    gains = [s.owner.count(seat) for seat in range(5)]
    for r in range(4):
        cards = [s.hand[seat][r] for seat in range(s.players)]
        if cards.count(max(cards)) == 1:
            gains[cards.index(max(cards))] += 2
    return gains


def standing(s: Any) -> list[int]:
    """Return the places by points, then by cards."""
    keys = [(s.score[seat], sum(s.hand[seat])) for seat in range(s.players)]
    return [1 + sum(other > key for other in keys) for key in keys]
