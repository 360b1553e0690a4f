"""A training run: rounds of self-play, training and evaluation, each saved as it ends.

The folder holds the whole state of a run, and each file follows from the plan and from earlier files. So an interrupted
run is resumed by making the files that are missing: they are the same as without the interruption.
"""

from __future__ import annotations

import functools
import os
import platform
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from souq.arena import results
from souq.arena.claiming import claim
from souq.arena.holding import hold
from souq.arena.rating import Sure, comparisons, mean_of_blocks
from souq.arena.spreading import spread, spread_over_ray
from souq.arena.tournament import Row, Tournament
from souq.bots.learned import BadJudgement, Learned, zeros
from souq.engine.learn.packed import Damaged, put
from souq.engine.rules import seeds
from souq.training import plan as planning
from souq.training.plan import BadPlan, Plan
from souq.training.samples import OtherRun, Samples, Terms, joined, opened, shard

if TYPE_CHECKING:
    from souq.engine.game import Game

BEST = "best.npz"
NET = "net.npz"
GATE = "gate.jsonl"

OnProgress = Callable[[str, int, int], object]
"""Progress callback: (label, done, total)."""


@dataclass(frozen=True)
class Verdict:
    """The result of the games between a new net and the best earlier net.

    ``share`` is the share of comparisons that the new net won; a draw counts half.
    """

    share: Sure
    games: int
    milliseconds: tuple[float, float]
    """Mean thinking times per decision in milliseconds: of the earlier net, then of the new net."""
    passed: bool


class Run:
    """A training run, which consists of a plan (its settings) and a folder with all its files."""

    def __init__(self, folder: Path, plan: Plan, command: str = "") -> None:
        self.folder, self.plan, self.command = folder, plan, command
        self.game = plan.found

    @classmethod
    def at(cls, folder: Path, game: Game, fresh: Callable[[], Plan], command: str = "") -> Run:
        """Open the run that a folder holds, or start one there with the plan that ``fresh`` returns.

        Raises:
            BadPlan: the folder holds another game's run, or other files.
            OSError: it cannot be written.
        """
        path = folder / planning.FILE
        if not path.exists():
            if folder.exists() and any(not _unfinished(each) for each in folder.iterdir()):
                raise BadPlan(f"{folder} holds something else: there is no {planning.FILE} in it. Name another folder.")
            plan = fresh()
            if plan.game != game.name:
                raise BadPlan(f"Those are settings for {plan.game}, not for {game.name}.")
            folder.mkdir(parents=True, exist_ok=True)
            put(path, planning.written(plan).encode())
        plan = planning.read(path)
        if plan.game != game.name:
            raise BadPlan(f"{folder} is a run of {plan.game}, not of {game.name}. Name another folder.")
        return cls(folder, plan, command)

    # ---- going on

    def go(
        self,
        processes: int = 0,
        ray: str = "",
        on_progress: OnProgress = lambda *_: None,
        after: Callable[[Run], object] = lambda _: None,
    ) -> bool:
        """Do all work of the run that isn't done yet; return whether the run is complete (False after Ctrl-C).

        Args:
            processes: games played at a time; 0 means one per core.
            ray: address of a Ray cluster that plays the games to learn from.
            on_progress: progress callback.
            after: called after each round.

        Raises:
            Busy: another process is working on the run.
            Damaged, OtherRun: a file is invalid; the message says what to do.
        """
        with (self.folder / planning.FILE).open("r+b") as kept:
            claim(kept, str(self.folder))
            for part in filter(_unfinished, self.folder.glob("**/*")):
                part.unlink(missing_ok=True)
            try:
                return all(
                    self._round(number, processes, ray, on_progress, after) for number in range(1, self.plan.rounds + 1)
                )
            except KeyboardInterrupt:
                return False

    def _round(
        self, number: int, processes: int, ray: str, on_progress: OnProgress, after: Callable[[Run], object]
    ) -> bool:
        """Do all work of a round that isn't done yet; return whether the round is complete."""
        net, gate = self.round(number) / NET, self.round(number) / GATE
        if net.exists() and self.verdict(number) is not None:
            self._save_best(number)
            return True
        self.round(number).mkdir(exist_ok=True)
        if not net.exists():
            gate.unlink(missing_ok=True)  # it evaluated a net that no longer exists
            self._learn(number, processes, ray, on_progress)
        if not self._prove(number, processes, on_progress):
            return False
        self._save_best(number)
        after(self)
        return True

    def round(self, number: int) -> Path:
        """Return the folder of the round with a given number, from 1."""
        return self.folder / f"round-{number:03}"

    def best(self, number: int) -> Path | None:
        """Return the file of the best net before round ``number``; None if that is the handwritten evaluator."""
        for before in range(number - 1, 0, -1):
            verdict = self.verdict(before)
            if verdict and verdict.passed:
                return self.round(before) / NET
        return None

    def learned(self, path: Path) -> Learned:
        """Load a net from a file.

        Raises:
            Damaged: the file is incomplete; the message says what to do.
            OtherRun: it was made for another game, or before the game was changed.
        """
        try:
            made = Learned.read(path)
        except Damaged as error:
            raise _mend(error, path, "it is learned again") from error
        try:
            made.check(self.game, self.plan.players)
        except BadJudgement as error:
            raise OtherRun(f"{path}: {str(error).removesuffix(' Train it anew.')} Train in a new folder.") from None
        return made

    # ---- playing

    def _play(self, number: int, processes: int, ray: str, on_progress: OnProgress) -> Terms:
        """Play the games of a round that haven't been played yet; return the settings that they are played with."""
        best = self.best(number)
        judgement = self.learned(best) if best else None
        terms = Terms.of(self.plan, judgement)
        self.round(number).mkdir(exist_ok=True)
        shards = list(self._shards(number))
        missing = [numbers for path, numbers in shards if not path.exists()]
        if missing:
            work = functools.partial(_shard, terms, self.game.package, judgement.packed() if judgement else b"")
            made = spread_over_ray(work, missing, ray) if ray else spread(work, missing, processes)
            paths = {numbers: path for path, numbers in shards}
            done = len(shards) - len(missing)
            said = f"Round {number}: games"
            on_progress(said, done, len(shards))
            with closing(made):
                for numbers, content in made:
                    put(paths[numbers], content)
                    done += 1
                    on_progress(said, done, len(shards))
        return terms

    def _shards(self, number: int) -> Iterator[tuple[Path, tuple[int, ...]]]:
        """Yield the files (shards) of a round's games, each with the numbers of its games."""
        games = self.plan.games
        first = (number - 1) * games.each_round
        for nth, begin in enumerate(range(0, games.each_round, games.each_shard)):
            end = min(begin + games.each_shard, games.each_round)
            yield self.round(number) / f"games-{nth:04}.npz", tuple(range(first + begin, first + end))

    def _samples(self, number: int, terms: Terms) -> tuple[Samples, float]:
        """Load the samples of a round, and the CPU time in seconds that playing its games took.

        Raises:
            Damaged: a file is incomplete; the message says what to do.
            OtherRun: a file was played under other settings.
        """
        parts = []
        for path, numbers in self._shards(number):
            try:
                parts.append(opened(path, terms, numbers))
            except Damaged as error:
                raise _mend(error, path, "its games are played again") from error
        return joined([samples for samples, _ in parts]), sum(seconds for _, seconds in parts)

    # ---- learning

    def _learn(self, number: int, processes: int, ray: str, on_progress: OnProgress) -> None:
        """Train a net on the samples of the latest rounds, including this one, and save it."""
        from souq.training.fitting import fitted

        taken = []
        for each in range(max(1, number - self.plan.fit.rounds + 1), number + 1):
            taken.append(self._samples(each, self._play(each, processes, ray, on_progress)))
        samples, played = joined([samples for samples, _ in taken]), taken[-1][1]
        taken.clear()  # frees a second copy of all positions
        began = time.process_time()
        best = self.best(number)
        before = self.learned(best) if best else None
        done, said = 0, f"Round {number}: learning"

        def epoch() -> None:
            nonlocal done
            done += 1
            on_progress(said, done, self.plan.fit.epochs)

        on_progress(said, 0, self.plan.fit.epochs)
        seed = self.plan.seed * 100_003 + number
        made = fitted(self.plan, samples, before.net if before else None, seed, epoch)
        seconds = time.process_time() - began + played
        about = {
            "command": self.command,
            "seed": self.plan.seed,
            "round": number,
            "games": number * self.plan.games.each_round,
            "hardware": hardware(),
            "hours": round(self._hours(number - 1) + seconds / 3600, 4),
            "learned": made.learned,
            "held": made.held,
            "by_hand": made.by_hand,
            "before": made.before,
            "epochs": made.epochs,
            "after": made.after,
        }
        nothing = zeros(self.game, self.plan.players, self.plan.options, self.plan.fit.hidden, self.plan.manner)
        replace(nothing, net=made.net, about=about).write(self.round(number) / NET)

    def _hours(self, number: int) -> float:
        """Return the CPU time, in hours, of all rounds up to ``number``: of self-play, training and evaluation."""
        if number < 1:
            return 0.0
        return float(self.learned(self.round(number) / NET).about["hours"]) + self._proving(number) / 3600

    # ---- proving

    def _prove(self, number: int, processes: int, on_progress: OnProgress) -> bool:
        """Play the games between a round's net and the best earlier net; return whether all of them are played."""
        self.learned(self.round(number) / NET)  # raises Damaged with instructions before games are played
        tournament, path = self._tournament(number), self.round(number) / GATE
        begun = self._gate(number)
        if begun and results.differences(begun.tournament, tournament):
            path.unlink()  # the folder was moved or the settings changed before there was a verdict
        # If the code has changed, the new version plays the rest; the file and `souq arena FILE --report` say so.
        held = results.go_on(path, tournament, self.plan.gate.games, although_changed=True)
        wanted = len(tournament.places(held.games))
        done, said = wanted - len(held.missing), f"Round {number}: gate"

        def played(n: int) -> None:
            nonlocal done
            done += n
            on_progress(said, done, wanted)

        on_progress(said, done, wanted)
        return hold(path, held, processes, progress=played)

    def _tournament(self, number: int) -> Tournament:
        """Return the tournament of a round: its net plays against the best earlier net or handwritten evaluator."""
        best, n = self.best(number), self.plan.gate.iterations
        old = f"learned:{n}:{best.resolve()}" if best else f"search:{n}"
        new = f"learned:{n}:{(self.round(number) / NET).resolve()}"
        seed = self.plan.seed * 1_000_003 + number & seeds.WORD
        return Tournament.of(self.game, [old, new], self.plan.players, dict(self.plan.options), seed=seed)

    def verdict(self, number: int) -> Verdict | None:
        """Return the verdict on a round's net against the best earlier net; None while games are missing.

        Raises:
            Damaged: as in :meth:`_gate`.
        """
        held = self._gate(number)
        if held is None or held.missing:
            return None
        return judged(list(held.rows.values()), self.plan.gate.share)

    def _proving(self, number: int) -> float:
        """Return the CPU time in seconds that the bots took to think in a round's evaluation."""
        held = self._gate(number)
        return sum(side[0] for row in held.rows.values() for side in row.thought) / 1000 if held else 0.0

    def _gate(self, number: int) -> results.Results | None:
        """Read the results of the games between a round's net and the best earlier net; None if there are none.

        Raises:
            Damaged: the file is damaged; the message says what to do.
        """
        path = self.round(number) / GATE
        if not path.exists() or not path.stat().st_size:
            return None
        try:
            return results.read(path)
        except results.BadResults as error:
            raise _mend(Damaged(str(error)), path, "its games are played again") from error

    def _save_best(self, number: int) -> None:
        """Save a round's net as the best net if it was stronger, with the evaluation's result in ``about``."""
        verdict = self.verdict(number)
        if verdict is None or not verdict.passed or number <= self._best_round():
            return
        made = self.learned(self.round(number) / NET)
        best = self.best(number)
        gate: dict[str, Any] = {"against": best.parent.name if best else "by hand", "games": verdict.games}
        gate |= {"iterations": self.plan.gate.iterations}
        gate |= {"share": verdict.share.value, "low": verdict.share.low, "high": verdict.share.high}
        replace(made, about={**made.about, "gate": gate}).write(self.folder / BEST)

    def _best_round(self) -> int:
        """Return the number of the round whose net is saved as the best, or 0 if none is saved."""
        return int(self.learned(self.folder / BEST).about["round"]) if (self.folder / BEST).exists() else 0


def judged(rows: list[Row], share: float) -> Verdict:
    """Return the verdict on a new net (bot 1) from the games that it played against the best earlier net (bot 0)."""
    blocks: dict[int, tuple[float, float]] = {}
    thought, decisions = [0.0, 0.0], [0, 0]
    for row in sorted(rows):
        won, lost = comparisons(row.seats, row.ranks, 1)
        counted, of = blocks.get(row.block, (0.0, 0.0))
        blocks[row.block] = counted + won, of + won + lost
        for bot, (milliseconds, *histogram) in zip((1, 0), row.thought, strict=True):
            thought[bot] += milliseconds
            decisions[bot] += int(sum(histogram[1:]))
    found = mean_of_blocks(list(blocks.values()))
    paces = thought[0] / max(1, decisions[0]), thought[1] / max(1, decisions[1])
    return Verdict(found, len(rows), paces, found.value >= share and found.low > 0.5)


def _unfinished(path: Path) -> bool:
    """Return whether a file is a temporary one, left behind by a process that ended while it was writing."""
    return path.name.startswith(".") and path.suffix == ".part"


def _shard(terms: Terms, package: str, judgement: bytes, numbers: tuple[int, ...]) -> tuple[tuple[int, ...], bytes]:
    """Play some games; return their numbers and the content of the file (shard) with their samples."""
    return numbers, shard(terms, package, judgement, numbers)


def _mend(error: Damaged, path: Path, then: str) -> Damaged:
    return Damaged(f"{error} Delete {path}, and the same command carries on: {then}.")


@functools.cache
def hardware() -> str:
    """Describe this computer: its processor model and the number of cores."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        lines: list[Any] = [line.partition(":") for line in cpuinfo.read_text("utf-8", "replace").splitlines()]
        model = next((value.strip() for name, _, value in lines if name.strip() == "model name"), model)
    return f"{model}, {os.cpu_count()} cores"
