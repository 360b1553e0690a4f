"""What a bot says in one breath: one choice, or in a race with it all that belongs to it.

A race takes a message whole (see :meth:`souq.engine.match.match.Match.check`); bots are asked for one step after
another. So what they choose is made on a guess at the position, and they are asked again as if it had been played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from souq.bots.base import Bot, Legal, mixed
from souq.engine.errors import IllegalChoice
from souq.engine.match.dry_run import begins

if TYPE_CHECKING:
    from souq.engine.game import Game
    from souq.engine.rules.record import Batch

KEY = (0, 0)
"""Chance of the guess; until a message is whole there is none."""


def act(bot: Bot, game: Game, view: Batch, seat: int, legal: Legal, seed: int, *, racing: bool) -> tuple[int, ...]:
    """What a bot chooses, to be made as one by :meth:`~souq.engine.match.match.Match.play_all`.

    Args:
        bot: whom to ask.
        game: the game being played.
        view: what the seat may know.
        seat: who decides.
        legal: the choices there are.
        seed: as of :meth:`~souq.bots.base.Bot.choose`.
        racing: whether this is a race (:attr:`~souq.engine.match.match.Match.racing`); if not, it is one choice.

    Raises:
        IllegalChoice: the bot chose what is not legal.
    """
    chosen = [_asked(bot, game, view, seat, legal, seed)]
    if not racing:
        return tuple(chosen)
    bindings = game.bindings
    thought = bindings.determinized(view, seat, KEY)
    while begins(bindings, thought, seat, chosen[-1]):
        bindings.apply(thought, seat, chosen[-1], KEY)
        seed = mixed(seed) >> 1
        chosen.append(
            _asked(bot, game, bindings.hidden(thought, seat), seat, bindings.legal(thought, seat).copy(), seed)
        )
    return tuple(chosen)


def _asked(bot: Bot, game: Game, view: Batch, seat: int, legal: Legal, seed: int) -> int:
    choice = int(bot.choose(game, view, seat, legal, seed))
    if choice not in legal:
        raise IllegalChoice(f"The bot {bot.name!r} chose {choice}, which is not legal.")
    return choice
