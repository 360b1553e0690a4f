"""Compilation of rules for a GPU: numba-cuda takes them as they are, with three changes made here.

- A function that only Numba for the CPU can inline gets an overload for CUDA.
- Rules call each other with 64-bit integers, as on the CPU (:func:`souq.engine.compiler.numba_compiler.widened`).
- Tables go into global memory, each once. Constant memory is too small for them, and serves only one address at a time.

Neither this module nor any other of the package knows anything about a particular game.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core.dispatcher import Dispatcher
from numpy.typing import NDArray

from souq.engine.compiler.numba_compiler import Files, StampedLocator, cache_folder, widened
from souq.engine.rules.bits import each
from souq.gpu.cards import cuda

cgutils: Any = import_module("numba.cuda.cgutils")
codegen: Any = import_module("numba.cuda.codegen")
dispatchers: Any = import_module("numba.cuda.dispatcher")
extending: Any = import_module("numba.cuda.extending")
target: Any = import_module("numba.cuda.target")
nvvm: Any = import_module("numba.cuda.cudadrv.nvvm")
global_compiler_lock: Any = import_module("numba.cuda.core.compiler_lock").global_compiler_lock

Card = tuple[int, int]
"""A compute capability, as NVIDIA numbers it: (9, 0) is Hopper."""


@contextlib.contextmanager
def translating(card: Card | None = None) -> Iterator[None]:
    """Patch numba-cuda within the context so that it compiles rules for ``card`` or, by default, the GPU in use."""
    # These names are internals of numba-cuda, which is why pyproject.toml pins its minor version. If a new version
    # removes one, setattr fails with its name; if it uses one differently, tests in tests/gpu fail (assembled,
    # simulated). Then compare with numba_cuda/numba/cuda/target.py, dispatcher.py and codegen.py.
    there = SimpleNamespace(compute_capability=card)
    with global_compiler_lock, contextlib.ExitStack() as back:
        for owner, name, value in (
            (target.CUDATypingContext, "resolve_value_type", _resolved(target.CUDATypingContext.resolve_value_type)),
            (target.CUDATargetContext, "make_constant_array", _table),
            (dispatchers, "CUDACache", KernelCache),
            (
                codegen.CUDACodeLibrary,
                "get_asm_str",
                lambda *_, **__: "",
            ),  # costly, and only searched for calls that no kernel makes
            *([(dispatchers, "get_current_device", lambda: there)] if card else []),
        ):
            back.callback(setattr, owner, name, getattr(owner, name))
            setattr(owner, name, value)
        yield


def translated(function: FunctionType, signature: Any) -> Any:
    """Compile a kernel for the GPU of this machine, or load it from the cache."""
    with translating():
        return cuda.jit(signature, cache=cache_folder() is not None, lto=True)(function)


# ---- forms of their own


_bare = FunctionType(each.__code__, each.__globals__, each.__name__)  # numba-cuda mistakes annotations for arguments
extending.overload(each, target="cuda")(lambda a, out, offset: _bare)


# ---- rules that call each other


class DeviceRule(dispatchers.CUDADispatcher):  # type: ignore[misc]
    """A rule compiled for the GPU, which kernels and other rules there can call."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Return how to call the rule with these arguments; all integers are passed as int64."""
        wide = tuple(widened(a) for a in args), {name: widened(a) for name, a in kws.items()}
        return super().get_call_template(*wide)


def _resolved(usual: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Wrap the function by which numba-cuda looks up names, so that it finds the :class:`DeviceRule` of each rule."""
    attribute = "_CUDATypingContext__dispatcher"  # where numba-cuda caches the device form of a dispatcher

    def resolved(self: Any, value: Any) -> Any:
        if isinstance(value, Dispatcher) and not isinstance(getattr(value, attribute, None), DeviceRule):
            inlined = value.targetoptions.get("forceinline", False)
            options = {"device": True, "debug": False, "opt": True, "forceinline": inlined}
            setattr(value, attribute, DeviceRule(value.py_func, options))
        return usual(self, value)

    return resolved


# ---- tables


def _table(self: Any, builder: Any, kind: Any, table: NDArray[Any]) -> Any:
    """Place a constant array in the GPU's global memory, only once, and return the code that accesses it."""
    table = np.ascontiguousarray(table)
    data = self.make_array(kind)(self, builder)
    place = builder.addrspacecast(_placed(builder.module, table), ir.PointerType(ir.IntType(8)), "generic")
    self.populate_array(
        data,
        data=builder.bitcast(place, data.data.type),
        shape=[self.get_constant(target.types.intp, size) for size in table.shape],
        strides=[self.get_constant(target.types.intp, stride) for stride in table.strides],
        itemsize=data.itemsize,
        parent=data.parent,
        meminfo=None,
    )
    return data._getvalue()


def _placed(module: Any, table: NDArray[Any]) -> Any:
    """Declare a table's bytes as a global variable; its name is a hash of them, so equal tables are stored once."""
    held = table.tobytes()
    name = f"souq_table_{hashlib.sha256(held).hexdigest()[:24]}"
    if name not in module.globals:
        shape = ir.ArrayType(ir.IntType(8), len(held))
        made = cgutils.add_global_variable(module, shape, name, addrspace=nvvm.ADDRSPACE_GLOBAL)
        made.linkage, made.global_constant, made.align = "linkonce_odr", True, 16
        made.initializer = ir.Constant(shape, bytearray(held))
    return module.globals[name]


# ---- what is kept


class _Locator(StampedLocator):
    """The place of a kernel in the cache, and a stamp that changes with everything the kernel is compiled from."""

    def get_source_stamp(self) -> str:
        """Return the stamp of everything the kernel was compiled from."""
        here = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:12]
        return f"{super().get_source_stamp()}-{here}-{version('numba-cuda')}"


class _KernelImpl(dispatchers.CUDACacheImpl):  # type: ignore[misc]
    _locator_classes = [_Locator]


class KernelCache(dispatchers.CUDACache):  # type: ignore[misc]
    """Cache of compiled kernels, in the folder of compiled rules. A kernel that can't be loaded is compiled again."""

    _impl_class = _KernelImpl

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        self._cache_file = Files.of(self)

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Return the cached kernel, or None."""
        try:
            return super().load_overload(signature, context)
        except Exception:  # a torn or foreign file: whatever unpickling raises, translating again is right
            return None

    def save_overload(self, signature: Any, kernel: Any) -> None:
        """Write a kernel to the cache; a file system error is ignored."""
        with contextlib.suppress(OSError):
            super().save_overload(signature, kernel)
