"""Griffe extensions for the API reference: they convert docstrings to Markdown.

Docstrings have roles such as ``:class:`Match` ``, ``::`` before a block, and doctest sessions that begin with ``>>>``.
In Markdown a name only needs backticks, a block one colon, and a session a fence.
"""

from __future__ import annotations

import re
from typing import Any

import griffe

_ROLE = re.compile(r":(?:attr|class|data|exc|func|meth|mod):`~?([^`]+)`")
_BLOCK = re.compile(r"::$", re.M)
_SESSION = re.compile(r"^>>> .*\n?(?:^.*\S.*\n?)*", re.M)


class Docstrings(griffe.Extension):
    """Converts every docstring of a package to Markdown."""

    def on_object(self, *, obj: griffe.Object, loader: griffe.GriffeLoader, **given: Any) -> None:
        """Convert the docstring of a module, class, function or attribute."""
        if obj.docstring:
            obj.docstring.value = markdown(obj.docstring.value)

    def on_package(self, *, pkg: griffe.Module, loader: griffe.GriffeLoader, **given: Any) -> None:
        """Convert the docstring of the package itself, which isn't a member of anything."""
        self.on_object(obj=pkg, loader=loader)


class Signatures(griffe.Extension):
    """Expands ``**settings`` in signatures, and adds the explanations that ``EnvSpec`` has for them."""

    def on_function(self, *, func: griffe.Function, loader: griffe.GriffeLoader, **given: Any) -> None:
        """Replace ``**settings`` by parameters with the types, defaults and docstrings of ``EnvSpec``'s fields."""
        *_, last = [None, *func.parameters]
        if last is None or func.docstring is None or not str(last.annotation).startswith("Unpack["):
            return
        settings = loader.modules_collection[last.annotation.slice.canonical_path]
        fields = loader.modules_collection["souq.envs.spec.EnvSpec"].attributes
        del func.parameters[last.name]
        for name in (name for name in fields if name in settings.all_members):
            kind, field = griffe.ParameterKind.keyword_only, fields[name]
            func.parameters.add(griffe.Parameter(name, annotation=field.annotation, kind=kind, default=field.value))
        before, _, own = func.docstring.value.partition("\nArgs:\n")
        shared = [each.name for each in func.parameters if each.name in fields and f"    {each.name}: " not in own]
        said = [f"    {name}: {' '.join(fields[name].docstring.value.split())}" for name in shared]
        func.docstring.value = "\n".join([before, "", "Args:", *map(markdown, said), own])


def markdown(docstring: str) -> str:
    """Convert a docstring to Markdown."""
    plain = _BLOCK.sub(":", _ROLE.sub(lambda role: f"`{role[1]}`", docstring))
    return _SESSION.sub(lambda session: f"```pycon\n{session[0].rstrip()}\n```\n", plain)
