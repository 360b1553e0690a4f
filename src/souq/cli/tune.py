"""``souq tune``: tune the weights of a game's evaluator."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from souq.cli.app import Chosen, GameName, app, console, example, mistake, options, progress

if TYPE_CHECKING:
    from souq.arena.tuning import Aim, Table


@app.command(
    epilog=example(
        "souq tune kairo --what chances --only any_coin,growing",
        "souq tune kairo --what priors --only joker,rival --write",
    )
)
def tune(
    name: GameName,
    what: Annotated[
        str,
        typer.Option(
            help="[b]chances[/b]: predict who wins; [b]policy[/b]: guess what a search will look into; "
            "[b]priors[/b]: win by choosing what looks best."
        ),
    ] = "chances",
    only: Annotated[str | None, typer.Option(help="Names of weights, separated by commas. Default: all.")] = None,
    players: Annotated[
        str | None, typer.Option("--players", "-p", help="Such as 2,3,4. Default: every number.")
    ] = None,
    option: Chosen = None,
    games: Annotated[int, typer.Option("--games", "-g", min=2, help="Games to learn from, or per duel.")] = 400,
    rounds: Annotated[int, typer.Option(min=1, help="Generations of CMA-ES.")] = 40,
    iterations: Annotated[
        int | None,
        typer.Option(
            min=8,
            help="Iterations of the search to learn from, 200 for a policy. Without it, chances learn from quick bots.",
        ),
    ] = None,
    noise: Annotated[float, typer.Option(min=0, max=1, help="How often bots choose at random, for chances.")] = 0.1,
    seed: Annotated[int, typer.Option(min=0, max=2**32 - 1, help="The same seed finds the same weights.")] = 1,
    write: Annotated[bool, typer.Option("--write", help="Write better weights into the game's weights.toml.")] = False,
) -> None:
    """Tune the weights of a game's evaluator, and try them on games they weren't learnt from."""
    from souq import extras
    from souq.arena.tuning import Imitating, Table, Winning, rewritten, tuned
    from souq.engine import registry

    game = registry.find(name)
    weights = getattr(game.evaluator, "WEIGHTS", None)
    if weights is None:
        mistake(f"{game.title} has no weights.")
    extras.check("arena", "Tuning needs", "cmaes")
    names = [name.strip() for name in only.split(",")] if only else list(weights.values)
    if strange := next((name for name in names if name not in weights.values), None):
        mistake(f"{game.title} has no weight {strange!r}. There are: {', '.join(weights.values)}.")
    if players and not all(n.strip().isdecimal() for n in players.split(",")):
        mistake(f"Write --players as numbers separated by commas, like 2,3,4, not {players!r}.")
    seats = [int(n) for n in players.split(",")] if players else range(max(2, game.min_players), game.max_players + 1)
    if what == "priors" and min(seats) < 2:
        mistake("--what priors plays the new weights against the old, so it needs at least two players.")
    chosen = options(game, option)
    tables = [Table(game, n, chosen) for n in seats]
    aim = _aim(what, tables, games, noise, iterations, seed)
    with progress(left=True) as display:
        task = display.add_task("Tuning", total=rounds)
        best = tuned(game, names, aim, rounds, lambda *_: display.advance(task), seed)
    before, after = aim.judged(weights.array()), aim.judged(best)
    found = {each: float(best[weights.place(each)]) for each in names}
    for each, value in found.items():
        console().print(f"{each:>20} {weights.values[each]:10.4g} → {value:.4g}")
    console().print(f"{aim.say}: {before:.4f} → {after:.4f}")
    if isinstance(aim, Imitating):
        agreed = [100 * aim.agreed(w) for w in (weights.array(), best)]
        console().print(f"what looks best is what the search chose: {agreed[0]:.1f} % → {agreed[1]:.1f} %")
    better = after > before if aim.higher else after < before
    if isinstance(aim, Winning):
        sure = aim.sure(best)
        console().print(f"95 % interval: {sure.low:.4f} – {sure.high:.4f}")
        better = sure.low > 0.5
    if not better:
        console().print("On games they weren't learnt from they are no better, so nothing is written.")
    elif not write:
        console().print("On games they weren't learnt from they are better. Add --write to keep them.")
    elif weights.path:
        rewritten(weights.path, found)
        console().print(f"Wrote the new weights to {weights.path}.")


def _aim(what: str, tables: list[Table], games: int, noise: float, iterations: int | None, seed: int) -> Aim:
    """Return the objective (``chances``, ``policy`` or ``priors``) after playing the games that it is computed from."""
    from souq.arena.tuning import Imitating, Predicting, Winning

    if what == "chances":
        return Predicting(tables, games, noise, seed, iterations or 0)
    if what == "policy":
        return Imitating(tables, games, iterations or 200, seed)
    if what != "priors":
        mistake(f"--what is chances, policy or priors, not {what!r}.")
    if iterations:
        mistake("Leave out --iterations: priors are tuned with bots that don't search.")
    return Winning(tables, games, seed)
