"""Subjects and bodies of the e-mails for signing in and for confirming an address."""

from __future__ import annotations

LINK = "/sign-in/link#"


def to_sign_in(code: str, address: str) -> tuple[str, str]:
    """Return the subject and body of a sign-in e-mail; `address` is its link, or "" to send only the code."""
    return f"Sign in to souq: {code}", _letter(
        "Hello,",
        "Someone (hopefully you) asked to sign in to souq.",
        *_instructions(code, address),
        "If it wasn’t you, ignore this e-mail. Nobody can sign in without it.",
    )


def to_keep(code: str, address: str) -> tuple[str, str]:
    """Return the subject and body of an e-mail that confirms an address.

    Anyone can have it sent to any address, so it holds no text that its sender has chosen.
    """
    return f"Is this your address? {code}", _letter(
        "Hello,",
        "You gave souq this address to sign in with from now on.",
        *_instructions(code, address),
        "If it wasn’t you, ignore this e-mail. The address won’t be saved, and you’ll get no more e-mails.",
    )


def _instructions(code: str, address: str) -> list[str]:
    typed = f"type this code there:\n\n    {code}"
    if not address:
        return [f"In the browser where you asked, {typed}", "It works once, for 15 minutes."]
    return [
        f"Open this link in the browser where you asked:\n\n    {address}",
        f"Or {typed}",
        "Each works once, for 15 minutes.",
    ]


def _letter(*paragraphs: str) -> str:
    return "\n\n".join(paragraphs) + "\n"
