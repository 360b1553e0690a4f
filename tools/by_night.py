"""What a kernel does first when the documentation runs a notebook: a match that is shown has a picture by night too.

It imports nothing that a notebook might want to import for itself, in its own way: that happens when a match is shown.
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
