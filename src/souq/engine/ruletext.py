"""The text of a rule, as players read it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RuleText:
    """One rule of a rulebook, in words."""

    id: str
    title: str
    text: str

    def __str__(self) -> str:
        return f"{self.id} {self.title}: {self.text}"
