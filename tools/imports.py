"""Check who imports whom: the contracts of ``pyproject.toml``, by import-linter.

``lint-imports`` does the same; this is for ``run.py``, which runs modules.
"""

from __future__ import annotations

from importlinter.cli import lint_imports_command

if __name__ == "__main__":
    lint_imports_command()
