"""What a kernel does first when the documentation runs a notebook: a match that is shown has a picture by night too."""


def _by_night() -> None:
    from IPython import get_ipython
    from IPython.core.formatters import BaseFormatter
    from traitlets import ObjectName, Unicode

    from souq.engine.draw import svg
    from souq.engine.match import Match

    class Night(BaseFormatter):
        format_type = Unicode("image/svg+xml;theme=dark")
        print_method = ObjectName("_repr_svg_by_night_")

    known = get_ipython().display_formatter.formatters
    known[Night.format_type.default_value] = night = Night()
    night.for_type(Match, lambda match: svg(match.scene(), match.game, "dark"))


_by_night()
del _by_night
