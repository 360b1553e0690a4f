"""Rendering of a game's table as a few lines of text, or as a picture in an array."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from souq.engine.match import hooks
from souq.engine.present import draw
from souq.engine.present.scene import Context, Scene
from souq.envs.errors import one_of
from souq.envs.naming import agents
from souq.envs.views import whole
from souq.extras import importing

if TYPE_CHECKING:
    from souq.envs.play import Play

Mode = Literal["human", "ansi", "rgb_array"]
MODES: tuple[Mode, ...] = get_args(Mode)
"""Render modes: ``human`` prints text in the terminal after each step, ``ansi`` returns it, ``rgb_array`` draws."""
RATE = 2
"""Frames per second of videos that are made of rendered pictures."""
WIDTH = 720
"""Width of a picture in pixels."""


def check(mode: Mode | None) -> Mode | None:
    """Return the render mode if it exists.

    Raises:
        BadSetting: there is no such mode; the message lists the modes.
    """
    return mode if mode is None else one_of("render_mode", mode, MODES)


def render(play: Play, seat: int, mode: str | None) -> Any:
    """Return what ``seat`` sees now: text, an array (height, width, 3) of uint8, or None in mode ``human``."""
    if mode == "rgb_array":
        return picture(play, seat)
    if mode == "ansi":
        return words(play, seat)
    if mode == "human":
        sys.stdout.write(words(play, seat) + "\n")
    return None


def picture(play: Play, seat: int, width: int = WIDTH) -> NDArray[np.uint8]:
    """Draw the table as ``seat`` sees it: (height, width, 3) of uint8."""
    with importing("envs", "This needs"):
        from PIL import Image
    drawn = Image.open(io.BytesIO(draw.png(scene(play, seat), play.game, width=width)))
    return np.array(drawn.convert("RGB"))


def words(play: Play, seat: int) -> str:
    """Describe the table in a few lines of text: who has to decide, the scores, and the prompt for ``seat``."""
    drawn, names = scene(play, seat), agents(play.players)
    asked = "the game is over" if play.over else f"{', '.join(names[each] for each in play.deciders)} to choose"
    lines = [f"{play.game.title}, {play.players} players, after {int(play.plies[0])} decisions: {asked}."]
    for panel in drawn.panels:
        stats = ", ".join(filter(None, (stat.title or f"{stat.label} {stat.value}".strip() for stat in panel.stats)))
        place = f" (place {panel.rank})" if panel.rank else ""
        lines.append(f"{names[panel.seat]}: {panel.score} points{place}{'; ' + stats if stats else ''}")
    lines.append(" ".join(map(sentence, filter(None, (drawn.prompt.title, drawn.prompt.detail)))))
    return "\n".join(filter(None, lines)).replace("**", "").replace("[[", "").replace("]]", "")


def sentence(words: str) -> str:
    """Return ``words`` with a full stop, unless there is a punctuation mark at the end already."""
    return words if words.endswith((".", "?", "!", "…")) else words + "."


def scene(play: Play, seat: int) -> Scene:
    """Return the scene that ``seat`` sees."""
    names = agents(play.players)
    actions = play.mask(seat).nonzero()[0] if seat in play.deciders else ()
    legal = tuple(sorted(play.choice(int(action), seat) for action in actions))
    context = Context(seat, names.__getitem__, legal, "wide", dict(play.options), finished=play.over)
    return hooks.make_scene(play.game, whole(play, seat), context)
