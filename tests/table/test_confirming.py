"""When a table asks for confirmation: at the end of a turn, and once."""

from __future__ import annotations

from random import Random

import pytest
from pydantic import BaseModel

from souq.engine.game import Game
from souq.engine.match import hooks
from souq.engine.match.match import Match
from souq.engine.present.scene import OPENS
from souq.server.core.commands import deciding, protocol
from souq.server.core.commands.outcome import Caller
from souq.server.core.live.live import Live
from souq.server.core.realtime.scenes import offered, resting
from souq.server.core.realtime.viewers import Viewer
from souq.server.core.store.rows import SeatRow, TableRow
from tests.support import ours

GAMES = ours()
SHARE = {"marracash": 4, "grand_bazaar": 4}
"""So many play, where three would leave something out."""


class PlayingClient:
    """A table in memory whose players want to confirm."""

    def __init__(self, game: Game, seed: int) -> None:
        self.match = Match(game, SHARE.get(game.name, game.company), seed=seed)
        seats = [SeatRow(seat, "person", name=f"Player {seat}") for seat in range(self.match.players)]
        fixed = {"rules_version": "1", "options": {}, "secret": b"sesame", "created_at": 0.0, "updated_at": 0.0}
        row = TableRow("t", game.name, players=len(seats), state="playing", seats=seats, **fixed)  # type: ignore[arg-type]
        self.live = Live(row, self.match)

    @property
    def seat(self) -> int:
        """The seat to move."""
        mask = self.live.waits_for
        return (mask & -mask).bit_length() - 1

    def command(self, name: str, **fields: object) -> None:
        """Execute a command of that seat, as the server does."""
        does = {"choose": deciding.choose, "amount": deciding.name, "confirm": deciding.confirm, "undo": deciding.undo}
        kinds: dict[str, type[BaseModel]] = {
            "choose": protocol.Choose,
            "amount": protocol.Name,
            "confirm": protocol.Confirm,
            "undo": protocol.Undo,
        }
        command = kinds[name].model_validate({"type": name, "id": "1", "seq": 1, **fields})
        outcome = does[name](self.live, Caller(self.seat), command)  # type: ignore[operator]
        self.live.row.pending_choice = outcome.pending_choice
        self.live.row.revision += 1

    def choose(self, rng: Random) -> bool:
        """Choose something that the scene offers; return whether that already took a second step."""
        scene = offered(self.live, self.seat)
        picks = [pick for pick in scene.picks if pick.choice != OPENS]
        if scene.amount and (not picks or rng.random() < 0.2):
            self.command("amount", amount=rng.choice((scene.amount.low, scene.amount.high)))
        elif picks:
            pick = rng.choice(picks)
            self.command("choose", choice=pick.choice, then=list(pick.then))
            return bool(pick.commit)
        else:  # a proposal, which is sent by a button of its own
            self.command("choose", choice=int(rng.choice(self.match.legal(self.seat))), at_once=True)
        return False

    @property
    def asked(self) -> bool:
        """Whether the table waits for a confirmation."""
        return self.live.must_confirm(self.seat)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_only_the_end_of_a_turn_is_confirmed_and_no_step_twice(game: Game) -> None:
    asked = 0
    for seed in range(2):
        at, rng = PlayingClient(game, seed), Random(seed)
        for _ in range(250):
            if at.match.over:
                break
            seat, before = at.seat, at.match.at_mark()
            twice = at.choose(rng)
            if not at.asked:
                continue
            asked += 1
            assert not twice, "a button has been pressed that said what happens"
            assert resting(at.live, Viewer(seat))["prompt"]["title"].endswith("?")
            at.command("confirm")
            assert at.match.over or hooks.on_turn(game, before) in (None, seat), "others only answer"
            assert at.match.over or not at.match.deciders >> seat & 1
            assert at.match.over or hooks.on_turn(game, at.match.state) != seat, "it is still their turn"
    assert asked or game.name == "chatuchak", "there every end of a turn takes two steps"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_choice_awaiting_confirmation_can_be_undone_exactly(game: Game) -> None:
    at, rng = PlayingClient(game, 0), Random(0)
    for _ in range(150):
        if at.match.over:
            break
        before, scene, ply = at.match.state.tobytes(), offered(at.live, at.seat), at.match.ply
        at.choose(rng)
        if at.asked:
            at.command("undo")
            assert (at.match.state.tobytes(), at.match.ply) == (before, ply)
            assert offered(at.live, at.seat) == scene
            at.choose(rng)
            if at.asked:
                at.command("confirm")
