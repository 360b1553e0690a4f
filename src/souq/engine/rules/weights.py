"""Weights of a game's evaluator: named in the code, stored in ``weights.toml``, found by tuning.

Compiled rules take all weights as one array, so other values can be tried without recompiling.
"""

from __future__ import annotations

import importlib.util
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from souq.engine.arrays import NDArray, np
from souq.engine.errors import SouqError

FILE = "weights.toml"


class BadWeights(SouqError, ValueError):
    """A file of weights that can't be read, or lacks a weight that the code uses."""


@dataclass(slots=True)
class Weights:
    """The adjustable numbers of a game's evaluator, by name and in a fixed order.

    >>> weights = Weights({"coin": 0.5, "camel": 3.0})
    >>> weights.place("camel"), weights.array().tolist()
    (1, [0.5, 3.0])
    """

    values: Mapping[str, float]
    search: Mapping[str, float] = field(default_factory=dict)
    """The game's search settings that differ from the defaults (see :class:`souq.bots.search.Manner`)."""
    path: Path | None = None
    claimed: set[str] = field(default_factory=set)
    """Names of the weights that the code uses, collected by :meth:`place`."""
    apprentice: float = 0.0
    """Temperature with which the Apprentice draws its choices (see :mod:`souq.bots.apprentice`); 0: the search's."""

    @classmethod
    def read(cls, package: str | None) -> Weights:
        """Read the weights from the folder of a package.

        Raises:
            BadWeights: the file is missing or can't be read; the message says why.
        """
        spec = importlib.util.find_spec(package or "")
        folder = Path((spec.submodule_search_locations or [""])[0] if spec else "")
        path = folder / FILE
        try:
            found = tomllib.loads(path.read_text("utf-8"))
            values = {name: float(value) for name, value in found["weights"].items()}
            search = {name: float(value) for name, value in found.get("search", {}).items()}
            apprentice = float(found.get("apprentice", {"temperature": 0.0})["temperature"])
        except (OSError, tomllib.TOMLDecodeError, KeyError, TypeError, ValueError, AttributeError) as error:
            raise BadWeights(f"{path} should have a table [weights] of numbers: {error}") from error
        return cls(values, search, path, apprentice=apprentice)

    def place(self, name: str) -> int:
        """Return the index of the weight with this name in :meth:`array`.

        Raises:
            BadWeights: there is no weight of that name.
        """
        if name not in self.values:
            raise BadWeights(f"There is no weight {name!r} in {self.path or 'the weights'}.")
        self.claimed.add(name)
        return list(self.values).index(name)

    def array(self, **others: float) -> NDArray[np.float64]:
        """Return the weights as an array, in which those given in ``others`` have other values."""
        return np.array([others.get(name, value) for name, value in self.values.items()], np.float64)

    def __len__(self) -> int:
        return len(self.values)
