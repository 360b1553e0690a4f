"""Default admission rules, which a feature may replace: who may take a seat or chat, and the notice on every page."""

from __future__ import annotations


class Admission:
    """Admission rules under which everyone may take a seat and chat, and pages show no notice."""

    @property
    def announced(self) -> str:
        """The notice shown on every page; "" if there is none."""
        return ""

    def suspended(self, person_id: str | None, where: str) -> str:
        """Return the notice that a suspended person, or a visitor from a suspended address, reads on every page.

        The notice is empty if neither is suspended.
        """
        return ""

    def admit(self, person_id: str | None, where: str = "") -> None:
        """Refuse seats and chat to suspended people and addresses.

        Raises:
            NotAllowed: the person or address is suspended; the message says until when and why.
        """
