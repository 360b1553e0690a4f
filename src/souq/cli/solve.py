"""``souq solve``: find the shortest solution of a puzzle, in games for which souq has a solver."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from souq.cli.app import (
    INTERRUPTED,
    WRONG,
    AsJson,
    Chosen,
    GameName,
    app,
    console,
    example,
    mistake,
    options,
    print_json,
    progress,
)

if TYPE_CHECKING:
    from souq.engine.game import Game
    from souq.engine.match.solving import Solution
    from souq.engine.rules.record import Batch

EXAMPLE = example("souq solve chatuchak --side 3", "souq solve chatuchak --day today --seconds 60")
LOOSE = {"allow_extra_args": True, "ignore_unknown_options": True}
"""Typer settings that let unknown options through, so that options of a game can be given by their own names."""

LACKS = {
    "solution": "is not a game that can be solved",
    "position": "can’t start from a position of your own",
    "puzzles": "has no printed puzzles",
    "record": "keeps no record of solutions",
}
"""Error messages for a game that can't do what was asked, by the missing function of its ``solve`` module."""


@dataclass
class Task:
    """A puzzle to solve, and the best solution found so far."""

    name: str
    state: Batch
    seat: int
    best: Solution | None = None
    seconds: float = 0.0
    recorded: bool = False

    def describe(self) -> str:
        """Describe the best solution so far."""
        if self.best is None or not self.best.choices:
            return "no solution found"
        length = len(self.best.choices)
        moves = f"{length} move{'s' if length > 1 else ''}"
        return f"{moves}, the fewest possible" if self.best.proven else f"{moves}; it takes at least {self.best.bound}"


@app.command(context_settings=LOOSE, epilog=EXAMPLE)
def solve(
    context: typer.Context,
    game: GameName,
    option: Chosen = None,
    position: Annotated[str, typer.Option(metavar="TEXT", help="Where to start, in the game's notation.")] = "",
    every: Annotated[bool, typer.Option("--all", help="Solve every puzzle printed in the box.")] = False,
    seconds: Annotated[float, typer.Option(min=0.0, help="Seconds for each puzzle, at most.")] = 10.0,
    width: Annotated[int | None, typer.Option(min=1, help="Positions to keep at each step of the search.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed draws the same puzzle.")] = 0,
    fresh: Annotated[bool, typer.Option("--fresh", help="Ignore the solutions on record.")] = False,
    write: Annotated[bool, typer.Option("--write", help="Put better solutions on record.")] = False,
    as_json: AsJson = False,
) -> None:
    """Find the shortest solution, and prove that none is shorter. Ctrl-C shows the best so far.

    Options of the game may be given by their own names: --side 3 is --option side=3.
    """
    from souq.engine import registry

    found = registry.find(game)
    module: Any = found.solve
    for name, asked in {"solution": True, "position": position, "puzzles": every, "record": write}.items():
        if asked and not hasattr(module, name):
            mistake(f"{found.title} {LACKS[name]}.")
    tasks = list(_tasks(found, [*(option or []), *_own(context.args)], position, every, seed))
    interrupted = _work(module, tasks, lambda task: _attempts(module, task, seconds, width, fresh))
    for task in tasks if write else ():
        task.recorded = bool(task.best and task.best.choices and module.record(task.state, task.seat, task.best))
    if as_json:
        print_json([_json(task) for task in tasks])
    else:
        _show(found, module, tasks)
    if interrupted or not all(task.best and task.best.choices for task in tasks):
        raise typer.Exit(INTERRUPTED if interrupted else WRONG)


def _own(words: list[str]) -> list[str]:
    """Convert options of a game given by their names, ``--side 3 --same``, to ``side=3`` and ``same=on``."""
    made: list[str] = []
    for word in words:
        if word.startswith("--"):
            name, equals, value = word[2:].partition("=")
            made.append(f"{name.replace('-', '_')}={value if equals else 'on'}")
        elif made and made[-1].endswith("=on"):
            made[-1] = made[-1].removesuffix("on") + word
        else:
            mistake(f"{word!r} doesn’t belong to any option.")
    return made


def _tasks(game: Game, words: list[str], position: str, every: bool, seed: int) -> Iterator[Task]:
    """Yield the puzzles that the command line asks for: a given position, all printed puzzles, or a random one.

    Raises:
        BadOption: the game has no such option.
    """
    module: Any = game.solve
    given = options(game, words)
    if position:
        yield Task(position, module.position(position), 0)
    elif every:
        for name, chosen in module.puzzles():
            yield _dealt(game, name, {**given, **chosen}, seed)
    else:
        given_words = [o.describe(given[o.name]) for o in game.options if o.name in given]
        yield _dealt(game, ", ".join(given_words) or f"Seed {seed}", given, seed)


def _dealt(game: Game, name: str, given: dict[str, Any], seed: int) -> Task:
    """Return the puzzle that a game deals for these options and this seed."""
    numbers = game.option_numbers(game.check_options(given))
    state = game.bindings.setup(game.min_players, numbers, (seed, 0))
    deciders = game.bindings.deciders(state)
    return Task(name, state, (deciders & -deciders).bit_length() - 1)


def _attempts(module: Any, task: Task, seconds: float, width: int | None, fresh: bool) -> Iterator[Solution | None]:
    """Yield the best solution so far at intervals while the solver works; a simple solver yields only its final one."""
    if not hasattr(module, "attempts"):
        yield module.solution(task.state, task.seat, seconds)
        return
    for best in module.attempts(task.state, task.seat, width, fresh):
        yield best
        if task.seconds > seconds:
            return


def _work(module: Any, tasks: list[Task], attempts: Callable[[Task], Iterator[Solution | None]]) -> bool:
    """Solve the puzzles one after another, storing each best solution; return whether Ctrl-C stopped the work."""
    with progress() as display:
        bar = display.add_task("Getting ready", total=len(tasks))
        if hasattr(module, "prepare"):
            module.prepare()
        for task in tasks:
            began = time.monotonic()
            try:
                for best in attempts(task):
                    task.best, task.seconds = best, time.monotonic() - began
                    display.update(bar, description=f"{task.name}: {task.describe()}")
            except KeyboardInterrupt:
                return True
            display.advance(bar)
    return False


def _show(game: Game, module: Any, tasks: list[Task]) -> None:
    out = console()
    for task in tasks:
        recorded = "; put on record" if task.recorded else ""
        out.print(f"[b]{task.name}[/b]: {task.describe()} ({task.seconds:.1f} s){recorded}.", soft_wrap=True)
        if len(tasks) == 1 and task.best and task.best.choices:
            for line in _report(game, module, task, task.best):
                out.print(line, soft_wrap=True, markup=False)


def _report(game: Game, module: Any, task: Task, best: Solution) -> list[str]:
    """Return lines that describe a solution: the game's own report, or the names of all choices."""
    if not hasattr(module, "report"):
        return [", ".join(map(game.choices.name, best.choices))]
    lines: list[str] = module.report(task.state, task.seat, best)
    return lines


def _json(task: Task) -> dict[str, Any]:
    """Return a puzzle's result as JSON values."""
    choices, bound = (task.best.choices, task.best.bound) if task.best else ((), 0)
    proven = task.best is not None and task.best.proven
    facts = {"puzzle": task.name, "choices": choices, "length": len(choices), "bound": bound, "proven": proven}
    return {**facts, "seconds": round(task.seconds, 3)}
