"""The built site (``souq site``) with which visitors of a server also play without it, under ``/site/``.

Its files are read once, when the server starts. A site that is built into the same folder later is served after a
restart, so no page ever refers to files that are gone.
"""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response

import souq
from souq.engine.errors import SouqError
from souq.server.core.http.dependencies import part
from souq.server.core.http.rendering import Missing
from souq.server.core.http.security import site_policy
from souq.server.core.http.templating import TYPES, stamp

router = APIRouter(include_in_schema=False)

ABOUT = "souq.json"
"""File that says which souq has built a site. The server's answer at this address says also that there is a server."""

KINDS = TYPES | {
    "bin": "application/gzip",  # so that it isn't compressed once more
    "html": "text/html; charset=utf-8",
    "json": "application/json",
    "mjs": TYPES["js"],
}
"""Content types of a site's files, by file extension."""

WORKER = "static/js/worker.js"
"""The script that runs Python; besides pages, only it may compile WebAssembly."""


class NoSite(SouqError):
    """A folder has no site that this server can serve; the message says what to do."""


@dataclass(frozen=True, slots=True)
class SiteFile:
    """A file of a site, and the headers with which it is sent."""

    data: bytes
    headers: dict[str, str]


class OfflineSite:
    """The files of a built site in memory; empty for a server without one."""

    def __init__(self, folder: str = "") -> None:
        self.files: dict[str, SiteFile] = {}
        """The files by their addresses below ``/site/``; those of pages end in ``/``, and that of the first is ""."""
        self.about: dict[str, Any] = {}
        """Content of :data:`ABOUT`: the version of ``souq``, and the site's ``version``: its folder of files."""
        if folder:
            self._read(Path(folder).expanduser())

    def __bool__(self) -> bool:
        return bool(self.files)

    def _read(self, folder: Path) -> None:
        """Load all files of a site into memory, and check that they belong together.

        Raises:
            NoSite: there is none, files are missing, or another version of souq has built it.
        """
        todo = f"Build it with: souq site {folder}"
        try:
            self.about = json.loads((folder / ABOUT).read_text("utf-8"))
            built, listed = self.about["souq"], f"{self.about['version']}/files.json"
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise NoSite(f"{folder} has no site for playing offline. {todo}") from error
        if built != souq.__version__:
            raise NoSite(f"souq {built} has built the site in {folder}, and this is {souq.__version__}. {todo}")
        files = dict[str, SiteFile]()
        for name, stated in _listed(folder, listed):
            path = folder / (f"{name}index.html" if name.endswith("/") or not name else name)
            data = path.read_bytes() if path.is_file() else None
            if data is None or (stated and stated != _digest(data)):
                raise NoSite(f"The site in {folder} isn’t whole: {name or 'index.html'} is missing or changed. {todo}")
            files[name] = SiteFile(data, _headers(name, path.suffix, data))
        self.files = files


def _listed(folder: Path, listed: str) -> list[tuple[str, str]]:
    """Return the addresses of a site's files, with their digests where the list of the service worker has them."""
    try:
        files = json.loads((folder / listed).read_text("utf-8"))["files"]
    except (OSError, ValueError, KeyError):
        files = []
    return [*((each["url"].removeprefix("./"), each["hash"]) for each in files), ("sw.js", ""), (listed, "")]


def _digest(data: bytes) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(data).digest()).decode()}"


def _headers(name: str, suffix: str, data: bytes) -> dict[str, str]:
    kept = "public, max-age=31536000, immutable" if name.startswith("v/") else "no-cache"
    headers = {"etag": f'"{stamp(data)}"', "cache-control": kept}
    headers["content-type"] = KINDS.get(suffix[1:], "application/octet-stream")
    if suffix == ".html" or name.endswith(WORKER):
        headers["content-security-policy"] = site_policy()
    return headers


@router.get("/site/{path:path}")
async def site_file(request: Request, site: Annotated[OfflineSite, part(OfflineSite)], path: str) -> Response:
    """Return a file of the site, by its address."""
    if site and path == ABOUT:
        return JSONResponse({**site.about, "server": True}, headers={"cache-control": "no-cache"})
    found = site.files.get(path)
    if found is None:
        if f"{path}/" not in site.files:
            raise Missing
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(f"/site/{path}/{query}", 308)
    if request.headers.get("if-none-match") == found.headers["etag"]:
        return Response(status_code=304, headers=found.headers)
    return Response(found.data, headers=found.headers)
