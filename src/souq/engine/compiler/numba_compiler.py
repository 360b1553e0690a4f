"""Compilation of rules with Numba, with a disk cache that notices every change.

Numba's own disk cache doesn't notice changes in functions called from other modules, and then runs outdated rules. Here
the cached code of every rule is stamped with a hash of all sources and data of the engine, the bots and the rule's
game, of the compiler's versions and of the options; any change recompiles. The cache is in ``SOUQ_CACHE_DIR`` or the
user's cache folder, else in the temporary folder. If none is writable, rules are compiled for the process only. A
read-only ``SOUQ_CACHE_DIR`` that was filled when an image was built also works.
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
"""Whether an index out of bounds raises an error. Without the check it is undefined behaviour, but rules are slightly
faster.
"""

DATA = {".py", ".toml"}
"""Suffixes of the files whose contents :func:`stamp` hashes: source code and data."""

WORDS = {
    "browser",
    "present",
    "match",
    "teach",
    "mistakes.py",
    "meaning.py",
    "turning.py",
    "packed.py",
    "hints.py",
    "reasons.py",
}
"""Names of files and folders that :func:`stamp` doesn't hash in the engine and the bots, because no rule uses them.

Changing presentation, matches or lessons therefore doesn't recompile anything.
"""

TOLD = {"story.py", "story", "card.py", "scene.py", "scene", "rulebook.toml", "solutions.toml", "small.toml"}
TOLD |= {"reasons.py", "reasons", "lessons", "primer.toml", "figures.toml", "glossary.toml", "themes.toml"}
"""Names of files and folders that :func:`stamp` doesn't hash in a game's folder, because its rules don't use them.

Only names directly in the folder are meant: files with the same names in subfolders are hashed.
"""


def table(rows: Any) -> NDArray[np.int64]:
    """Return rows of integers as a read-only array of int64, in which rules can look up constant data of their game."""
    made = np.array(rows, np.int64)
    made.setflags(write=False)
    return made


COMPUTED: dict[str, NDArray[Any]] = {}
"""Arrays made by :func:`computed`, by the module and name of the function."""


def computed(make: Callable[[], NDArray[Any]]) -> NDArray[Any]:
    """Return the read-only array that a function computes, for large tables that rules look up.

    In a browser the function isn't called, because it may need all of numpy: the array comes with the game's module.
    """
    made = COMPUTED[f"{make.__module__}.{make.__name__}"] = make()
    made.setflags(write=False)
    return made


def rule(function: F) -> F:
    """Mark a function as a rule of a game, which Numba compiles when the function is first called (a decorator)."""
    return _compiled(function, inline=False)


def hot(function: F) -> F:
    """Mark a function like :func:`rule`, and inline it into every rule that calls it.

    Use it for the functions in which a profiler finds that most of the time is spent.
    """
    return _compiled(function, inline=True)


def arithmetic(function: F) -> F:
    """Mark a function like :func:`hot`, but without bounds checks and with sums in any order, so that loops vectorise.

    Use it only for arrays whose shapes have been checked by the caller.
    """
    return _compiled(function, inline=True, checked=False, sums=True)


def allocating(function: F) -> F:
    """Mark a function like :func:`rule`, but let it create arrays and lists; for evaluators, not for a game's rules.

    Other rules are compiled without reference counting, because their caller in Python holds references to all arrays.
    Counting takes two atomic operations for every array that is read from a tuple or passed on, which was a third of
    the time of a search.
    """
    return _compiled(function, inline=False, counted=True)


def _compiled(
    function: F, inline: bool, checked: bool = BOUNDS_CHECKED, counted: bool = False, sums: bool = False
) -> F:
    """Wrap a function in Numba's dispatcher, with the disk cache of this module.

    The result is for calls from Python. When another rule calls it, Numba compiles a second version, which is linked
    into that rule (see ``linked.py``).
    """
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
    """Select the compiled version of a rule that another rule calls: the one in which integer arguments are int64.

    Without this, the called rule would be compiled again for every combination of int8, int16 and enums that its
    callers pass.
    """
    wide = tuple(widened(a) for a in args), {name: widened(a) for name, a in kws.items()}
    return inner.get_call_template(*wide)


def widened(kind: Any) -> Any:
    """Return int64 for signed integer and enum types; return other types unchanged."""
    plain: Any = getattr(kind, "literal_type", kind)
    if isinstance(plain, types.IntEnumMember):
        return types.int64
    integer: Any = plain if isinstance(plain, types.Integer) else None
    return types.int64 if integer is not None and integer.signed else kind


@functools.cache
def cache_folder() -> Path | None:
    """Return the folder for compiled rules, or None if no candidate can be used.

    A candidate can be used if it is writable and safe, or if it is read-only and already contains compiled rules.
    """
    fits = (folder for folder in _candidates() if (_writable(folder) and _own(folder)) or _filled(folder))
    return next(fits, None)


def _own(folder: Path) -> bool:
    """Return whether it is safe to execute cached code from a folder.

    Other users can write to the shared temporary folder. A folder in it is therefore safe only if it belongs to this
    user and nobody else can write to it.
    """
    shared = folder.parent == Path(tempfile.gettempdir()) and not os.environ.get("SOUQ_CACHE_DIR")
    if not shared or not hasattr(os, "getuid"):
        return True
    seen = folder.lstat()
    return stat.S_ISDIR(seen.st_mode) and seen.st_uid == os.getuid() and not seen.st_mode & 0o022


@functools.cache
def keeps() -> bool:
    """Return whether newly compiled code can be stored in the disk cache, so that it needn't be compiled again."""
    folder = cache_folder()
    return folder is not None and _writable(folder)


def _filled(folder: Path) -> bool:
    """Return whether the folder is ``SOUQ_CACHE_DIR`` and contains the complete compiled rules of at least one game."""
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
    """Return a hash of all sources, versions and settings on which the compiled rules of a package depend.

    If the hash differs from that of the cached code, rules are compiled again. ``home`` is the package, as returned by
    :func:`home_of`.
    """
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
    """Return the hash of the file that contains a function's source, or "" if there is no such file.

    It is needed because a function may be in a file that :func:`stamp` doesn't hash.
    """
    path = Path(file)
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12] if path.is_file() else ""


def home_of(module: str) -> str:
    """Return the package whose files, if they change, cause the rules of a module to be compiled again.

    Each game in ``souq.games`` is a package of its own, so a change in one doesn't recompile the others. The files of
    the engine and the bots count for every package.

    >>> home_of("souq.games.kairo.rules.turn"), home_of("souq.engine.rules.chance"), home_of("dates.rules")
    ('souq.games.kairo', 'souq', 'dates')
    """
    parts = module.split(".")
    return ".".join(parts[:3]) if parts[:2] == ["souq", "games"] else parts[0]


def _deciding(root: Path) -> list[Path]:
    """Return the files in a folder whose contents can change compiled rules, sorted by path."""
    ours = root in _roots("souq")
    parts = {path: path.relative_to(root).parts for path in root.rglob("*") if path.suffix in DATA}
    return sorted(path for path, at in parts.items() if not (WORDS.intersection(at) if ours else TOLD & {at[0]}))


def _roots(package: str) -> list[Path]:
    """Return the folders that contain a package's sources, or the file of a package that is a single module.

    For ``souq`` these are only the folders of the engine and the bots. The list is empty for a script, which can't be
    imported by name.
    """
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
    """Location of a function's cached code, and the hash of the sources from which it was compiled."""

    def __init__(self, function: Any, path: str) -> None:
        self._home = home_of(function.__module__)
        self._source = hashlib.sha256(str(path).encode()).hexdigest()[:8]
        folder = cache_folder()
        assert folder is not None
        self._folder = folder / f"{function.__module__}-{self._source}"
        self._line = function.__code__.co_firstlineno
        self._file = function.__code__.co_filename

    def get_cache_path(self) -> str:
        """Return the folder of the cache."""
        return str(self._folder)

    def get_source_stamp(self) -> str:
        """Return the hash of the sources, which changes when the code must be recompiled."""
        return f"{stamp(self._home)}-{_hash(self._file)}"

    def get_disambiguator(self) -> str:
        """Return the function's line number, which distinguishes the cache files of functions with the same name."""
        return str(self._line)

    @classmethod
    def from_function(cls, function: Any, path: str) -> StampedLocator:
        """Return the cache location of a function defined in the file ``path``."""
        return cls(function, path)


class _StampedImpl(CompileResultCacheImpl):
    _locator_classes = [StampedLocator]


def _written(path: str | Path) -> float:
    """Return when a file was last modified, in seconds since 1970, or 0 if it doesn't exist."""
    try:
        return os.stat(path).st_mtime
    except FileNotFoundError:
        return 0.0


class Files(IndexDataCacheFile):
    """The files in which Numba caches one function: an index, and a data file for each signature.

    The name of a data file is a hash of the sources and the signature, and it is written before the index refers to it.
    Numba itself numbers the files, reuses the numbers after every change of the sources, and writes the index first:
    until the file is written (or for good, if the process ends before that), its index refers to outdated code.
    """

    @classmethod
    def of(cls, cache: Any) -> Files:
        """Return the index and data files that belong to one of Numba's caches."""
        return cls(cache._cache_path, cache._impl.filename_base, cache._impl.locator.get_source_stamp())

    def save(self, key: Any, data: Any) -> None:
        """Write the code compiled for one signature to a data file, and then add the file to the index.

        If the index had no entries for the current sources, delete the older data files, which belong to earlier
        sources.
        """
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
    """A cache of compiled rules in which a damaged or unwritable file causes no error.

    Code that can't be read is compiled again, and code that can't be written isn't cached.
    """

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
    """Location of the cached code of a rule's second version, which is linked into the rules that call it."""

    def get_disambiguator(self) -> str:
        return f"{super().get_disambiguator()}-inner"


class _InnerImpl(LinkedImpl):
    _locator_classes = [_InnerLocator]


class _InnerCache(_StampedCache):
    _impl_class = _InnerImpl  # type: ignore[assignment]
