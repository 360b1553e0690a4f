"""The scene: a lot on the board, the purses next to it, bids by buttons and by an amount."""

from souq.engine.present.scene import Amount, Area, Context, Encoding, Panel, Pick, Prompt, Scene, Sprite, path

from .state import ADD, BID, MORE, PASS, STEP, State

EMBLEMS = ("crescent", "star", "camel", "palm")
LADDER = tuple(range(ADD, ADD + 4))


def least(view: State) -> int:
    """Return the least bid now."""
    return (view.counted or view.standing) + STEP


def encoding(view: State) -> Encoding:
    """Return how each bid is encoded, from the least on."""
    return Encoding(LADDER, MORE) if view.counted else Encoding(LADDER, MORE, (MORE,), (BID,))


def scene(view: State, ctx: Context) -> Scene:
    """Return the scene: the lot, the purses and the possible bids."""
    art = path("M-40 -30H40V30H-40Z", "var(--frame)", "var(--line)", 2, 'class="edge"')
    areas = [Area("board", 400, 300, (Sprite("lot", art, 200, 150, label=f"lot {view.lot + 1}"),), label="The lot")]
    panels = tuple(
        Panel(p, str(view.purse[p]), emblem=EMBLEMS[p], tone=p + 1, acting=not view.over and p == view.seat)
        for p in range(view.players)
    )
    title = "It is over." if view.over else "Raise or pass?" if ctx.legal else "Others bid."
    return Scene(
        tuple(areas), panels, Prompt(title, f"{view.standing} is bid."), picks(view, ctx), amount=amount(view, ctx)
    )


def picks(view: State, ctx: Context) -> tuple[Pick, ...]:
    """Return buttons: pass, the least raise, and ten more."""
    made = [Pick(PASS, "Pass"), Pick(BID, f"Bid {least(view)}")]
    if not view.counted and MORE in ctx.legal:
        made.append(Pick(MORE, f"Bid {least(view) + STEP}", then=(ADD,)))
    return tuple(pick for pick in made if pick.choice in ctx.legal)


def amount(view: State, ctx: Context) -> Amount | None:
    """Return a control for any bid, where there are several."""
    if MORE not in ctx.legal and ADD not in ctx.legal:
        return None
    low, purse = least(view), view.purse[ctx.seat]
    hints = ((0, "You keep {rest}."), (60, "{} is much: you keep {rest}."))
    return Amount(
        low,
        purse - purse % STEP,
        STEP,
        "How much do you bid?",
        "Bid {}",
        encoding(view),
        quick=(10, 20, 50),
        hints=hints,
        purse=purse,
        unit="coins",
    )
