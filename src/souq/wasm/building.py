"""A game's rules and bots as one WebAssembly module without imports."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba.core.registry
from numba.core.compiler_lock import global_compiler_lock

from souq.engine.game import Game
from souq.wasm.entries import Entry, entries, export, export_through

cpu_target: Any = numba.core.registry.cpu_target

OWN = ("memory", "allocate", "reset", "problem", "call", "choices", "numbers")
"""Names that every module exports, next to its :func:`entries`."""
STACK = 1 << 18
"""Bytes for the stack. It lies below all other data, so that an overflow traps."""


def built(game: Game) -> bytes:
    """Return the module of a game. :func:`souq.wasm.target.retarget` must have been called before."""
    with global_compiler_lock:
        codegen = cpu_target.target_context.codegen()
        parts = {entry.name: _optimised(entry, game) for entry in entries(game)}
        whole = codegen._create_empty_module(game.name)
        whole = llvm.parse_assembly(str(whole))
        for part in parts.values():
            whole.link_in(part)
        passes = llvm.create_new_module_pass_manager()
        passes.add_constant_merge_pass()  # tables that several entries read
        passes.run(whole, codegen._pass_builder())
        return _linked(codegen._tm.emit_object(whole), list(parts))


def _optimised(entry: Entry, game: Game) -> Any:
    """Return the optimised LLVM code of an entry, with a copy of all rules that it calls.

    Rules that only one entry can call are inlined as they are on other processors. Shared between the entries they are
    half as large, but a tenth slower.
    """
    context = cpu_target.target_context
    codegen = context.codegen()
    made = _compiled(entry)
    made.library._ensure_finalized()
    shell = codegen._create_empty_module(entry.name)
    export(context, shell, entry, made.fndesc)
    if entry.name == "through":
        export_through(context, shell, entry, made.fndesc, game.n_choices)
    code = made.library._final_module
    code.link_in(llvm.parse_assembly(str(shell)))
    for value in (*code.functions, *code.global_variables):
        if not value.is_declaration and value.name not in (entry.name, *OWN):
            value.linkage = llvm.Linkage.internal
    code.verify()
    for words in ({"cost": "cheap", "opt": 0, "loop_vectorize": False, "slp_vectorize": False}, {}):  # as Numba does
        passes, builder = codegen._module_pass_manager(**words)
        passes.run(code, builder)
    return code


def _compiled(entry: Entry) -> Any:
    """Compile an entry to LLVM code that contains all rules that it calls, not optimised."""
    inner = entry.rule.get_overload.__self__  # the version that other rules call, of which no machine code is made
    inner.compile(entry.takes)
    return inner.overloads[entry.takes]


def _linked(code: bytes, names: list[str]) -> bytes:
    """Link an object file with the runtime, and return the module."""
    found = find_spec("ziglang")
    libc = Path(str(found and found.origin)).parent / "lib" / "libc"
    headers = ("musl/src/math", "musl/src/internal", "musl/include", "musl/arch/generic", "include/generic-musl")
    with tempfile.TemporaryDirectory() as name:
        rules, runtime, module = (Path(name) / each for each in ("rules.o", "runtime.o", "module.wasm"))
        rules.write_bytes(code)
        source = Path(__file__).with_name("runtime.c")
        _zig(
            "cc",
            "--target=wasm32-freestanding",
            "-O3",
            "-w",
            *(f"-I{libc / each}" for each in headers),
            "-c",
            source,
            "-o",
            runtime,
        )
        exports = [f"--export={each}" for each in (*names, *OWN) if each != "memory"]
        _zig(
            "wasm-ld",
            "--no-entry",
            *exports,
            "-O3",
            "--gc-sections",
            "--strip-all",
            "--stack-first",
            "-z",
            f"stack-size={STACK}",
            rules,
            runtime,
            "-o",
            module,
        )
        return module.read_bytes()


def _zig(*words: str | Path) -> None:
    """Run a tool of the package ``ziglang``.

    Raises:
        RuntimeError: it failed; the message is the tool's.
    """
    done = subprocess.run([sys.executable, "-m", "ziglang", *map(str, words)], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"ziglang {words[0]}: {done.stderr.strip()}")
