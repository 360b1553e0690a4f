"""Picks of the Trading phase: invitations, answers, and the steps of a proposal."""

from __future__ import annotations

from collections.abc import Callable

from souq.engine.present.scene import OPENS, Amount, Encoding, Filling, Pick
from souq.engine.present.wording import counted, listed, opened
from souq.games.grand_bazaar import state as g
from souq.games.grand_bazaar.scene.board.shelf import ware_key
from souq.games.grand_bazaar.scene.desk import Desk, Proposal
from souq.games.grand_bazaar.scene.geometry import Plan
from souq.games.grand_bazaar.scene.proposing import exchanged, head_of
from souq.games.grand_bazaar.scene.worth import gain_words, gained
from souq.games.grand_bazaar.state import Phase
from souq.games.grand_bazaar.story.wording import bundle


def offer_key(seat: int, other: int) -> str:
    """Return the key of the open proposal of ``seat`` to ``other``."""
    return f"offer-{seat}-{other}"


def card_key(good: int) -> str:
    """Return the key of a good in the viewer's hand."""
    return f"card-{good}"


def deals(desk: Desk, plan: Plan) -> list[Pick]:
    """Return the viewer's picks of the Trading phase; the Talents of a proposal are set with :func:`amount` instead."""
    return _ASKED[desk.phase](desk)


# ---- words


def gives(deal: Proposal) -> str:
    """Return the things that a proposal gives, in words."""
    return bundle(deal.give, deal.net, deal.lend)


def wants(deal: Proposal) -> str:
    """Return the things that a proposal asks for, in words."""
    return bundle(deal.want, -deal.net, deal.borrow)


# ---- the floor


def _floor(desk: Desk) -> list[Pick]:
    """Return the picks to invite offers or to leave the trading; offers are made in the composer."""
    left, made = desk.view.left[desk.seat], list[Pick]()
    if g.INVITE in desk.legal:
        hint = "Say what you want. Everyone may make you one offer, and you may accept one of them."
        made.append(Pick(g.INVITE, "Ask everyone", hint=hint))
    turns = f", though you have {counted(left)} turns left" if left > 1 else ""
    rest = f"You make no more trades this round{turns}."
    return [*made, Pick(g.LEAVE, "Leave trading", hint=rest, commit="Leave trading", final=True)]


def _seek(desk: Desk) -> list[Pick]:
    made = []
    for good in desk.options(g.SEEK, g.GOODS):
        hint, label = (
            f"Everyone will hear it. {_out_there(desk, good)}",
            f"Ask for {g.NAMES[good]}",
        )
        made.append(Pick(g.SEEK + good, label, (ware_key(good),), hint, commit=label))
    if g.SEEK + g.ANYTHING in desk.legal:
        made.append(Pick(g.SEEK + g.ANYTHING, "Anything", hint="Everyone may offer whatever they like."))
    return made


def _out_there(desk: Desk, good: int) -> str:
    n = desk.unseen[good]
    surely = [desk.called(seat) for seat in desk.rivals if desk.known(seat)[good]]
    if surely:
        return f"{listed(surely)} certainly {'has' if len(surely) == 1 else 'have'} some."
    return f"{opened(counted(n))} {'is' if n == 1 else 'are'} still out there." if n else "Nobody has any."


def _invited(desk: Desk) -> list[Pick]:
    who = desk.called(desk.view.floor)
    return [Pick(g.DECLINE, "Pass", hint=f"You don’t make {who} an offer.")]


# ---- steps of a proposal


def _give(desk: Desk) -> list[Pick]:
    made = [
        Pick(
            g.GIVE + good,
            f"Give {g.NAMES[good]}",
            (card_key(good),),
            f"You put {g.NAMES[good]} on your side of the offer.",
        )
        for good in desk.options(g.GIVE, g.GOODS)
    ]
    return made + _done(desk, "No more cards")


def _lend(desk: Desk) -> list[Pick]:
    made = [
        Pick(g.LEND + c, f"Give the {g.CUSTOMER_NAMES[c]}", hint="Then you can’t sell there yourself this round.")
        for c in desk.options(g.LEND, g.CUSTOMERS)
    ]
    return made + _done(desk, "No customer")


def _want(desk: Desk) -> list[Pick]:
    made = []
    for good in desk.options(g.WANT, g.GOODS):
        made.append(Pick(g.WANT + good, f"Want {g.NAMES[good]}", (ware_key(good),), _out_there(desk, good)))
    return made + _done(desk, "No more cards")


def _borrow(desk: Desk) -> list[Pick]:
    made = [
        Pick(
            g.BORROW + c, f"Want the {g.CUSTOMER_NAMES[c]}", hint="You could sell there this round, and they couldn’t."
        )
        for c in desk.options(g.BORROW, g.CUSTOMERS)
    ]
    return made + _done(desk, "No customer")


def _done(desk: Desk, label: str) -> list[Pick]:
    return [Pick(g.DONE, label, hint=_so_far(desk))] if g.DONE in desk.legal else []


def _so_far(desk: Desk) -> str:
    """Return a sentence on what the viewer's unfinished proposal contains so far; "" if there is none."""
    draft = desk.draft
    if not draft:
        return ""
    want = wants(draft)
    return f"So far you give {gives(draft)}{'' if want == 'nothing' else f' for {want}'}."


def _talents(desk: Desk) -> list[Pick]:
    return []  # see :func:`amount`


def amount(desk: Desk) -> Amount | None:
    """Return the input for the Talents that a proposal pays (negative: asks for), or None in other steps."""
    if not desk.asks(Phase.NET):
        return None
    nets = desk.options(g.NET, 2 * g.TALENTS + 1)
    low, high = nets[0] - g.TALENTS, nets[-1] - g.TALENTS
    return Amount(
        low,
        high,
        1,
        title="How many Talents do you give? Below 0, you ask for them.",
        say="{} Talents",
        encoding=Encoding(add=tuple(g.NET + at for at in nets)),
        label="Talents…",
        start=min(max(0, low), high),
        unit="Talents",
    )


# ---- answers


def _gain(desk: Desk, deal: Proposal) -> str:
    """Return a sentence on what accepting brings the viewer (`` That’s +3 for you.``), or "" if it can't accept."""
    gain = gained(desk, deal)
    return "" if gain is None else f" That’s {gain_words(gain)}."


def _answer(desk: Desk) -> list[Pick]:
    """Return the picks to accept or reject the proposal made to the viewer."""
    deal = next((each for each in desk.proposals if each.other == desk.seat), None)
    hint = f"You get {gives(deal)}, and give {wants(deal)}.{_gain(desk, deal)}" if deal else ""
    on = (offer_key(deal.seat, deal.other),) if deal else ()
    made = []
    if g.ACCEPT in desk.legal:
        made.append(Pick(g.ACCEPT, "Accept", on, hint, button=True, final=True))
    return [*made, Pick(g.REJECT, "Reject", hint="Nothing changes hands.", final=True)]


def _pick(desk: Desk) -> list[Pick]:
    """Return the inviter's picks: to accept one of the proposals, or none of them."""
    made = []
    for seat in desk.options(g.PICK, g.PLAYERS):
        deal = desk.proposal(seat, desk.seat)
        label = f"Accept {desk.whose(seat)} offer"
        hint = f"You get {gives(deal)}, and give {wants(deal)}.{_gain(desk, deal)}"
        made.append(Pick(g.PICK + seat, label, (offer_key(seat, desk.seat),), hint, button=True, final=True))
    return [*made, Pick(g.NONE, "Accept none", hint="Nothing changes hands.", final=True)]


# ---- open trading


def _open(desk: Desk) -> list[Pick]:
    """Return the picks of open trading, apart from making posts.

    A click on a post to the viewer opens the buttons to accept or decline it; a click on the viewer's own post
    withdraws it.
    """
    made = []
    for seat in desk.options(g.REFUSE, g.PLAYERS):
        deal, group, whose = desk.proposal(seat, desk.seat), f"answer-{seat}", desk.whose(seat)
        hint, on = f"You get {gives(deal)}, and give {wants(deal)}.{_gain(desk, deal)}", (offer_key(seat, desk.seat),)
        made.append(Pick(OPENS, f"{opened(whose)} offer", on, hint, opens=group, button=desk.terse))
        if g.TAKE_UP + seat in desk.legal:
            made.append(Pick(g.TAKE_UP + seat, "Accept", hint=hint, group=group))
        gone = f"{opened(whose)} offer is off the table."
        made.append(Pick(g.REFUSE + seat, "Decline", hint=gone, group=group))
        if g.POST + seat in desk.legal:
            turned = f"Puts their offer here, turned round. {opened(whose)} offer stays."
            filling = Filling(head_of(desk.phase, seat), *exchanged(desk, deal))
            made.append(Pick(OPENS, "Counter", hint=turned, group=group, fills=filling))
    for seat in desk.options(g.WITHDRAW, g.PLAYERS):
        deal, who = desk.proposal(desk.seat, seat), desk.called(seat)
        hint, label = f"You give {who} {gives(deal)} for {wants(deal)}.", f"Take back the offer to {who}"
        made.append(Pick(g.WITHDRAW + seat, label, (offer_key(desk.seat, seat),), hint, commit="Take it back"))
    if g.RETIRE in desk.legal:
        hint = "You make no more trades this round."
        made.append(Pick(g.RETIRE, "Leave trading", hint=hint, commit="Leave trading"))
    return made


_ASKED: dict[Phase, Callable[[Desk], list[Pick]]] = {
    Phase.FLOOR: _floor,
    Phase.SEEK: _seek,
    Phase.INVITED: _invited,
    Phase.GIVE: _give,
    Phase.LEND: _lend,
    Phase.NET: _talents,
    Phase.WANT: _want,
    Phase.BORROW: _borrow,
    Phase.ANSWER: _answer,
    Phase.LAST: _answer,
    Phase.PICK: _pick,
    Phase.OPEN: _open,
}
