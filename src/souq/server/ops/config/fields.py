"""Validation of settings by the type annotations of ``Settings``, with error messages in plain words."""

from __future__ import annotations

import difflib
from dataclasses import dataclass, fields
from typing import Any, get_type_hints

from pydantic import TypeAdapter, ValidationError

from souq.engine.errors import SouqError
from souq.server.ops.config.checks import Unfit, quoted
from souq.server.ops.config.settings import Listening, Settings


@dataclass(frozen=True, slots=True)
class Setting:
    """Name, type and default value of one setting, and the methods that parse and validate its values."""

    name: str
    kind: Any
    """Type annotation of the setting, including its bounds and its validator."""
    usual: Any

    @property
    def takes(self) -> str:
        """End of the error message for an invalid value, which says what is valid, such as "takes true or false"."""
        match TypeAdapter(self.kind).json_schema():
            case {"enum": [*others, last]}:
                return "takes " + ", ".join(f'"{word}"' for word in others) + f' or "{last}"'
            case {"type": "boolean"}:
                return "takes true or false"
            case {"type": "array"}:
                return 'takes a list of texts, like ["one", "two"]'
            case {"type": "string"}:
                return 'takes a text in quotes, like "this"'
            case {"type": number, "minimum": least, "maximum": most}:
                return f"takes {_NUMBERS[number]} from {least:.9g} to {most:.9g}"
            case {"type": number, "minimum": least}:
                return f"takes {_NUMBERS[number]} of at least {least:.9g}"
        raise TypeError(self.kind)

    def fits(self, value: Any) -> Any:
        """Validate a value, and return it in the type that ``Settings`` stores.

        >>> SETTINGS["port"].fits(8080), SETTINGS["hosts"].fits(["souq.example"])
        (8080, ('souq.example',))

        Raises:
            Unfit: it is invalid; the message says which values are valid.
        """
        try:
            return TypeAdapter(self.kind).validate_python(
                tuple(value) if isinstance(value, list) else value, strict=True
            )
        except ValidationError as error:
            raise self._wrong(value) from error
        except Unfit as error:
            raise Unfit(f"{self.name} {error}") from error
        except SouqError as error:
            raise Unfit(f"{self.name} can’t be that: {error}") from error

    def read(self, text: str) -> Any:
        """Parse the text of an environment variable.

        >>> SETTINGS["limited"].read("off"), SETTINGS["hosts"].read("souq.example, kairo.example")
        (False, ('souq.example', 'kairo.example'))

        Raises:
            Unfit: it is invalid; the message says which values are valid.
        """
        if isinstance(self.usual, tuple):
            return self.fits([each for part in text.split(",") if (each := part.strip())])
        kind = type(self.usual)
        try:
            return self.fits(_SWITCHES[text.strip().lower()] if kind is bool else kind(text))
        except (KeyError, ValueError) as error:
            raise self._wrong(text) from error

    def _wrong(self, value: Any) -> Unfit:
        return Unfit(f"{self.name} {self.takes}, not {quoted(value)}.")


_SWITCHES = {"yes": True, "true": True, "on": True, "1": True, "no": False, "false": False, "off": False, "0": False}
_NUMBERS = {"integer": "a whole number", "number": "a number"}

SETTINGS = {
    field.name: Setting(field.name, get_type_hints(kind, include_extras=True)[field.name], field.default)
    for kind in (Listening, Settings)
    for field in fields(kind)
}
"""All settings by name."""


def setting(name: str) -> Setting:
    """Return a setting by name.

    Raises:
        Unfit: there is no such setting; the message suggests the most similar one.
    """
    if name not in SETTINGS:
        near = difflib.get_close_matches(name, SETTINGS, 1)
        raise Unfit(f"There’s no setting {name[:60]!r}." + (f" Did you mean {near[0]!r}?" if near else ""))
    return SETTINGS[name]
