"""Complete decisions of bots, which usually are one choice, but in a race may be several that must be made together.

During a race, choices that belong together must be made as one message (see
:meth:`souq.engine.match.match.Match.check`), but bots choose one step at a time. So each choice is applied to a
determinized position, and the bot is asked again as if the choice had been played.
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
"""Random key for trying out a bot's choices in a race. Any value would do, since they draw nothing at random."""


def act(bot: Bot, game: Game, view: Batch, seat: int, legal: Legal, seed: int, *, racing: bool) -> tuple[int, ...]:
    """Ask a bot for its decision, and return the choices it consists of: usually one, in a race perhaps several.

    Args:
        bot: the bot to ask.
        game: the game being played.
        view: what the seat may know.
        seat: the deciding seat.
        legal: the legal choices.
        seed: see :meth:`~souq.bots.base.Bot.choose`.
        racing: whether this is a race (:attr:`~souq.engine.match.match.Match.racing`); if not, there is one choice.

    Raises:
        IllegalChoice: the bot chose something that isn't legal.
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
