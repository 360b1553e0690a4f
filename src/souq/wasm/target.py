"""Numba, changed to compile for WebAssembly in this process: rules are lowered for wasm32 from the start.

Retargeting LLVM code that was made for another processor would leave its pointer sizes and its instructions in it.
After :func:`retarget` this process can compile nothing that it could run, so modules are built in a process of their
own (``python -m souq.wasm``).
"""

from __future__ import annotations

import hashlib
from typing import Any

import llvmlite.binding as llvm
import numba.core.callconv
import numba.core.codegen
import numba.core.registry
from llvmlite import ir

from souq.engine.compiler import numba_compiler

callconv: Any = numba.core.callconv
codegen: Any = numba.core.codegen
cpu_target: Any = numba.core.registry.cpu_target

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext,+simd128"
"""Instructions beyond those of 2017. Chromium, Firefox and Safari have had all of them since 2023."""

_BYTES = ir.IntType(8).as_pointer()


class _Library(codegen.AOTCodeLibrary):  # type: ignore[misc]
    """The LLVM code of a function of Numba's own."""

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0, because nothing can be called in this process."""
        return 0


class Wasm32(codegen.AOTCPUCodegen):  # type: ignore[misc]
    """Numba's code generator, for wasm32: its LLVM modules have the triple and the data layout of that target."""

    _library_class = _Library

    def _init(self, llvm_module: Any) -> None:
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        target = llvm.Target.from_triple(TRIPLE)
        self._tm = target.create_target_machine(opt=3, reloc="static", codemodel="default", features=FEATURES)
        self._tm_features = FEATURES
        self._target_data = self._tm.target_data
        self._data_layout = str(self._target_data)
        self._loopvect, self._opt_level = False, 0

    def _create_empty_module(self, name: str) -> Any:
        made = super()._create_empty_module(name)
        made.triple = TRIPLE
        return made

    def _get_host_cpu_name(self) -> str:
        return "generic"

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing: only code that calls Python reads its environment."""


def retarget() -> None:
    """Make Numba compile for wasm32 from now on. Call it before any module with rules is imported.

    The disk cache isn't used, so that equal sources always give equal bytes.
    """
    context = cpu_target.target_context
    context._internal_codegen = Wasm32("souq")
    context.allow_dynamic_globals = False  # large tables are part of the module, too
    # The address of a function that is called by name, which no module needs.
    context.add_dynamic_addr = lambda builder, *_, **__: ir.Constant(_BYTES, None)
    callconv.CPUCallConv.set_static_user_exc = _set_message
    numba_compiler.cache_folder = lambda: None  # type: ignore[assignment]


def _set_message(
    self: Any, builder: Any, exc: Any, exc_args: Any = None, loc: Any = None, func_name: str | None = None
) -> None:
    """Let a rule that raises an exception return the address of a text, instead of a pickled exception."""
    words = ", ".join(map(str, exc_args or ())) or getattr(exc, "__name__", "an exception")
    place = self._get_excinfo_argument(builder.function)
    builder.store(builder.bitcast(text(builder.module, words), place.type.pointee), place)


def text(module: Any, words: str) -> Any:
    """Declare a text as a constant that ends with a zero byte; equal texts are stored once."""
    held = bytearray(words.encode() + b"\0")
    name = f"souq_text_{hashlib.sha256(held).hexdigest()[:24]}"
    if name not in module.globals:
        shape = ir.ArrayType(ir.IntType(8), len(held))
        made = ir.GlobalVariable(module, shape, name)
        made.linkage, made.global_constant, made.initializer = "linkonce_odr", True, ir.Constant(shape, held)
    return module.globals[name]
