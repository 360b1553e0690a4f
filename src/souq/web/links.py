"""Addresses in the pages of a site: a server's paths become relative ones, so that the site works in any folder.

Forms, which a server answers, become links to the page of the game's table, with the form's path in the field ``do``.
"""

from __future__ import annotations

import re
from html import escape, unescape
from urllib.parse import quote

from souq.engine.errors import SouqError
from souq.server.core.http.security import site_policy

VERSION = "v/@"
"""Placeholder for the folder of a site's files, whose name is known when all of its pages are."""

_TAG = re.compile(r"""<[a-zA-Z](?:[^>"']|"[^"]*"|'[^']*')*>""")
_ADDRESS = re.compile(r'\b(href|src|data-[\w-]+)="(/[^"]*)"')
_FORM = re.compile(r"(<form\b[^>]*>)(.*?)(?=</form>)", re.DOTALL)
_ACTION = re.compile(r' action="([^"]*)"')
_BUTTON = re.compile(r"<button\b(?![^>]*formaction)")
_SENT = re.compile(r' formaction="([^"]*)"')

_FILES = (
    (re.compile(r"/static/souq\.webmanifest"), "manifest.webmanifest"),
    (re.compile(r"/static/(.+)"), rf"{VERSION}/static/\1"),
    (re.compile(r"/games/(\w+)/glossary\.json"), rf"{VERSION}/words/\1.json"),
    (re.compile(r"/games/(.+)"), rf"{VERSION}/games/\1"),
    (re.compile(r"/pictures/(.+)"), rf"{VERSION}/pictures/\1"),
)
_PAGES = re.compile(r"/|/(?:about|check|fair|learn|practice)|/(?:learn|new|practice|rules)/\w+")
_BEGUN = re.compile(r"/(?:daily|play|new|storm)/(\w+)|/(?:learn|practice|try)/(\w+)/[\w-]+")


class NoSuchPage(SouqError, LookupError):
    """An address in a page that a site doesn't have."""


def relative(html: str, root: str) -> str:
    """Return a page as a site has it: with relative addresses, and with its security policy.

    Args:
        html: the page as it is rendered for a server.
        root: the way from the page to the site's folder, such as ``../../``; "" for a page in that folder.

    Raises:
        NoSuchPage: it refers to something that only a server has.
    """
    html = _FORM.sub(lambda form: _form(form, root), html)
    html = _SENT.sub(lambda button: _button(button, root), html)
    html = _TAG.sub(lambda tag: _tag(tag[0], root), html)
    html = html.replace("<html ", f'<html data-root="{root or "./"}" data-version="{VERSION}" ', 1)
    kept = f'<meta http-equiv="content-security-policy" content="{allowed()}">\n'
    return html.replace('<meta name="viewport"', f'{kept}<meta name="viewport"', 1).lstrip()


def address(path: str, root: str) -> str:
    """Return the relative address of a server's path.

    >>> address("/rules/kairo#two-minutes", "../"), address("/practice/kairo/next", "")
    ('../rules/kairo/#two-minutes', 't/kairo/?do=/practice/kairo/next')

    Raises:
        NoSuchPage: a site has nothing there.
    """
    bare, fragment = (*path.split("#", 1), "")[:2]
    bare, query = (*bare.split("?", 1), "")[:2]
    after = f"#{fragment}" if fragment else ""
    for pattern, place in _FILES:
        if pattern.fullmatch(bare):
            return root + pattern.sub(place, bare) + after
    if _PAGES.fullmatch(bare):
        there = root + (f"{bare[1:]}/" if bare != "/" else "")
        return (there or "./") + (f"?{query}" if query else "") + after
    fields = filter(None, [f"do={quote(bare)}", query])
    return f"{root}t/{_game(bare)}/?{'&'.join(fields)}"


def allowed() -> str:
    """Return the content security policy of a site's pages, without ``frame-ancestors``, which a page can't set."""
    return "; ".join(rule for rule in site_policy().split("; ") if not rule.startswith("frame-ancestors"))


def _game(path: str) -> str:
    """Return the game at whose table a form's path is answered."""
    found = _BEGUN.fullmatch(path)
    if found is None:
        raise NoSuchPage(f"A site without a server has nothing at {path}.")
    return str(found[1] or found[2])


def _tag(tag: str, root: str) -> str:
    """Return a start tag with relative addresses."""
    return _ADDRESS.sub(lambda at: f'{at[1]}="{escape(address(unescape(at[2]), root))}"', tag)


def _form(found: re.Match[str], root: str) -> str:
    """Return a form that a server would answer as one that the page of a table answers."""
    start, fields, action = found[1], found[2], (_ACTION.search(found[1]) or ("", ""))[1]
    if 'method="post"' not in start:
        return found[0]
    start = start.replace(' method="post"', "")
    if not action:
        return start + fields
    start = _ACTION.sub(f' action="{root}t/{_game(action)}/"', start)
    if "formaction=" not in fields:
        return f'{start}<input type="hidden" name="do" value="{action}">{fields}'
    return start + _BUTTON.sub(f'<button name="do" value="{action}"', fields)


def _button(found: re.Match[str], root: str) -> str:
    """Return the attributes of a button that sends its form elsewhere."""
    return f' formaction="{root}t/{_game(found[1])}/" name="do" value="{found[1]}"'
