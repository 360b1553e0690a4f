"""Startup script for the kernels that run the documentation's notebooks: matches are also drawn in the dark theme.

It imports only IPython, so that notebooks control how souq is imported; souq is imported when a match is drawn.
"""

from typing import Any


def _by_night() -> None:
    from IPython import get_ipython
    from IPython.core.formatters import BaseFormatter
    from traitlets import ObjectName, Unicode

    class Night(BaseFormatter):
        format_type = Unicode("image/svg+xml;theme=dark")
        print_method = ObjectName("_repr_svg_by_night_")

    def drawn(match: Any) -> str:
        from souq.engine.present.draw import svg

        return svg(match.scene(), match.game, "dark")

    known = get_ipython().display_formatter.formatters
    known[Night.format_type.default_value] = night = Night()
    night.for_type_by_name("souq.engine.match.match", "Match", drawn)


_by_night()
del _by_night
