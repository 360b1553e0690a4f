"""The part of pydantic that messages need, in plain Python, for a browser: pydantic's own core is 1.5 MB there.

A message that comes from outside is checked as strictly as on a server (:class:`TypeAdapter`). Models that the server
makes itself aren't checked. :mod:`souq.server.core.messages` chooses between this module and pydantic.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Literal, Union, get_args, get_origin, get_type_hints

ConfigDict = dict

MISSING = object()


def dump(message: dict[str, Any]) -> str:
    """Encode a message as JSON."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


class ValidationError(ValueError):
    """Raised for a value that a model doesn't accept: ``where`` it is, as names and indices, and what is wrong."""

    def __init__(self, where: tuple[str | int, ...], message: str) -> None:
        super().__init__(message)
        self.where, self.message = where, message

    def errors(self, **_: bool) -> list[dict[str, Any]]:
        """Return the error in pydantic's format: its place ``loc`` and its message ``msg``."""
        return [{"loc": self.where, "msg": self.message}]


class Field:
    """A field's default and its limits. Descriptions and examples are only for the documentation."""

    def __init__(
        self,
        *,
        default: Any = MISSING,
        default_factory: Callable[[], Any] | None = None,
        ge: float | None = None,
        le: float | None = None,
        min_length: int = 0,
        max_length: int | None = None,
        pattern: str = "",
        discriminator: str = "",
        description: str = "",
        examples: Any = (),
    ) -> None:
        self._default, self._factory = default, default_factory
        self._ge, self._le, self._shortest, self._longest = ge, le, min_length, max_length
        self._pattern = re.compile(pattern.removesuffix("$") + r"\Z") if pattern else None  # $ allows a line break
        self.discriminator = discriminator

    @property
    def required(self) -> bool:
        """Whether the field has no default."""
        return self._default is MISSING and self._factory is None

    def default(self) -> Any:
        """Return the default."""
        return self._factory() if self._factory else self._default

    def check(self, value: Any, where: tuple[str | int, ...]) -> None:
        """Check a value of the right type against the limits.

        Raises:
            ValidationError: it is beyond one of them.
        """
        if isinstance(value, (str, list)):
            kind = "String should have" if isinstance(value, str) else "List should have"
            if len(value) < self._shortest:
                raise ValidationError(where, f"{kind} at least {self._shortest}")
            if self._longest is not None and len(value) > self._longest:
                raise ValidationError(where, f"{kind} at most {self._longest}")
        if isinstance(value, str) and self._pattern and not self._pattern.match(value):
            raise ValidationError(where, "String should match the pattern")
        if isinstance(value, (int, float)):
            if self._ge is not None and value < self._ge:
                raise ValidationError(where, f"Input should be greater than or equal to {self._ge}")
            if self._le is not None and value > self._le:
                raise ValidationError(where, f"Input should be less than or equal to {self._le}")


_FIELDS: dict[type, dict[str, tuple[Any, Field]]] = {}


def _fields(model: type[BaseModel]) -> dict[str, tuple[Any, Field]]:
    """Return a model's fields in order: the type and the details of each."""
    if model in _FIELDS:
        return _FIELDS[model]
    made = _FIELDS[model] = {}
    for name, hint in get_type_hints(model, include_extras=True).items():
        if get_origin(hint) is ClassVar or hint is ClassVar or name == "model_config":
            continue
        owner = next(each for each in model.__mro__ if name in getattr(each, "__annotations__", {}))
        default = vars(owner).get(name, MISSING)
        made[name] = hint, default if isinstance(default, Field) else Field(default=default)
    return made


class BaseModel:
    """A message, or a part of one, with fields that its annotations declare."""

    model_config: ClassVar[dict[str, Any]] = {}

    def __init__(self, **values: Any) -> None:
        for name, (_, field) in _fields(type(self)).items():
            if name not in values and field.required:
                raise TypeError(f"{type(self).__name__} needs {name}")
            setattr(self, name, values[name] if name in values else field.default())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"

    def model_dump(self) -> dict[str, Any]:
        """Return the fields as data for JSON, models within them as dictionaries."""
        return {name: _plain(getattr(self, name)) for name in _fields(type(self))}


def _plain(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump()
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items()}
    return value


class TypeAdapter:
    """Reads a value of a type from JSON."""

    def __init__(self, kind: Any) -> None:
        self._kind = kind

    def __class_getitem__(cls, _: Any) -> Any:
        return cls

    def validate_json(self, text: str) -> Any:
        """Parse a JSON text as a value of the type; ignore fields that a model doesn't have.

        Raises:
            ValidationError: the text isn't JSON, or the value is of another type or beyond a limit.
        """
        try:
            value = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise ValidationError((), f"Invalid JSON: {error}") from error
        return _read(self._kind, value, ())


def _read(kind: Any, value: Any, where: tuple[str | int, ...]) -> Any:
    """Convert a parsed JSON value to a type, strictly: a Boolean isn't a number, and text is never converted."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        field = next((each for each in parts[1:] if isinstance(each, Field)), None)
        if field is not None and field.discriminator:
            return _read(_tagged(parts[0], field.discriminator, value, where), value, (*where, value["type"]))
        read = _read(parts[0], value, where)
        if field is not None:
            field.check(read, where)
        return read
    if origin in (Union, UnionType):
        return _one_of(parts, value, where)
    if origin is Literal:
        if not any(value == each and type(value) is type(each) for each in parts):
            raise ValidationError(where, f"Input should be {' or '.join(repr(each) for each in parts)}")
        return value
    if origin is list:
        if not isinstance(value, list):
            raise ValidationError(where, "Input should be a valid list")
        return [_read(parts[0], each, (*where, at)) for at, each in enumerate(value)]
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return _model(kind, value, where)
    fits = isinstance(value, kind) and not (isinstance(value, bool) and kind is not bool)
    if not fits and not (kind is float and type(value) is int):
        raise ValidationError(where, f"Input should be a valid {_NAMES.get(kind, kind.__name__)}")
    return value


_NAMES = {str: "string", int: "integer", bool: "boolean", float: "number", NoneType: "null"}


def _tagged(kind: Any, tag: str, value: Any, where: tuple[str | int, ...]) -> type[BaseModel]:
    """Return the model of a union whose tag a value has."""
    if not isinstance(value, dict):
        raise ValidationError(where, "Input should be a valid dictionary or object to extract fields from")
    models: dict[str, type[BaseModel]] = {
        each: model for model in get_args(kind) for each in get_args(_fields(model)[tag][0])
    }
    given = value.get(tag)
    if not isinstance(given, str) or given not in models:
        expected = ", ".join(map(repr, models))
        raise ValidationError(
            where, f"Input tag {given!r} found using {tag!r} does not match any of the expected tags: {expected}"
        )
    return models[given]


def _one_of(kinds: tuple[Any, ...], value: Any, where: tuple[str | int, ...]) -> Any:
    """Return a value read as the first of several types that accepts it."""
    first: ValidationError | None = None
    for kind in kinds:
        try:
            return _read(kind, value, where)
        except ValidationError as error:
            first = first or error
    assert first
    raise first


def _model(model: type[BaseModel], value: Any, where: tuple[str | int, ...]) -> BaseModel:
    if not isinstance(value, dict):
        raise ValidationError(where, "Input should be an object")
    read = {}
    for name, (kind, field) in _fields(model).items():
        if name in value:
            read[name] = _read(kind, value[name], (*where, name))
            field.check(read[name], (*where, name))
        elif field.required:
            raise ValidationError((*where, name), "Field required")
    return model(**read)
