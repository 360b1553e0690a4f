"""What the modules of a package import of each other, read from their sources."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType


class Package:
    """The modules of a package, under their names inside it."""

    def __init__(self, package: ModuleType) -> None:
        root = Path(str(package.__file__)).parent
        paths = [path for path in root.rglob("*.py") if path != root / "__init__.py"]
        self._name = package.__name__
        self.modules = {
            ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): path
            for path in sorted(paths)
        }

    def imported(self, module: str) -> set[str]:
        """The modules that a module imports, wherever in it."""
        return set(self._imported(ast.parse(self.modules[module].read_text("utf-8")))) - {module}

    def circles(self) -> set[str]:
        """The modules from which imports lead back to themselves, or to one that does."""
        arrows = {module: self.imported(module) for module in self.modules}
        while ends := {module for module, to in arrows.items() if not to & set(arrows)}:
            arrows = {module: to for module, to in arrows.items() if module not in ends}
        return set(arrows)

    def _imported(self, source: ast.AST) -> Iterator[str]:
        for node in ast.walk(source):
            if isinstance(node, ast.ImportFrom):
                names = [f"{node.module}.{alias.name}" for alias in node.names]
            elif isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            else:
                continue
            for name in names:
                inside = name.removeprefix(f"{self._name}.")
                while inside and inside not in self.modules:
                    inside = inside.rpartition(".")[0]
                if inside and name != inside:
                    yield inside
