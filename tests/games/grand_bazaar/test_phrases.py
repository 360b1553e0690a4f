"""Phrases for whole proposals: their choices, the rules that forbid them, their worth; and standing orders."""

from __future__ import annotations

import random
from typing import Any

import pytest

from souq.engine.match import hooks
from souq.engine.match.decision import seats
from souq.engine.present.story import only
from souq.engine.rules.choices import Forbidden
from souq.engine.rules.events import Row, rows, visible_events
from souq.engine.rules.record import Batch
from souq.games.grand_bazaar import GAME, orders, phrases
from souq.games.grand_bazaar.deal import Deal
from souq.games.grand_bazaar.state import CHOICES, CODES, CUSTOMER_NAMES, NAMES, OFFER, POST, Event, Phase, Trading
from tests.games.grand_bazaar.sentences import floor, moment, on, say, seen
from tests.games.grand_bazaar.test_prompts import WINDOW
from tests.games.narrating import AMINA, LEILA, OMAR, called
from tests.support import rules

HANDS = ("Salt, 2 Goats, Wool", "2 Rugs, Almonds, Goats", "Ore, Linen")


def trading(phase: Phase = Phase.FLOOR, player: int = AMINA, **fields: Any) -> Batch:
    return floor(phase, player, *HANDS, **({"left": [5] * 6} | fields))


def read(state: Batch, text: str, seat: int = AMINA) -> list[str] | tuple[str, str] | None:
    """Return the names of a phrase's choices; or the rule that forbids it, and the reason; or None."""
    found = phrases.read(seen(state, seat), seat, text)
    if found is None:
        return None
    if isinstance(found, Forbidden):
        return found.rule.name.replace("_", "-"), found.why
    return [CHOICES.name(choice) for choice in found]


# ---- what can be said


@pytest.mark.parametrize(
    ("body", "deal"),
    [
        ("give salt; want rugs", Deal((10,), (21,))),
        ("want 2 rugs; give goats, salt, goats", Deal((9, 9, 10), (21, 21))),
        ("give ls5 and 2x fo1, 1 talent; want the guild master", Deal((9, 10, 10), (), pays=1, borrow=4)),
        ("give haggler, collector; want cut gems, 12 talents", Deal((), (0,), asks=12, lend=3)),
        ("give olive oil", Deal((12,))),
        ("", Deal()),
    ],
)
def test_goods_are_named_coded_counted_or_repeated(body: str, deal: Deal) -> None:
    assert phrases.parse(body) == deal


@rules("GB-T06")
def test_unknown_words_are_refused_with_a_reason() -> None:
    state = trading()
    assert read(state, "offer 2: give camel; want rugs") == (
        "GB-T06", "“camel” is neither a good, nor a customer, nor a number of Talents.",
    )  # fmt: skip
    assert read(state, "offer 2: take salt") == ("GB-T06", "Begin “take salt” with “give” or “want”.")
    assert read(state, "offer omar: give salt") is None
    assert read(state, "hello") is None


# ---- the choices of a phrase


@rules("GB-T16", "GB-T17", "GB-T20")
def test_a_phrase_becomes_choices_in_order_without_forced_ones() -> None:
    state = trading()
    assert read(state, "offer 2: give 3 talents, goats, salt, goats; want rugs") == [
        "offer 2", "give Goats", "give Goats", "give Salt", "done", "talents 3", "want Rugs", "done",
    ]  # fmt: skip
    assert read(state, "offer 3: give wool; want haggler, 1 talent") == [
        "offer 3", "give Wool", "talents -1", "done", "borrow Haggler",
    ]  # fmt: skip
    say(state, "offer 2: give goats; want rugs")
    assert read(state, "counter: give almonds; want wool", OMAR) == [
        "counter", "give Almonds", "done", "talents 0", "want Wool",
    ]  # fmt: skip
    state = on(trading(), "invite", "seek Rugs")
    assert read(state, "propose: give 2 rugs; want 6 talents", OMAR) == [
        "propose", "give Rugs", "give Rugs", "talents -6", "done",
    ]  # fmt: skip


def played(players: int, mode: str, seed: int) -> int:
    """Play a random game, repeat every proposal as a phrase, try made-up ones, and return the number of proposals."""
    pick = random.Random(seed)
    state = GAME.bindings.setup(players, GAME.option_numbers(GAME.check_options({"trading": mode})), (seed, 1))
    proposals = 0
    before, path = state, list[int]()
    for ply in range(900):
        if state["over"][0]:
            break
        seat = pick.choice(list(seats(GAME.bindings.deciders(state))))
        legal = [int(choice) for choice in GAME.bindings.legal(state, seat)]
        begins = [c for c in legal if c in _BEGINS]
        choice = pick.choice(begins if begins and pick.random() < 0.6 else legal)
        if int(state["phase"][0]) in _WORDS:
            before, path = state.copy(), []
            _try_random_phrase(state, seat, pick)
        path.append(choice)
        GAME.bindings.apply(state, seat, choice, (pick.getrandbits(30), ply))
        told = only(rows(Event, visible_events(state[0], -1)), Event.PROPOSES, Event.GIVES)
        if told and told[0].kind == Event.PROPOSES:
            phrase = _phrase(before, told, pick)
            view = seen(before, seat)
            assert phrases.read(view, seat, phrase) == tuple(path), phrase
            assert phrases.assess(view, seat, phrase).endswith(".")
            proposals += 1
    return proposals


_BEGINS = {*range(OFFER, OFFER + 6), *range(POST, POST + 6), *map(CHOICES.parse, ("propose", "counter", "negotiator"))}
_WORDS = {Phase.FLOOR: "offer", Phase.INVITED: "propose", Phase.ANSWER: "counter", Phase.OPEN: "post"}


def _phrase(before: Batch, told: list[Row], pick: random.Random) -> str:
    """Return a proposal as a player might type it."""
    word = _WORDS[Phase(int(before["phase"][0]))]
    head, *cards = told
    sides = []
    for verb, side, money, lent in (("give", 0, head.net, head.access % 8), ("want", 1, -head.net, head.access // 8)):
        parts = [pick.choice((NAMES, CODES))[row.good].lower() for row in cards if row.wanted == side]
        parts += [f"{money} talents"] * (money > 0) + [CUSTOMER_NAMES[c].lower() for c in seats(lent)]
        pick.shuffle(parts)
        sides.append(f"{verb} {', '.join(parts)}")
    return f"{word}{f' {head.other + 1}' if word in ('offer', 'post') else ''}: {'; '.join(sides)}"


def _try_random_phrase(state: Batch, seat: int, pick: random.Random) -> None:
    """Try a random phrase: its choices are legal and end in a proposal, or a reason is given."""
    word = _WORDS[Phase(int(state["phase"][0]))]
    things = [*NAMES, *CUSTOMER_NAMES, "2 talents", "9 talents"]
    sides = "; ".join(f"{verb} {', '.join(pick.choices(things, k=pick.randint(0, 2)))}" for verb in ("give", "want"))
    head = f"{word} {pick.randint(1, 4)}" if word in ("offer", "post") else word
    found = phrases.read(seen(state, seat), seat, f"{head}: {sides}".lower())
    assert found is not None
    if isinstance(found, Forbidden):
        assert found.why.endswith(".")
        return
    tried = state.copy()
    for choice in found:
        assert not GAME.bindings.refusal(tried, seat, choice), (head, sides)
        GAME.bindings.apply(tried, seat, choice, (1, 1))
    assert any(row.kind == Event.PROPOSES for row in rows(Event, visible_events(tried[0], -1)))


@rules("GB-T20")
@pytest.mark.parametrize(("players", "mode", "seed"), [(3, "floor", 21), (4, "open", 3), (2, "floor", 6)])
def test_every_proposal_has_exactly_one_phrase(players: int, mode: str, seed: int) -> None:
    assert played(players, mode, seed) > 3


# ---- what forbids it


@rules("GB-T01", "GB-T02", "GB-T03", "GB-T15", "GB-T16", "GB-T17", "GB-T23")
def test_partners_and_times_of_proposals_are_checked() -> None:
    state = trading(retired=1 << LEILA)
    salt = "give salt; want goats"
    assert read(state, f"offer 1: {salt}") == ("GB-T01", "Choose another player: 2 or 3.")
    assert read(state, f"offer 9: {salt}") == ("GB-T01", "Choose another player: 2 or 3.")
    assert read(state, f"offer 3: {salt}") == (
        "GB-T02", "Your partner has left the trading for this round.",
    )  # fmt: skip
    assert read(state, f"propose: {salt}") == ("GB-T15", "Nobody is asking you for an offer now.")
    say(state, "offer 2: give salt; want rugs")
    assert read(state, f"offer 1: {salt}", OMAR) == ("GB-T16", "You can only make an offer on your own trading turn.")
    assert read(trading(talents=[2] * 6), "counter: give salt") == (
        "GB-T15",
        "There’s no offer to counter now.",
    )
    poor = floor(Phase.FLOOR, AMINA, "", "", left=[5] * 6, access=[0, 0, 0])
    assert read(poor, "offer 2: give 2 talents; want 3 talents") == (
        "GB-T15", "You two have nothing to swap: Talents alone aren’t a trade.",
    )  # fmt: skip
    busy = trading(
        Phase.OPEN, trading=Trading.OPEN, negotiator=1, posts=[0, 40, 0, 0, 0, 0], trades=[0, 0, 12, 0, 0, 0]
    )
    assert read(busy, f"post 3: {salt}", OMAR) == ("GB-T03", "One of you needs a cube on the Negotiator.")
    assert read(busy, f"post 1: {salt}", OMAR) == (
        "GB-T23", "You have made 40 offers this round, and that’s the limit.",
    )  # fmt: skip
    assert read(busy, f"post 3: {salt}") == (
        "GB-T23", "Your partner has made twelve trades this round, and that’s the limit.",
    )  # fmt: skip
    assert read(busy, f"offer 2: {salt}") == ("GB-T23", "You can only make an offer on your own trading turn.")


@rules("GB-T07", "GB-T08", "GB-T09", "GB-T10", "GB-T11")
@pytest.mark.parametrize(
    ("body", "rule", "said"),
    [
        ("give 6 salt; want rugs", "GB-T07", "Take some cards off: you give six, and five is the limit."),
        ("give salt; want 51 talents", "GB-T07", "Take some Talents off: you want 51, and 50 is the limit."),
        ("want rugs", "GB-T08", "Give something too, even if it’s only one Talent."),
        ("give salt; want 0 talents", "GB-T08", "Ask for something too, even if it’s only one Talent."),
        ("give 1 talent; want rugs, 2 talents", "GB-T08", "Leave Talents on one side only."),
        ("give goats, salt; want 2 goats", "GB-T08", "Leave Goats on one side only."),
        ("give salt, haggler; want haggler", "GB-T08", "Leave the Haggler on one side only."),
        ("give guild master; want rugs", "GB-T10", "You have no access to the Guild Master."),
        ("give collector; want rugs", "GB-T09", "Your partner already has access to the Collector."),
        ("give salt; want haggler", "GB-T10", "Your partner has no access to the Haggler."),
        ("give salt; want collector", "GB-T09", "You already have access to the Collector."),
        ("give 3 goats; want rugs", "GB-T10", "You have only two cards of Goats."),
        ("give ore; want rugs", "GB-T10", "You have no Ore."),
        ("give 7 talents; want rugs", "GB-T10", "You have only 6 Talents."),
        ("give salt; want ore", "GB-T10", "Your partner has no Raw Materials."),
        ("give salt; want horses, camels", "GB-T10", "Your partner has only one Livestock."),
        ("give salt; want 7 talents", "GB-T10", "Your partner has only 6 Talents."),
    ],
)
def test_mistakes_in_a_proposal_are_explained(body: str, rule: str, said: str) -> None:
    state = trading(access=[1 << LEILA, 1 << AMINA | 1 << OMAR, 0])
    assert read(state, f"offer 2: {body}") == (rule, said)


# ---- its worth


@rules("GB-L03", "GB-T12")
@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("give wool; want goats, haggler", "+6 for you: best sale 0 → 6."),
        ("give 2 talents; want haggler", "+2 for you: best sale 0 → 4, less 2 Talents."),
        ("give salt; want 3 talents", "+3 for you: best sale stays 0, and 3 Talents."),
        ("give 1 talent", "−1 for you: best sale stays 0, less 1 Talent."),
        ("give 4 talents; want haggler", "No gain or loss for you: best sale 0 → 4, less 4 Talents."),
        ("give ore", ""),
        ("give or", ""),
        ("", ""),
    ],
)
def test_a_proposal_is_assessed_for_its_own_side(body: str, said: str) -> None:
    state = trading()
    assert hooks.assess(GAME, GAME.bindings.hidden(state, AMINA), AMINA, f"offer 3: {body}") == said


# ---- standing answers


def switches(state: Batch, seat: int) -> dict[str, str]:
    """Return the standing orders of a seat: titles, and the label of a button if one answers the pending question."""
    return {each.title: each.say for each in orders.answers(seen(state, seat), seat, called)}


def replied(state: Batch, seat: int, *titles: str) -> str | None:
    """Return the choice that a standing order makes for a seat."""
    view = seen(state, seat)
    on_now = tuple(each.name for each in orders.answers(view, seat, called) if each.title in titles)
    assert len(on_now) == len(titles)
    found = orders.reply(view, seat, on_now)
    return None if found is None else CHOICES.name(found[0])


@rules("GB-F03", "GB-F06")
def test_free_traders_may_hold_and_give_way_automatically() -> None:
    state = moment(Phase.POLL, AMINA, **WINDOW)
    assert switches(state, AMINA) == {
        "Hold back for caravan 1": "Hold back for caravan 1",
        "Hold back all this round": "Hold back all this round",
        "Give way all this round": "",
    }
    assert list(switches(state, LEILA)) == ["Hold back for caravan 1", "Hold back all this round"]
    assert replied(state, AMINA, "Hold back for caravan 1") == "hold"
    assert replied(state, AMINA, "Hold back all this round") == "hold"
    assert replied(state, AMINA, "Give way all this round") is None
    assert replied(state, OMAR, "Hold back for caravan 1") is None
    on(state, "hold", "send")
    assert switches(state, AMINA)["Give way all this round"] == "Give way all this round"
    assert replied(state, AMINA, "Give way all this round") == "allow"
    names = {each.name for each in orders.answers(seen(state, AMINA), AMINA, called)}
    state["caravan"] = 1
    assert len(names & {each.name for each in orders.answers(seen(state, AMINA), AMINA, called)}) == 2
    state["nth"] = 3
    assert not names & {each.name for each in orders.answers(seen(state, AMINA), AMINA, called)}


@rules("GB-T17")
def test_invitations_may_be_passed_automatically() -> None:
    state = trading()
    title = "Pass all this round"
    assert title in switches(state, LEILA)
    on(state, "invite", "seek Rugs")
    assert switches(state, OMAR)[title] == "Pass all this round"
    assert replied(state, OMAR, title) == "pass"
    alone = trading(negotiator=1 << AMINA)
    assert title not in switches(alone, AMINA)
    assert title in switches(alone, OMAR)
    assert not switches(trading(retired=1 << OMAR), OMAR)
    assert not switches(trading(trading=Trading.OFF), OMAR)


@rules("GB-T09", "GB-T11")
def test_access_may_be_withheld_automatically() -> None:
    state = trading()
    title = "Keep your Haggler access this round"
    assert switches(state, LEILA) == {"Pass all this round": "", title: ""}
    kept = say(state.copy(), "offer 3: give salt, 2 goats; want haggler, ore")
    assert switches(kept, LEILA)[title] == "Reject, keep the Haggler"
    assert replied(kept, LEILA, title) == "reject"
    assert replied(say(state.copy(), "offer 3: give salt; want ore"), LEILA, title) is None
    invites = trading(access=[1 << AMINA, 0, 0])
    say(on(invites, "invite", "seek anything"), "propose: give rugs; want haggler")
    on(invites, "pass")
    assert replied(invites, AMINA, title) == "none"
    posted = trading(Phase.OPEN, trading=Trading.OPEN)
    say(posted, "post 3: give salt; want haggler", AMINA)
    assert replied(posted, LEILA, title) == "refuse 1"
