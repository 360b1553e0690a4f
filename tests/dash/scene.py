"""The scene: the viewer's track on the board, the others' in their panels."""

from souq.engine.present.scene import Area, Context, Effect, Panel, Pick, Prompt, Scene, Sprite, Tally, path, text

from .state import END, STEP, STOP, State

EMBLEMS = ("crescent", "star", "camel", "palm")
STONE = path("M-16 0A16 16 0 1 0 16 0A16 16 0 1 0 -16 0Z", "var(--paper)", "var(--line)", 2, 'class="edge"')


def runner(seat: int, at: int, y: float) -> Sprite:
    """Return a runner on its track."""
    art = path("M-12 8L0 -20L12 8Z", "var(--accent)")
    return Sprite(f"runner-{seat}", art, 30 + 40 * at, y, layer=1, label=f"runner {seat + 1} at {at}")


def scene(view: State, ctx: Context) -> Scene:
    """Return the scene: stones to step on, and the other runners."""
    me = max(ctx.seat, 0)
    stones = tuple(
        Sprite(f"stone-{at}", STONE + text(str(at), 0, 5, 14), 30 + 40 * at, 100, label=f"place {at}")
        for at in range(END + 1)
    )
    areas = [Area("board", 460, 160, (*stones, runner(me, view.at[me], 90)), label="Your way")]
    areas += [
        Area(f"way-{p}", 460, 120, (runner(p, view.at[p], 80),), label=f"Way of {ctx.names(p)}", place="panel", seat=p)
        for p in range(view.players)
        if p != me
    ]
    best = "" if ctx.solution is None else f"{len(ctx.solution)} steps are the best."
    title = "It is over." if view.over else "Run." if ctx.legal else "Others run."
    share = f"Dash: {view.steps[me]} steps, {ctx.hints} hints. {best}" if view.over else ""
    return Scene(
        tuple(areas),
        panels(view),
        Prompt(title, best),
        picks(view, ctx),
        tally=tally(view) if view.over else None,
        hints=view.players == 1 and not view.over,
        share=share,
    )


def picks(view: State, ctx: Context) -> tuple[Pick, ...]:
    """Return a stone for every step, and a button to give up that needs two clicks."""
    made = []
    for choice in ctx.legal:
        to = view.at[ctx.seat] + choice - STEP + 1
        shown = (Sprite("to", STONE, 30 + 40 * to, 60),)
        if choice == STOP:
            made.append(Pick(choice, "Give up", commit="Yes, give up"))
        else:
            made.append(Pick(choice, f"Run to {to}", (f"stone-{to}",), f"{END - to} are left then.", preview=shown))
    return tuple(made)


def panels(view: State) -> tuple[Panel, ...]:
    """Return the panels, with the steps made."""
    return tuple(
        Panel(p, str(view.steps[p]), emblem=EMBLEMS[p], tone=p + 1, acting=not view.over and not view.out >> p & 1)
        for p in range(view.players)
    )


def tally(view: State) -> Tally:
    """Return how far everybody came."""
    row = ("place", tuple(str(at) for at in view.at[: view.players]), "")
    ranks = tuple(1 if at == END else 2 for at in view.at[: view.players])
    return Tally((row,), row[1], ranks)


def effects(before: State, after: State, events: list[tuple[int, ...]], context: Context) -> list[Effect]:
    """Return a pop for every step and a slow count: effects that must not delay a runner."""
    me = max(context.seat, 0)
    moved = [p for p in range(after.players) if after.at[p] != before.at[p]]
    return [
        Effect("pop", "+", at=(30 + 40 * after.at[p], 60), sound="wood", area="board" if p == me else f"way-{p}")
        for p in moved
    ] + [Effect("count", keys=tuple(f"runner-{p}" for p in moved))]
