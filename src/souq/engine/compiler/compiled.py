"""Compiled rules: Numba with a cache that can be trusted.

Numba's own disk cache does not notice that a function called from another module has changed, and then plays
yesterday's rules. Here the cached code of every rule carries a stamp of all sources and data of the engine, the bots
and the game the rule belongs to, of the compiler's versions and of the options in force; any change recompiles. The
cache lives in ``SOUQ_CACHE_DIR`` or the user's cache folder, else in the temporary folder; where nothing can be
written, rules are compiled for the process alone. A ``SOUQ_CACHE_DIR`` that was filled when an image was built, and can
only be read since, will do.
"""

from __future__ import annotations

import contextlib
import functools
import glob
import hashlib
import importlib.util
import os
import platform
import stat
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import llvmlite
import numba
import numpy as np
from numba.core import types
from numba.core.caching import Cache, CompileResultCacheImpl, IndexDataCacheFile, _CacheLocator
from numpy.typing import NDArray

from souq.engine.compiler.linked import LinkedCompiler, LinkedImpl, WholeCompiler

F = TypeVar("F", bound=Callable[..., Any])

BOUNDS_CHECKED = os.environ.get("SOUQ_BOUNDSCHECK", "1") != "0"
"""Whether an index outside an array raises; off, it is undefined behaviour and a little faster."""

DATA = {".py", ".toml"}
"""Endings of the files of a package that decide what its rules do."""

WORDS = {"present", "match", "teach", "mistakes.py", "meaning.py", "turning.py", "packed.py"}
"""Folders and modules of the engine that no rule can reach: how games are told, drawn, stored and taught may change
without compiling anything again."""

TOLD = {"story.py", "story", "card.py", "scene.py", "scene", "rulebook.toml", "solutions.toml", "small.toml"}
TOLD |= {"lessons", "primer.toml", "figures.toml", "glossary.toml", "themes.toml"}
"""The same of a game, in its own folder and no deeper: there its rules may be called anything."""


def table(rows: Any) -> NDArray[np.int64]:
    """A constant table of a game: int64 for compiled rules, nested lists for their twins."""
    made = np.array(rows, np.int64)
    made.setflags(write=False)
    return made


def rule(function: F) -> F:
    """Compile a function over records when it is first called."""
    return _compiled(function, inline=False)


def hot(function: F) -> F:
    """Like :func:`rule`, always inlined into its callers. For what a profile showed to be hot."""
    return _compiled(function, inline=True)


def arithmetic(function: F) -> F:
    """Like :func:`hot`, without checks of bounds, and with sums in any order: its loops work on many numbers at once.

    For sums over arrays whose shapes were looked at before.
    """
    return _compiled(function, inline=True, checked=False, sums=True)


def allocating(function: F) -> F:
    """Like :func:`rule`, for one that makes arrays or lists of its own: an evaluator may, the rules of a game do not.

    Whoever calls from Python holds all other arrays, so rules need not count who else does. Counting takes two atomic
    operations whenever an array is looked up in a tuple or handed on: it was a third of the time of a search.
    """
    return _compiled(function, inline=False, counted=True)


def _compiled(
    function: F, inline: bool, checked: bool = BOUNDS_CHECKED, counted: bool = False, sums: bool = False
) -> F:
    """Return the rule as Python calls it; rules call a second form (:mod:`souq.engine.compiler.linked`)."""
    options: dict[str, Any] = {"nogil": True, "boundscheck": checked, "_nrt": counted}
    if inline:
        options["forceinline"] = True
    if sums:
        options["fastmath"] = {"reassoc", "contract"}
    njit: Any = numba.njit
    outer: Any = njit(**options, pipeline_class=WholeCompiler)(function)
    options |= {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    inner: Any = njit(**options, pipeline_class=LinkedCompiler)(function)
    outer.get_call_template = functools.partial(_wide_call, inner)
    outer.get_overload = inner.get_overload
    if cache_folder() and _roots(home_of(function.__module__)):
        outer._cache = _StampedCache(function)
        inner._cache = _InnerCache(function)
    return cast(F, outer)


def _wide_call(inner: Any, args: Any, kws: Any) -> Any:
    """How a rule is called by another: integers of any width as int64.

    Otherwise a rule is compiled again for every mixture of int8, int16 and enums that its callers have at hand.
    """
    wide = tuple(widened(a) for a in args), {name: widened(a) for name, a in kws.items()}
    return inner.get_call_template(*wide)


def widened(kind: Any) -> Any:
    """int64 for every signed integer and every enum; other types are left as they are."""
    plain: Any = getattr(kind, "literal_type", kind)
    if isinstance(plain, types.IntEnumMember):
        return types.int64
    integer: Any = plain if isinstance(plain, types.Integer) else None
    return types.int64 if integer is not None and integer.signed else kind


@functools.cache
def cache_folder() -> Path | None:
    """The first folder of the candidates that can be written, or was filled by others; or None."""
    fits = (folder for folder in _candidates() if (_writable(folder) and _own(folder)) or _filled(folder))
    return next(fits, None)


def _own(folder: Path) -> bool:
    """Whether nobody else can have put anything there, in a place that is everybody's: what is kept there is run."""
    shared = folder.parent == Path(tempfile.gettempdir()) and not os.environ.get("SOUQ_CACHE_DIR")
    if not shared or not hasattr(os, "getuid"):
        return True
    seen = folder.lstat()
    return stat.S_ISDIR(seen.st_mode) and seen.st_uid == os.getuid() and not seen.st_mode & 0o022


@functools.cache
def keeps() -> bool:
    """Whether what is compiled now is kept for others."""
    folder = cache_folder()
    return folder is not None and _writable(folder)


def _filled(folder: Path) -> bool:
    """Whether it was named, and everything of some game is in there."""
    return bool(os.environ.get("SOUQ_CACHE_DIR")) and any(folder.glob("*.ready"))


def _candidates() -> list[Path]:
    own = os.environ.get("SOUQ_CACHE_DIR")
    if own:
        return [Path(own)]
    folders = []
    base = os.environ.get("LOCALAPPDATA") if sys.platform == "win32" else os.environ.get("XDG_CACHE_HOME")
    with contextlib.suppress(RuntimeError):  # no home folder is known
        folders.append((Path(base) if base else Path.home() / ".cache") / "souq")
    user = os.getuid() if hasattr(os, "getuid") else 0
    return [
        *folders,
        Path(tempfile.gettempdir()) / f"souq-{user}-{hashlib.sha256(str(Path(__file__)).encode()).hexdigest()[:12]}",
    ]


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


@functools.cache
def stamp(home: str) -> str:
    """Hash of everything that decides what compiled code of this home (see :func:`home_of`) does."""
    digest = hashlib.sha256()
    facts = (
        numba.__version__,
        llvmlite.__version__,
        np.__version__,
        sys.version,
        platform.processor(),
        BOUNDS_CHECKED,
        os.environ.get("SOUQ_COMPONENTS", ""),
    )
    digest.update(repr(facts).encode())
    roots = [*_roots("souq"), *(_roots(home) if home != "souq" else [])]
    if own := os.environ.get("SOUQ_COMPONENTS"):
        roots.append(Path(own))
    for root in roots:
        for path in [root] if root.is_file() else _deciding(root):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:24]


@functools.cache
def _hash(file: str) -> str:
    """Hash of a source file: a generic algorithm may stand outside the homes that are stamped."""
    path = Path(file)
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12] if path.is_file() else ""


def home_of(module: str) -> str:
    """The package whose sources decide what a rule of a module does, beside those of the engine and the bots.

    One of our games is a home of its own, so that a change in one leaves the others compiled.

    >>> home_of("souq.games.kairo.rules.turn"), home_of("souq.engine.rules.chance"), home_of("dates.rules")
    ('souq.games.kairo', 'souq', 'dates')
    """
    parts = module.split(".")
    return ".".join(parts[:3]) if parts[:2] == ["souq", "games"] else parts[0]


def _deciding(root: Path) -> list[Path]:
    """The files of a folder that rules can reach, in order."""
    ours = root in _roots("souq")
    parts = {path: path.relative_to(root).parts for path in root.rglob("*") if path.suffix in DATA}
    return sorted(path for path, at in parts.items() if not (WORDS.intersection(at) if ours else TOLD & {at[0]}))


def _roots(package: str) -> list[Path]:
    """Folders (or the single file) of a home; of souq the engine and the bots. None for a script or a notebook."""
    try:
        spec = importlib.util.find_spec(package)
    except ValueError:  # a script has no spec
        spec = None
    if spec is None:
        return []
    if not spec.submodule_search_locations:
        return [Path(spec.origin)] if spec.origin and Path(spec.origin).is_file() else []
    folders = [Path(p) for p in spec.submodule_search_locations]
    return [f / part for f in folders for part in ("engine", "bots")] if package == "souq" else folders


class StampedLocator(_CacheLocator):
    """Says where the code of a function is kept, and which sources it was made from."""

    def __init__(self, function: Any, path: str) -> None:
        self._home = home_of(function.__module__)
        self._source = hashlib.sha256(str(path).encode()).hexdigest()[:8]
        folder = cache_folder()
        assert folder is not None
        self._folder = folder / f"{function.__module__}-{self._source}"
        self._line = function.__code__.co_firstlineno
        self._file = function.__code__.co_filename

    def get_cache_path(self) -> str:
        """The folder."""
        return str(self._folder)

    def get_source_stamp(self) -> str:
        """Of what it was made."""
        return f"{stamp(self._home)}-{_hash(self._file)}"

    def get_disambiguator(self) -> str:
        """What tells it from others of its name."""
        return str(self._line)

    @classmethod
    def from_function(cls, function: Any, path: str) -> StampedLocator:
        """That of a function from the file ``path``."""
        return cls(function, path)


class _StampedImpl(CompileResultCacheImpl):
    _locator_classes = [StampedLocator]


def _written(path: str | Path) -> float:
    """When a file was written last; 0 if it isn't there."""
    try:
        return os.stat(path).st_mtime
    except FileNotFoundError:
        return 0.0


class Files(IndexDataCacheFile):
    """An index and what it names. What is named is there before the index names it, and is never anything else.

    Numba numbers its files anew after every change of the sources, and writes the index first: between the two, and
    for good if the process ends there, the index then names yesterday's code.
    """

    @classmethod
    def of(cls, cache: Any) -> Files:
        """Those of a cache."""
        return cls(cache._cache_path, cache._impl.filename_base, cache._impl.locator.get_source_stamp())

    def save(self, key: Any, data: Any) -> None:
        """Keep what was compiled for a signature."""
        known, before = self._load_index(), _written(self._index_path)
        told = hashlib.sha256(f"{self._source_stamp}\0{key!r}".encode()).hexdigest()[:16]
        name = f"{self._index_name.removesuffix('.nbi')}.{told}.nbc"
        self._save_data(name, data)
        self._save_index({**self._load_index(), key: name})
        if not known:  # what was there before, by other sources
            named, base = self._load_index().values(), glob.escape(self._index_name.removesuffix(".nbi"))
            for path in Path(self._cache_path).glob(f"{base}.*.nbc"):
                if path.name not in named and 0 < _written(path) <= before:
                    path.unlink(missing_ok=True)


class _StampedCache(Cache):
    """A cache that never stands in the way: what cannot be read is compiled, what cannot be written is left."""

    _impl_class = _StampedImpl  # type: ignore[assignment]

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        self._cache_file = Files.of(self)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # a torn or foreign file: whatever unpickling raises, compiling again is right
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        with contextlib.suppress(OSError):  # a full disk, a folder taken away
            try:
                super().save_overload(sig, data)
            except Exception:  # a torn index: begin a new one
                self.flush()
                super().save_overload(sig, data)


class _InnerLocator(StampedLocator):
    """The same for the form that rules call."""

    def get_disambiguator(self) -> str:
        return f"{super().get_disambiguator()}-inner"


class _InnerImpl(LinkedImpl):
    _locator_classes = [_InnerLocator]


class _InnerCache(_StampedCache):
    _impl_class = _InnerImpl  # type: ignore[assignment]
