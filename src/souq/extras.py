"""Error messages for missing optional packages; they contain the command that installs them."""

from __future__ import annotations

import importlib.util
import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import distribution
from urllib.parse import urlsplit
from urllib.request import url2pathname

from souq.engine.errors import SouqError


class MissingExtra(SouqError, ModuleNotFoundError):
    """A package of one of souq's extras (optional packages) isn't installed; the message says how to install it."""


def missing(extra: str, needs: str, module: str) -> MissingExtra:
    """Return the error that says which package is missing, what needs it, and how to install it.

    >>> str(missing("arena", "Charts need", "matplotlib")).startswith("Charts need matplotlib, which isn't installed.")
    True
    """
    advice = f"Install souq's extra {extra!r}: {install(extra)}"
    return MissingExtra(f"{needs} {module}, which isn't installed. {advice}", name=module)


def check(extra: str, needs: str, *modules: str) -> None:
    """Check that optional packages are installed without importing them.

    Raises:
        MissingExtra: one of them isn't installed.
    """
    for module in modules:
        if importlib.util.find_spec(module) is None:
            raise missing(extra, needs, module)


@contextmanager
def importing(extra: str, needs: str) -> Iterator[None]:
    """Context manager for imports of optional packages, which explains how to install one that is missing.

    Raises:
        MissingExtra: one of them isn't installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        module = (error.name or "").partition(".")[0]
        if module in ("", "souq"):
            raise
        raise missing(extra, needs, module) from None


def install(extra: str) -> str:
    """Return the command that installs an extra into this Python, from where souq itself came."""
    words = [*_installer(), *_source(extra)]
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def _installer() -> list[str]:
    """Return the first words of the command that installs packages: those of pip, or of uv if pip is missing."""
    if importlib.util.find_spec("pip") is None:
        return ["uv", "pip", "install", "--python", sys.executable]
    found = shutil.which("python")
    same = found is not None and os.path.normcase(found) == os.path.normcase(sys.executable)
    return ["python" if same or not sys.executable else sys.executable, "-m", "pip", "install"]


def _source(extra: str) -> list[str]:
    """Return what to install, with the extra: the checkout, archive or repository souq came from, or its name."""
    origin = json.loads(distribution("souq").read_text("direct_url.json") or "{}")
    url = origin.get("url", "")
    if origin.get("dir_info", {}).get("editable"):
        return ["--editable", f"{url2pathname(urlsplit(url).path)}[{extra}]"]
    if repository := origin.get("vcs_info"):
        url = f"{repository['vcs']}+{url}@{repository['commit_id']}"
    if folder := origin.get("subdirectory"):
        url = f"{url}#subdirectory={folder}"
    return [f"souq[{extra}] @ {url}" if url else f"souq[{extra}]"]
