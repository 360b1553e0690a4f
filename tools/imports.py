"""Check the import contracts in ``pyproject.toml`` with import-linter.

``lint-imports`` does the same; this module exists because ``run.py`` runs modules.
"""

from __future__ import annotations

from importlinter.cli import lint_imports_command

if __name__ == "__main__":
    lint_imports_command()
