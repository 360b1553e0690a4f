"""The scene: posts on the board, the viewer's goods in the hand, and a composer for posts."""

from souq.engine.present.scene import OPENS, Area, Context, Panel, Pick, Prompt, Scene, Sprite, path, text
from souq.engine.present.wording import several
from souq.engine.rules.composing import Composer, Filling, Item, Limit, Listing, Money, Partner, Side

from .state import CHOICES, COINS, GOODS, MOST, NAMES, POST, WITHDRAW, Phase, State

EMBLEMS = ("crescent", "star", "camel", "palm")
SEAL = 3


def scene(view: State, ctx: Context) -> Scene:
    """Return the scene: the posts, the hands and the buttons."""
    posts = [(p, q) for p in range(view.players) for q in range(view.players) if view.posted[p] >> q & 1]
    slips = tuple(
        Sprite(
            f"post-{p}-{q}",
            card(f"{p + 1} to {q + 1}"),
            70 + 70 * (i % 5),
            60 + 100 * (i // 5),
            label=post_text(view, p, q),
        )
        for i, (p, q) in enumerate(posts)
    )
    areas = (Area("board", 400, 300, slips, label="Posts"), Area("hand", 400, 90, hand(view, ctx), label="Your goods"))
    panels = tuple(
        Panel(p, str(view.coins[p]), emblem=EMBLEMS[p], tone=p + 1, acting=not view.over and acts(view, p))
        for p in range(view.players)
    )
    title = "It is over." if view.over else "Draw or pass?" if view.phase == Phase.ASK else "Trade"
    detail = f"Round {view.stage + 1}."
    made, asks = picks(view, ctx), composer(view, ctx)
    return Scene(areas, panels, Prompt(title, detail), made, composer=asks, listing=listing(view))


def acts(view: State, seat: int) -> bool:
    """Return whether a seat may choose, as far as everybody can see."""
    return not view.left >> seat & 1 if view.phase == Phase.TALK else seat == view.seat


def card(words: str) -> str:
    """Draw a card with words on it."""
    return path("M-30 -42H30V42H-30Z", "var(--paper)", "var(--line)", 2, 'class="edge"') + text(words, 0, 5, 15)


def post_text(view: State, p: int, q: int) -> str:
    """Describe a post in words."""
    sides = [[NAMES[g] for g in range(GOODS) for _ in range(side[p][q][g])] for side in (view.give, view.want)]
    coins = several(view.net[p][q], "coin")
    return f"{p + 1} gives {', '.join(sides[0])} for {', '.join(sides[1])} of {q + 1}, and {coins}"


def hand(view: State, ctx: Context) -> tuple[Sprite, ...]:
    """Return one sprite for each of the viewer's goods."""
    if ctx.seat < 0:
        return ()
    mine = [(g, n) for g in range(GOODS) for n in range(view.hand[ctx.seat][g])]
    return tuple(
        Sprite(f"hand-{g}-{n}", card(NAMES[g]), 36 + 66 * i, 45, label=NAMES[g]) for i, (g, n) in enumerate(mine[:6])
    )


def picks(view: State, ctx: Context) -> tuple[Pick, ...]:
    """Return buttons for everything but posts, and for posts while one is composed step by step."""
    made = [Pick(c, CHOICES.name(c).capitalize()) for c in ctx.legal if not POST <= c < WITHDRAW]
    for other in range(view.players):
        if POST + other in ctx.legal and view.posted[other] >> ctx.seat & 1:
            filling = Filling(f"post {other + 1}", *turned_round(view, other, ctx.seat))
            made.append(Pick(OPENS, f"Counter {other + 1}", (f"post-{other}-{ctx.seat}",), fills=filling))
    return tuple(made)


def listing(view: State) -> Listing | None:
    """Return the list of what players want and have in this round."""
    items = tuple(Item(name, name, name.capitalize(), tag=True) for name in NAMES)
    return None if view.over else Listing(f"round {view.stage + 1}", items)


def composer(view: State, ctx: Context) -> Composer | None:
    """Return the composer of a seat that may post."""
    others = [c - POST for c in ctx.legal if POST <= c < WITHDRAW]
    if not others:
        return None
    shown = {sprite.key for sprite in hand(view, ctx)}
    give = tuple(item(view, ctx, g, f"give-{g}", view.hand[ctx.seat][g], shown) for g in range(GOODS))
    get = tuple(item(view, ctx, g, f"get-{g}", MOST, set()) for g in range(GOODS))
    coins = Money(min(COINS, view.coins[ctx.seat]), "coins", "coins", why="You have none left.")
    return Composer(
        f"post {view.stage}",
        tuple(partner(view, ctx, other) for other in others),
        (
            Side("I give", "give", give, coins, (limit("give"),), "Say what you give.", goods=True),
            Side(
                "I get",
                "want",
                get,
                Money(COINS, "coins", "coins"),
                (limit("get"),),
                "Say what you ask for.",
                goods=True,
            ),
        ),
        say="Post",
        label="Post…",
        apart="No good goes both ways.",
        choices=tuple(POST + other for other in others),
    )


def item(view: State, ctx: Context, g: int, key: str, most: int, shown: set[str]) -> Item:
    """Return a good on one side."""
    on = tuple(f"hand-{g}-{n}" for n in range(most) if f"hand-{g}-{n}" in shown)
    lacking = "" if most else f"You have no {NAMES[g]}."
    group = "Papers" if g == SEAL else "Goods"
    said = "the seal" if g == SEAL else ""
    label = NAMES[g].capitalize()
    return Item(
        key,
        NAMES[g],
        label,
        "" if g == SEAL else card(label),
        1 if g == SEAL else max(most, 1),
        group,
        said,
        on,
        tag=g == SEAL,
        refused=lacking,
    )


def limit(side: str) -> Limit:
    """Limit how many goods one side may hold."""
    return Limit(tuple(f"{side}-{g}" for g in range(GOODS)), MOST, f"No more than {MOST} goods each way.")


def turned_round(view: State, other: int, mine: int) -> tuple[tuple[tuple[str, int], ...], tuple[int, int]]:
    """Return what another seat has posted to the viewer, with the sides exchanged."""
    sides = (("give", view.want), ("get", view.give))
    start = tuple((f"{side}-{g}", made[other][mine][g]) for side, made in sides for g in range(GOODS))
    net = view.net[other][mine]
    return tuple((key, n) for key, n in start if n), (max(0, -net), max(0, net))


def partner(view: State, ctx: Context, other: int) -> Partner:
    """Return what another seat can give; what it has posted, with the sides exchanged."""
    name, mine = ctx.names(other), ctx.seat
    has = tuple(Limit((f"get-{g}",), view.hand[other][g], f"{name} has {view.hand[other][g]}.") for g in range(GOODS))
    cannot = tuple((f"get-{g}", f"{name} has no {NAMES[g]}.") for g in range(GOODS) if not view.hand[other][g])
    start: tuple[tuple[str, int], ...] = ()
    money = (0, 0)
    if view.posted[other] >> mine & 1:
        start, money = turned_round(view, other, mine)
    return Partner(
        f"post {other + 1}",
        f"Post to {name}",
        other,
        limits=has,
        cannot=cannot,
        most=(min(COINS, view.coins[mine]), min(COINS, view.coins[other])),
        start=start,
        money=money,
        note=f"{name} has {several(view.coins[other], 'coin')}.",
    )
