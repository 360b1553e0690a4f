"""Compilation of rules that only other rules call: compiled once, and optimised only as part of their callers.

Numba optimises and assembles every function together with everything it calls. In a tree of a hundred small rules, the
leaves are compiled again at every level, although Python never calls most levels. Here a rule called by other rules is
compiled to LLVM instructions only, and linked into the function that Python calls. That function is optimised once, as
a whole. The linked-in rules have no other callers, so they get internal linkage, which lets the optimiser inline rules
with a single caller and drop unused ones.
"""

from __future__ import annotations

from typing import Any

import llvmlite.binding
import numba.core.caching
import numba.core.codegen
import numba.core.compiler
import numba.core.compiler_machinery
import numba.core.environment
import numba.core.ir
import numba.core.typed_passes
import numba.core.types
from numba import _dynfunc  # type: ignore[attr-defined]

from souq.engine.compiler.mistakes import handed, mistake

codegen: Any = numba.core.codegen
compiler: Any = numba.core.compiler
environments: Any = numba.core.environment
ir: Any = numba.core.ir
machinery: Any = numba.core.compiler_machinery
typed_passes: Any = numba.core.typed_passes
types: Any = numba.core.types


class LinkedLibrary(codegen.JITCodeLibrary):  # type: ignore[misc]
    """The LLVM code of one rule before it is translated to machine code, so that it can be linked into its callers."""

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0, because there is no machine code to call."""
        return 0

    def finalize(self) -> None:
        """Link in the libraries that this library calls, without optimising or assembling."""
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalize_dynamic_globals()
        self._finalized = True

    def serialize_using_object_code(self) -> tuple[str, str, bytes]:
        """Return the LLVM bitcode for the cache, because there is no object code."""
        return self.name, "linked", self._get_module_for_linking().as_bitcode()


class WholeLibrary(codegen.JITCodeLibrary):  # type: ignore[misc]
    """The machine code of one rule that Python calls, together with all rules that it calls."""

    def _optimize_final_module(self) -> None:
        """Mark linked rules as internal, so that LLVM can inline or remove them, and then optimise as Numba does."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvmlite.binding.Linkage.linkonce_odr:
                function.linkage = llvmlite.binding.Linkage.internal
        super()._optimize_final_module()


@machinery.register_pass(mutates_CFG=True, analysis_only=False)
class _LinkedLowering(typed_passes.NativeLowering):  # type: ignore[misc]
    _name = "linked_lowering"

    def run_pass(self, state: Any) -> bool:
        library = state.library = LinkedLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        descriptor, helper, _, environment = state.cr
        stub = _stub(library, descriptor, environment)
        state.targetctx.insert_user_function(stub, descriptor, [library])
        state.reload_init.extend(library._reload_init)
        state.cr = compiler._LowerResult(descriptor, helper, cfunc=stub, env=environment)
        return True


@machinery.register_pass(mutates_CFG=True, analysis_only=False)
class _WholeLowering(typed_passes.NativeLowering):  # type: ignore[misc]
    _name = "whole_lowering"

    def run_pass(self, state: Any) -> bool:
        library = state.library = WholeLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        library.enable_object_caching()
        super().run_pass(state)
        for variable in library._final_module.global_variables:
            environment = environments.lookup_environment(variable.name)
            if environment is not None:
                library.codegen.set_env(variable.name, environment)
        return True


def _stub(library: LinkedLibrary, descriptor: Any, environment: Any) -> Any:
    """Return an object that Numba expects for a compiled function; it can't be called, because only rules do that."""
    name = descriptor.qualname.rpartition(".")[2]
    return _dynfunc.make_function(descriptor.lookup_module(), name, "", 0, environment, (library,))


class _Compiler(compiler.CompilerBase):  # type: ignore[misc]
    """Base class of both compilers: Numba's own, except for the step that produces LLVM code (``lowering``)."""

    lowering: Any

    def define_pipelines(self) -> list[Any]:
        """Return the steps of Numba's compiler, with ``lowering`` in place of its own step that produces LLVM code."""
        steps = compiler.DefaultPassBuilder
        made = compiler.PassManager(self.lowering._name)
        for part in (steps.define_untyped_pipeline, steps.define_typed_pipeline):
            made.passes.extend(part(self.state).passes)
        for step, words in steps.define_nopython_lowering_pipeline(self.state).passes:
            made.passes.append((self.lowering if step is typed_passes.NativeLowering else step, words))
        made.finalize()
        return [made]

    def _compile_core(self) -> Any:
        """Compile the function, and report a mistake in a rule with its file and line.

        Raises:
            BadRule: the rule can't be compiled; the message says where and why.
        """
        rule = self.state.func_id.func
        try:
            made = super()._compile_core()
        except Exception as error:
            found = mistake(rule, self.state.args, error)
            if found is None:
                raise
            raise found from error
        if not self.state.flags.nrt and self._is_handed_arrays():
            raise handed(rule)
        return made

    def _is_handed_arrays(self) -> bool:
        """Return whether a function returns arrays or calls a rule that does, which only evaluators may do."""
        kinds, signatures = self.state.typemap, self.state.calltypes
        calls = (call for call in signatures if isinstance(call, ir.Expr) and call.op == "call")
        given = [signatures[call].return_type for call in calls if isinstance(kinds[call.func.name], types.Dispatcher)]
        return any(map(_has_arrays, [self.state.return_type, *given]))


def _has_arrays(kind: Any) -> bool:
    return isinstance(kind, types.Array) or (isinstance(kind, types.BaseTuple) and any(map(_has_arrays, kind)))


class LinkedCompiler(_Compiler):
    """Numba compiler for rules that other rules call: it stops before machine code."""

    lowering = _LinkedLowering


class WholeCompiler(_Compiler):
    """Numba compiler for rules that Python calls: it links in all rules that they call, and produces machine code."""

    lowering = _WholeLowering


class LinkedImpl(numba.core.caching.CompileResultCacheImpl):
    """Format in which a rule that other rules call is stored in the disk cache."""

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        """Recreate a compiled rule from its entry in the disk cache."""
        (name, _, bitcode), descriptor, environment, signature, _, _, notes, reload_init, known = payload
        for init in reload_init:
            init()
        library = LinkedLibrary(target_context.codegen(), name)
        library._final_module = llvmlite.binding.parse_bitcode(bitcode)
        library._finalized = True
        return compiler.CompileResult(
            target_context=target_context,
            typing_context=target_context.typing_context,
            library=library,
            environment=environment,
            entry_point=_stub(library, descriptor, environment),
            fndesc=descriptor,
            type_annotation=notes,
            signature=signature,
            objectmode=False,
            lifted=(),
            typing_error=None,
            call_helper=None,
            metadata=None,
            reload_init=reload_init,
            referenced_envs=known,
        )
