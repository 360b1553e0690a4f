"""``souq tune``: better numbers for a game's judgement."""

from __future__ import annotations

from typing import Annotated

import typer

from souq.cli.app import Chosen, GameName, app, console, example, mistake, options, progress


@app.command(
    epilog=example(
        "souq tune kairo --what chances --only coin,growing", "souq tune kairo --what priors --only joker,rival --write"
    )
)
def tune(
    name: GameName,
    what: Annotated[
        str,
        typer.Option(
            help="[b]chances[/b]: predict who wins; [b]policy[/b]: promise what a search looks into; "
            "[b]priors[/b]: win by what looks best."
        ),
    ] = "chances",
    only: Annotated[str | None, typer.Option(help="Names of weights, separated by commas; left out: all.")] = None,
    players: Annotated[str | None, typer.Option("--players", "-p", help="2,3,4 say; left out: all numbers.")] = None,
    option: Chosen = None,
    games: Annotated[int, typer.Option("--games", "-g", min=2, help="Games to learn from, or of each duel.")] = 400,
    rounds: Annotated[int, typer.Option(min=1, help="Generations of CMA-ES.")] = 40,
    iterations: Annotated[
        int | None,
        typer.Option(min=8, help="Of the search that is learnt from: a policy from 200, chances else from quick bots."),
    ] = None,
    noise: Annotated[float, typer.Option(min=0, max=1, help="How often bots do anything at all, for chances.")] = 0.1,
    seed: Annotated[int, typer.Option(help="The same seed finds the same.")] = 1,
    write: Annotated[bool, typer.Option("--write", help="Put what is better into the game's weights.toml.")] = False,
) -> None:
    """Tune the weights of a game's sense. What is found is tried on games that were not learnt from."""
    from souq.arena.tuning import Aim, Imitating, Predicting, Table, Winning, rewritten, tuned
    from souq.engine import registry

    game = registry.find(name)
    weights = getattr(game.sense, "WEIGHTS", None)
    if weights is None:
        mistake(f"{game.title} has no weights.")
    names = only.split(",") if only else list(weights.values)
    seats = [int(n) for n in players.split(",")] if players else range(max(2, game.min_players), game.max_players + 1)
    chosen = options(game, option)
    tables = [Table(game, n, chosen) for n in seats]
    aim: Aim
    if what == "chances":
        aim = Predicting(tables, games, noise, seed, iterations or 0)
    elif what == "policy":
        aim = Imitating(tables, games, iterations or 200, seed)
    elif what == "priors":
        aim = Winning(tables, games, seed)
    else:
        mistake(f"--what is chances, policy or priors, not {what!r}.")
    with progress(left=True) as shown:
        task = shown.add_task("Tuning", total=rounds)
        best = tuned(game, names, aim, rounds, lambda *_: shown.advance(task), seed)
    before, after = aim.judged(weights.array()), aim.judged(best)
    found = {each: float(best[weights.place(each)]) for each in names}
    for each, value in found.items():
        console().print(f"{each:>20} {weights.values[each]:10.4g} → {value:.4g}")
    console().print(f"{aim.say}: {before:.4f} → {after:.4f}")
    if isinstance(aim, Imitating):
        agreed = [100 * aim.agreed(w) for w in (weights.array(), best)]
        console().print(f"what looks best is what the search chose: {agreed[0]:.1f} % → {agreed[1]:.1f} %")
    if not write:
        return
    if (after > before if aim.higher else after < before) and weights.path:
        rewritten(weights.path, found)
        console().print(f"{weights.path} has the new numbers.")
    else:
        console().print("They are no better: nothing is written.")
