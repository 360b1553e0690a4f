"""How a function is marked as a rule: compiled by Numba or, in a browser, taken from a WebAssembly module.

Everything that depends on the compiler is in :mod:`.numba_compiler`.
"""

from __future__ import annotations

import sys

if sys.platform == "emscripten":
    from souq.engine.browser.rules import allocating, arithmetic, computed, hot, rule, table
else:
    from souq.engine.compiler.numba_compiler import allocating, arithmetic, computed, hot, rule, table

__all__ = ["allocating", "arithmetic", "computed", "hot", "rule", "table"]
