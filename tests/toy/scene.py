"""The toy's scene: cards in a row, a token that walks along them, and every kind of pick."""

from souq.engine.present.scene import (
    OPENS,
    Area,
    Context,
    Effect,
    Facts,
    Panel,
    Pick,
    Prompt,
    Scene,
    Sprite,
    Stat,
    Tooltip,
    path,
    text,
)

from .state import KEEP, MARK, PEEK, SHOUT, SHOW, SWAP, State

EMBLEMS = ("crescent", "star", "camel", "palm")


def at(seat: int) -> tuple[float, float]:
    """Return where the card of a seat lies."""
    return 80.0 + 120 * seat, 90.0


def face(value: int) -> str:
    """Draw a card, face up or face down."""
    edge = path("M-30 -40H30V40H-30Z", "var(--paper)", "var(--line)", 2, 'class="edge"')
    return edge + text(str(value) if value else "?", 0, 8, 24)


def scene(view: State, ctx: Context) -> Scene:
    """Return the scene: the cards, the token, a bell, and the viewer's card below."""
    cards = tuple(
        Sprite(f"card-{p}", face(view.card[p]), *at(p), label=f"card of {ctx.names(p)}") for p in range(view.players)
    )
    token = Sprite("token", path("M-9 0A9 9 0 1 0 9 0A9 9 0 1 0 -9 0Z", "var(--accent)"), *token_at(view), layer=1)
    bell = Sprite(
        "bell",
        path("M-20 20L0 -20L20 20Z", "var(--frame)", "var(--line)", 2, 'class="edge"'),
        60,
        240,
        label="the bell",
        refused=None if SHOUT in ctx.legal else SHOUT,
    )
    areas = [Area("board", 560, 300, (*cards, token, bell), label="The cards")]
    if ctx.seat >= 0:
        own = (Sprite("own", face(view.card[ctx.seat]), 60, 60, label="your card"),)
        areas.append(Area("hand", 200, 120, own, label="Your card", place="seats" if ctx.layout == "wide" else ""))
    areas += [
        Area(f"card-of-{p}", 100, 100, (mini(view, p),), label=f"What {ctx.names(p)} has", place="panel", seat=p)
        for p in range(view.players)
        if p != ctx.seat
    ]
    areas.append(Area("highest", 240, 60, (), text(f"Up to {view.highest}", 120, 40, 24), "Cards", place="story"))
    prompt = Prompt("The game is over." if view.over else "Choose." if ctx.legal else "Others choose.")
    facts = (Facts("Cards", (("highest", str(view.highest)),), place="story"), Facts("Seats", (("", "in order"),)))
    return Scene(tuple(areas), panels(view), prompt, picks(view, ctx), tooltips(view, ctx), facts)


def mini(view: State, seat: int) -> Sprite:
    """Draw a card in its seat's panel; a click on one that may not be seen asks why."""
    return Sprite(f"mini-{seat}", face(view.card[seat]), 50, 50, label=f"the card of seat {seat + 1}", refused=PEEK)


def token_at(view: State) -> tuple[float, float]:
    """Return where the token is: with the seat whose turn it is, at the bell in a race."""
    x, y = at(min(view.seat, view.players - 1))
    return (x, y + 65) if view.seat < view.players else (110.0, 240.0)


def picks(view: State, ctx: Context) -> tuple[Pick, ...]:
    """Return buttons for the end of a turn; the own card opens its actions, the next card what can be seen."""
    me, can, beside = ctx.seat, ctx.legal, (ctx.seat + 1) % view.players
    made = [Pick(SWAP, "Swap"), Pick(KEEP, "Keep"), Pick(SHOUT, "Shout", ("bell",), button=True)]
    made += [Pick(choice, word, ("token",), group="card") for choice, word in ((MARK, "Mark"), (MARK + 1, "Unmark"))]
    made += [Pick(SHOW, "Show", group="card"), Pick(MARK, "Mark and keep", then=(KEEP,), group="card")]
    made += [Pick(PEEK, "Peek", (f"card-{beside}", f"mini-{beside}"), group="peek", area=f"card-of-{beside}")]
    offered = [pick for pick in made if pick.choice in can]
    if KEEP in can:
        offered.append(Pick(OPENS, "Your card", (f"card-{me}", "own"), "What will you do with it?", opens="card"))
    if PEEK in can:
        offered.append(Pick(OPENS, "Peek …", opens="peek", group="card"))
    return tuple(offered)


def tooltips(view: State, ctx: Context) -> tuple[Tooltip, ...]:
    """Return whose each card is, and what the bell is for."""
    made = [
        Tooltip((f"card-{p}",), f"{ctx.names(p)}’s card", "A line shows it.", (Sprite("line", ring(), *at(p)),))
        for p in range(view.players)
    ]
    own = ("own",) if ctx.seat >= 0 else ()
    return (*made, Tooltip(("bell",), "The bell", "Who is first ends the game.", lifts=own))


def ring() -> str:
    """Draw a line round a card."""
    return path("M-36 -46H36V46H-36Z", stroke="var(--lit)", width=3)


def panels(view: State) -> tuple[Panel, ...]:
    """Return marks and revealed cards, as chips and icons."""
    return tuple(
        Panel(
            p,
            "0",
            emblem=EMBLEMS[p],
            tone=p + 1,
            acting=not view.over and view.seat in (p, view.players),
            stats=(
                Stat("M", str(view.marked[p]), tone=1, title=f"{view.marked[p]} marked"),
                Stat("S", str(view.shown[p]), tone=2, title=f"{view.shown[p]} shown"),
                Stat("", "1", "i-eye", tone=3, title="one card"),
            ),
        )
        for p in range(view.players)
    )


def effects(before: State, after: State, events: list[tuple[int, ...]], context: Context) -> list[Effect]:
    """Move the token to the next card along the table's edge."""
    (x, y), (to_x, to_y) = token_at(before), token_at(after)
    if (x, y) == (to_x, to_y):
        return []
    return [Effect("walk", keys=("token",), path=((x, y), (x, 200), (to_x, 200), (to_x, to_y)), sound="wood")]
