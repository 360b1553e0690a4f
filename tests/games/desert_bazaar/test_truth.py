"""Refusals tell the truth: what cannot be chosen, the rule that is named forbids, and for the reason given."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache

from souq.engine.rules.record import Batch
from souq.games.desert_bazaar import GAME
from souq.games.desert_bazaar.state import BOX, LABELS, PARTS, TRADES, Phase
from souq.games.desert_bazaar.story.wording import SEVERAL
from tests.games.desert_bazaar.play import games, strange
from tests.games.desert_bazaar.positions import after_throw, table
from tests.games.desert_bazaar.reference import (
    DESERT,
    WILD,
    WORDS,
    affordable,
    encampments,
    legal_sites,
    made_at,
    neighbours,
    now,
    offers,
    payments,
)
from tests.support import rules
from tests.truth import Laws, Tried

LAWS = Laws(GAME)
ANSWERS = {
    Phase.WILD: {"wild"},
    Phase.TURN: {"roll", "tile"},
    Phase.TAKE: {"take"},
    Phase.THROWN: {"stop", "keep"},
    Phase.MATCH: {"match"},
    Phase.SITE: {"site"},
    Phase.PAY: {"pay"},
    Phase.TRADE: {"trade"},
    Phase.NEXT: {"tile", "done"},
}
"""What answers each question (chapter 5)."""


def asked(t: Tried, *phases: Phase) -> bool:
    """Return whether the seat is asked one of these."""
    return not t.s.over and t.seat == t.s.player and Phase(t.s.phase) in phases


def aside(t: Tried, *phases: Phase) -> bool:
    """Return whether the seat is asked one of these, and the choice answers something else."""
    return asked(t, *phases) and t.group not in ANSWERS[Phase(t.s.phase)]


def shows(t: Tried, *faces: int) -> int:
    """Return the dice that show one of the faces."""
    return sum(die in faces for die in t.s.dice)


def lying(t: Tried) -> int:
    """Return the tile in the chosen place, or -1."""
    return int(t.s.display[t.place // 4][t.place % 4])


@cache
def spaces(tiles: tuple[int, ...]) -> set[int]:
    """Return the legal spaces (DB-B03)."""
    return set(legal_sites(list(tiles)))


@cache
def full_camps(tiles: tuple[int, ...]) -> list[set[int]]:
    """Return the encampments of seven."""
    return [camp for camp in encampments(list(tiles)) if len(camp) == 7]


def payable(t: Tried, tile: int, space: int) -> bool:
    """Return whether a tile there can be paid in some way."""
    hand, cost = t.s.hand[t.s.player], list(BOX.tiles[tile].cost)
    return bool(payments(cost, offers(t.s.tile, space), hand, t.s.pile))


def due(t: Tried) -> list[tuple[int, int, int, int]]:
    """Return for every resource the units to decline, the flag's cost, the offers used, and the hand."""
    cost, offered = BOX.tiles[now(t.s)].cost, offers(t.s.tile, t.s.site)
    used = [min(*pair) for pair in zip(cost, offered, strict=True)]
    return list(zip(PARTS.tolist()[t.place], cost, used, t.s.hand[t.s.player], strict=True))


# ---- whose turn, and what is asked


@LAWS.rule("DB-X05")
def over(t: Tried) -> bool:
    return bool(t.s.over)


@LAWS.rule("DB-S06")
def another_throws(t: Tried) -> bool:
    return not t.s.over and t.seat != t.s.player and t.s.phase == Phase.WILD


@LAWS.rule("DB-T05")
def another_is_on_turn(t: Tried) -> bool:
    return not t.s.over and t.seat != t.s.player and t.s.phase != Phase.WILD


@LAWS.rule("DB-S09")
def no_declaration(t: Tried) -> bool:
    """The choice is no Wild, or a resource with an empty pile."""
    return aside(t, Phase.WILD) or (asked(t, Phase.WILD) and t.s.pile[t.place] == 0)


@LAWS.rule("DB-T01")
def neither_roll_nor_build(t: Tried) -> bool:
    """Exactly one of the two: also no roll when something has been built."""
    return aside(t, Phase.TURN) or (asked(t, Phase.NEXT) and t.group == "roll")


@LAWS.rule("DB-T04")
def no_pass(t: Tried) -> bool:
    return asked(t, Phase.TURN) and t.group == "done"


@LAWS.rule("DB-P08")
def no_payment_is_made(t: Tried) -> bool:
    return asked(t, Phase.TURN, Phase.NEXT) and t.group == "trade"


@LAWS.rule("DB-B08")
def another_tile_or_stop(t: Tried) -> bool:
    return aside(t, Phase.NEXT)


# ---- rolling


@LAWS.rule("DB-R01")
def no_free_card(t: Tried) -> bool:
    return aside(t, Phase.TAKE) or (asked(t, Phase.TAKE) and t.s.pile[t.place] == 0)


@LAWS.rule("DB-R05")
def nothing_to_stop_with(t: Tried) -> bool:
    return aside(t, Phase.THROWN) or (asked(t, Phase.THROWN) and t.group == "stop" and not shows(t, t.place, WILD))


@LAWS.rule("DB-R06")
def pile_is_empty(t: Tried) -> bool:
    return asked(t, Phase.THROWN) and t.group == "stop" and t.s.pile[t.place] == 0


@LAWS.rule("DB-R07")
def not_this_die(t: Tried) -> bool:
    """No die shows it; or one has been set aside already."""
    if t.group != "keep":
        return False
    return asked(t, Phase.MATCH) or (asked(t, Phase.THROWN) and not shows(t, t.place))


@LAWS.rule("DB-R08")
def one_live_die(t: Tried) -> bool:
    return asked(t, Phase.THROWN) and t.group == "keep" and 3 - shows(t, DESERT) < 2


@LAWS.rule("DB-R09")
def not_worth_setting_aside(t: Tried) -> bool:
    stocked = any(t.s.pile) if t.place == WILD else t.group == "keep" and t.s.pile[t.place] > 0
    return asked(t, Phase.THROWN) and t.group == "keep" and not stocked


@LAWS.rule("DB-R11")
def no_match(t: Tried) -> bool:
    again = [die for number, die in enumerate(t.s.dice) if number != t.s.kept]
    return aside(t, Phase.MATCH) or (asked(t, Phase.MATCH) and not {t.place, WILD} & set(again))


@LAWS.rule("DB-R12")
def matching_pile_is_empty(t: Tried) -> bool:
    return asked(t, Phase.MATCH) and t.group == "match" and t.s.pile[t.place] == 0


# ---- building


@LAWS.rule("DB-B01")
def the_other_set(t: Tried) -> bool:
    return asked(t, Phase.NEXT) and t.group == "tile" and t.place // 4 != t.s.side


@LAWS.rule("DB-B02")
def no_tile_lies_there(t: Tried) -> bool:
    return asked(t, Phase.TURN, Phase.NEXT) and t.group == "tile" and lying(t) < 0


@LAWS.rule("DB-D03")
def the_set_has_run_out(t: Tried) -> bool:
    if not asked(t, Phase.TURN, Phase.NEXT) or t.group != "tile":
        return False
    return t.s.stock == 0 and t.s.display[t.place // 4] == [-1] * 4


@LAWS.rule("DB-B03")
def too_large_or_taken(t: Tried) -> bool:
    return asked(t, Phase.SITE) and t.group == "site" and t.place not in spaces(tuple(t.s.tile))


@LAWS.rule("DB-B06")
def dead_next_to_a_full_encampment(t: Tried) -> bool:
    if not asked(t, Phase.SITE) or t.group != "site" or t.s.tile[t.place] >= 0:
        return False
    return any(camp & set(neighbours(t.place)) for camp in full_camps(tuple(t.s.tile)))


@LAWS.rule("DB-P06")
def cannot_be_paid(t: Tried) -> bool:
    """A tile on no legal site; the tile taken, on this one; or this way to pay."""
    if asked(t, Phase.TURN, Phase.NEXT) and t.group == "tile" and lying(t) >= 0:
        return not any(payable(t, lying(t), space) for space in spaces(tuple(t.s.tile)))
    if asked(t, Phase.SITE) and t.group == "site":
        return t.place in spaces(tuple(t.s.tile)) and not payable(t, now(t.s), t.place)
    if asked(t, Phase.PAY) and t.group == "pay":
        cards = tuple(cost - used + declined for declined, cost, used, _ in due(t))
        return not affordable(cards, t.s.hand[t.s.player], t.s.pile)
    return False


@LAWS.rule("DB-P04")
def cannot_be_declined(t: Tried) -> bool:
    """More than is offered; or there is no card to pay it with."""
    if not asked(t, Phase.PAY) or t.group != "pay":
        return False
    return any(declined and (declined > used or cost - used + declined > held) for declined, cost, used, held in due(t))


@LAWS.rule("DB-B09")
def site_then_payment(t: Tried) -> bool:
    """Also a site or a payment before its tile."""
    early = asked(t, Phase.TURN, Phase.NEXT) and t.group in ("site", "pay")
    return early or aside(t, Phase.SITE, Phase.PAY)


@LAWS.rule("DB-P05")
def cards_that_are_needed(t: Tried) -> bool:
    """Three cards beyond those needed, and nothing else."""
    if not asked(t, Phase.TRADE) or t.group != "trade":
        return aside(t, Phase.TRADE)
    spare = [max(0, held - need) for held, need in zip(t.s.hand[t.seat], t.s.due, strict=True)]
    return any(given > most for given, most in zip(TRADES.tolist()[t.place], spare, strict=True))


# ---- what is said


@LAWS.reason(r"Choose a tent first, then an empty site\. A tent stands on (\w+) already\.")
def occupied_before_a_tent(t: Tried, label: str) -> bool:
    return asked(t, Phase.TURN, Phase.NEXT) and LABELS[t.place] == label and t.s.tile[t.place] >= 0


@LAWS.reason(r"Choose a tent first, then another site\. A camp here would grow past seven tents\.")
def dead_before_a_tent(t: Tried) -> bool:
    return asked(t, Phase.TURN, Phase.NEXT) and t.s.tile[t.place] < 0 and made_at(t.s.tile, t.place) > 7


@LAWS.reason(r"Choose a tent first, then another site\. You can’t afford any of them here\.")
def dear_before_a_tent(t: Tried) -> bool:
    return asked(t, Phase.TURN, Phase.NEXT) and t.place in spaces(tuple(t.s.tile)) and not prices_here(t)


@LAWS.reason(r"Choose a tent first\. Here (.+)\.")
def prices_before_a_tent(t: Tried, told: str) -> bool:
    """Return the least that every kind of tent costs, the cheapest first."""
    said: dict[str, int] = {}
    for tents, cost in re.findall(r"a ([A-Z][\w, ]+?) tent (?:would cost you )?(nothing|\d+)", told):
        said |= dict.fromkeys(re.split(r", | or ", tents), 0 if cost == "nothing" else int(cost))
    return asked(t, Phase.TURN, Phase.NEXT) and said == prices_here(t) and list(said.values()) == sorted(said.values())


def prices_here(t: Tried) -> dict[str, int]:
    """Return the cards a tent of each kind on this site costs: cards paid, and three for each traded one."""
    least: dict[str, int] = {}
    sides = [t.s.side] if t.s.phase == Phase.NEXT else [0, 1]
    for tile in (tile for side in sides for tile in t.s.display[side] if tile >= 0):
        kind, hand = BOX.tiles[tile], t.s.hand[t.s.player]
        for due in payments(list(kind.cost), offers(t.s.tile, t.place), hand, t.s.pile):
            spent = sum(due) + 2 * sum(max(0, d - h) for d, h in zip(due, hand, strict=True))
            least[WORDS[kind.product]] = min(spent, least.get(WORDS[kind.product], spent))
    return least


@LAWS.reason(r"Choose a lit site\. A tent stands on (\w+) already\.")
def occupied(t: Tried, label: str) -> bool:
    return asked(t, Phase.SITE) and LABELS[t.place] == label and t.s.tile[t.place] >= 0


@LAWS.reason(r"Choose a lit site\. The camp beside this site is full\.")
def next_to_a_full_camp(t: Tried) -> bool:
    return dead_next_to_a_full_encampment(t)


@LAWS.reason(r"Choose a lit site\. The camp here would grow past seven tents\.")
def too_large(t: Tried) -> bool:
    return asked(t, Phase.SITE) and t.s.tile[t.place] < 0 and made_at(t.s.tile, t.place) > 7


@LAWS.reason(r"Choose a lit site\. Here the price is (.+), more than you can pay even by trading\.")
def too_dear(t: Tried, price: str) -> bool:
    """The stated cards are what the flag asks for beyond the neighbours' offers."""
    asks, offered = BOX.tiles[now(t.s)].cost, offers(t.s.tile, t.place)
    due = {WORDS[r]: asks[r] - offered[r] for r in range(4) if asks[r] > offered[r]}
    return cannot_be_paid(t) and {name.removesuffix("s"): int(n) for n, name in re.findall(r"(\d) (\w+)", price)} == due


@LAWS.reason(r"Choose a lit tent, or (roll for cards|end your turn)\. You can’t afford this one on any site\.")
def no_site_is_cheap_enough(t: Tried, instead: str) -> bool:
    return cannot_be_paid(t) and (instead == "end your turn") == (t.s.phase == Phase.NEXT)


@LAWS.reason(r"Choose a tent from the (left|right) set, or end your turn\. You began with that set\.")
def began_with_the_other(t: Tried, name: str) -> bool:
    return the_other_set(t) and ("left", "right").index(name) == t.s.side


@LAWS.reason(r"Choose a site for your (\w+) tent first\.")
def must_be_placed(t: Tried, name: str) -> bool:
    return site_then_payment(t) and WORDS[BOX.tiles[now(t.s)].product] == name


@LAWS.reason(r"Choose another card\. There (?:is|are) no (\w+) left\.")
def none_left(t: Tried, name: str) -> bool:
    return SEVERAL[t.place] == name and t.s.pile[t.place] == 0


@LAWS.reason(r"Choose another card\. The dice you rolled again show neither a (\w+) nor a Wild\.")
def not_shown(t: Tried, name: str) -> bool:
    return no_match(t) and WORDS[t.place] == name


@LAWS.reason(r"Take your card\. Only one die isn’t on Desert, so there is none to roll again\.")
def none_to_roll(t: Tried) -> bool:
    return one_live_die(t) and shows(t, DESERT) == 2


@LAWS.reason(r"Choose something else\. There (?:is|are) no (\w+) left\.")
def nothing_to_keep_it_for(t: Tried, name: str) -> bool:
    return not_worth_setting_aside(t) and SEVERAL[t.place] == name and t.s.pile[t.place] == 0


def positions() -> Iterator[Batch]:
    """Yield positions of random games, as they are and with strange hands: every question, rare ones often."""
    pick = random.Random(2)
    often = {Phase.TRADE: 0.5, Phase.PAY: 0.3, Phase.MATCH: 1, Phase.THROWN: 0.6}
    for seed in range(24):
        for state in (games if seed % 8 == 0 else strange)(3 + seed % 3, 70 + seed):
            if state["over"][0] or pick.random() < often.get(Phase(int(state["phase"][0])), 0.04):
                yield state
    yield after_throw("*CP", piles=[15, 0, 15, 15]).play("keep wild", dice="*C").state
    yield table(hands=[[9, 9, 9, 9]], left=[], right=["C:WPW"], stock=[]).state


@rules("DB-B01", "DB-B02", "DB-B03", "DB-B06", "DB-P04", "DB-P05", "DB-P06", "DB-R05", "DB-R06", "DB-R07", "DB-R09")
def test_refusals_name_a_true_rule_and_reason() -> None:
    seen = LAWS.check(positions())
    assert not LAWS.untried(seen)
    assert {group for _, group in seen} - {""} == {GAME.choices.group_of(choice)[0] for choice in range(GAME.n_choices)}
