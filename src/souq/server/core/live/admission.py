"""Who may take a seat or talk, and what every page announces, as far as the core has to know."""

from __future__ import annotations


class Admission:
    """Everybody may, and nothing is announced, unless a feature says so."""

    @property
    def announced(self) -> str:
        """What every page announces now; "" where nothing is."""
        return ""

    def suspended(self, person_id: str | None, where: str) -> str:
        """Return what a suspended person, or anybody at a suspended address, reads on every page; "" for others."""
        return ""

    def admit(self, person_id: str | None, where: str = "") -> None:
        """Refuse a seat, and talk, to suspended people and addresses.

        Raises:
            NotAllowed: this is one; the message says until when and why.
        """
