r"""Arrays of numbers and records over bytes: the part of numpy that playing needs, with the same names.

Everything is contiguous and little-endian. Elements are numbers of Python. There is no arithmetic on whole arrays.

>>> shelf = zeros(1, dtype([("label", int8, (2, 3)), ("jars", int8, ())]))
>>> shelf["label"][0][1] = (1, 2, 3)
>>> shelf["label"].tolist(), shelf.tobytes()
([[[0, 0, 0], [1, 2, 3]]], b'\x00\x00\x00\x01\x02\x03\x00')
"""

from __future__ import annotations

import ast
import math
import struct
from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO, Protocol

Shape = tuple[int, ...]


class dtype:
    """Type of an array's elements: a number or, with ``fields``, a record.

    Args:
        of: another type; a pair of a type and the shape of its elements, or of the class of a record's rows and a type;
            or a list with the name, type and shape of each field.
        align: accepted for numpy's sake; records are laid out without gaps.
    """

    def __init__(self, of: Any, align: bool = False) -> None:
        self.char, self.kind, self.itemsize, self.shape = "", "V", 0, ()
        self.fields: dict[str, tuple[dtype, int]] | None = None
        self.type: type = record
        if isinstance(of, str):
            self.char, self.kind, self.itemsize = of, _KINDS[of], struct.calcsize(f"<{of}")
        elif isinstance(of, list):
            self.fields = {}
            for name, number, shape in of:
                kind = dtype((number, shape))
                self.fields[name] = kind, self.itemsize
                self.itemsize += kind.itemsize
        elif isinstance(of, tuple) and isinstance(of[0], type):
            self.__dict__.update(of[1].__dict__, type=of[0])
        elif isinstance(of, tuple):
            self.__dict__.update(dtype(of[0]).__dict__, shape=tuple(of[1]))
            self.itemsize *= math.prod(self.shape)
        else:
            self.__dict__.update(of.__dict__)

    @property
    def __name__(self) -> str:
        """Name of a type of numbers, as numpy has it."""
        return next(name for name, kind in globals().items() if kind == self and name != "bool_")

    @property
    def names(self) -> tuple[str, ...] | None:
        """Names of a record's fields."""
        return None if self.fields is None else tuple(self.fields)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, dtype) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((self.char, self.itemsize, self.shape))

    def __repr__(self) -> str:
        return f"dtype({self.char or list(self.fields or ())!r})"


_KINDS = {"b": "i", "h": "i", "i": "i", "q": "i", "B": "u", "?": "b", "f": "f", "d": "f"}


class record:
    """One record of an array; records of games are subclasses of it."""

    def __init__(self, array: ndarray) -> None:
        self._array = array

    @property
    def dtype(self) -> dtype:
        """Type of the record."""
        return self._array.dtype

    def item(self) -> tuple[Any, ...]:
        """Return the values of all fields: numbers and arrays."""
        return tuple(self[name] for name in self.dtype.names or ())

    def __getitem__(self, name: str) -> Any:
        return self._array[name][0]

    def __setitem__(self, name: str, value: Any) -> None:
        self._array[name][0] = value

    def __getattr__(self, name: str) -> Any:
        if self._array.dtype.fields is None or name not in self._array.dtype.fields:
            raise AttributeError(f"the record has no field {name!r}")
        return self[name]


class Memory(Protocol):
    """Memory of a WebAssembly module, in which large arrays are kept."""

    def read(self, at: int, size: int) -> bytes:
        """Return a copy of a part of the memory."""
        ...

    def write(self, at: int, data: bytes) -> None:
        """Copy bytes to an address in the memory."""
        ...


class Buffer:
    """The bytes of an array and of all its parts: Python's own, or a range of a module's memory."""

    def __init__(self, data: bytes | bytearray) -> None:
        self.size = len(data)
        self._data = data
        self.memory: Memory | None = None
        self.at = 0
        """Address in the module's memory, if it is there."""

    def read(self, start: int, size: int) -> bytes | memoryview:
        """Return a range of the bytes."""
        if self.memory is not None:
            return self.memory.read(self.at + start, size)
        return memoryview(self._data)[start : start + size]

    def write(self, start: int, data: bytes | memoryview) -> None:
        """Change a range of the bytes."""
        if self.memory is not None:
            self.memory.write(self.at + start, bytes(data))
        else:
            memoryview(self._data)[start : start + len(data)] = data

    def refresh(self, data: bytes) -> None:
        """Change all bytes, unless they can't be changed."""
        if isinstance(self._data, bytearray):
            self._data[:] = data

    def move(self, memory: Memory, at: int) -> None:
        """Keep the bytes at an address in a module's memory from now on."""
        memory.write(at, bytes(self.read(0, self.size)))
        self._data, self.memory, self.at = b"", memory, at

    def take_back(self) -> None:
        """Keep the bytes in Python's own memory from now on."""
        if self.memory is not None:
            self._data, self.memory = bytearray(self.memory.read(self.at, self.size)), None


class _Flags:
    """Permissions of an array."""

    c_contiguous = True

    def __init__(self) -> None:
        self.writeable = True


class ndarray:
    """An array over a part of ``buffer`` that begins at byte ``offset``."""

    def __init__(self, shape: int | Sequence[int], dtype: Any = None, buffer: Any = None, offset: int = 0) -> None:
        self.shape: Shape = (shape,) if isinstance(shape, int) else tuple(shape)
        self.dtype = _typed(dtype)
        self.nbytes = math.prod(self.shape) * self.dtype.itemsize
        data = bytearray(self.nbytes) if buffer is None else buffer
        self.buffer: Buffer = data if isinstance(data, Buffer) else Buffer(data)
        self.offset = offset
        self.flags = _Flags()

    def __class_getitem__(cls, of: Any) -> type[ndarray]:
        return cls  # in annotations

    @property
    def ndim(self) -> int:
        """Number of axes."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """Number of elements."""
        return math.prod(self.shape)

    def setflags(self, *, write: bool) -> None:
        """Say whether the array may be changed."""
        self.flags.writeable = write

    def _bytes(self) -> bytes | memoryview:
        return self.buffer.read(self.offset, self.nbytes)

    def _part(self, shape: Shape, offset: int, kind: dtype | None = None) -> ndarray:
        made = ndarray(shape, kind or self.dtype, self.buffer, self.offset + offset)
        made.flags = self.flags
        return made

    def tolist(self) -> list[Any]:
        """Return the elements as nested lists."""
        if self.dtype.fields is not None:
            return [record(self[at : at + 1]).item() for at in range(len(self))]
        if not self.nbytes:
            return _nested([], self.shape)
        numbers: Any = memoryview(self._bytes())
        return list(numbers.cast(self.dtype.char, self.shape).tolist())

    def tobytes(self) -> bytes:
        """Return a copy of the array's bytes."""
        return bytes(self._bytes())

    def copy(self) -> ndarray:
        """Return a copy that can be changed."""
        return ndarray(self.shape, self.dtype, bytearray(self._bytes()))

    def view(self, kind: Any) -> ndarray:
        """Return the same bytes as an array with one axis of another type."""
        other = _typed(kind)
        return self._part((self.nbytes // other.itemsize,), 0, other)

    def reshape(self, *shape: int) -> ndarray:
        """Return the same elements in another shape; one number may be -1, for as many as there are."""
        known = -math.prod(shape)
        return self._part(tuple(self.size // known if n < 0 else n for n in shape), 0)

    def any(self) -> bool:
        """Return whether any number isn't 0."""
        return any(_flat(self))

    def all(self) -> bool:
        """Return whether no number is 0."""
        return all(_flat(self))

    def max(self) -> Any:
        """Return the greatest number."""
        return max(_flat(self))

    def argmax(self) -> int:
        """Return the index of the greatest number; of several, the first."""
        flat = list(_flat(self))
        return flat.index(max(flat))

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (
            iter(self.tolist()) if self.ndim == 1 and not self.dtype.fields else (self[at] for at in range(len(self)))
        )

    def __contains__(self, value: Any) -> bool:
        return value in _flat(self)

    def __getitem__(self, at: Any) -> Any:
        part = self._at(at)
        if part.shape:
            return part
        if part.dtype.fields is not None:
            return part.dtype.type(part._part((1,), 0))
        return struct.unpack(f"<{part.dtype.char}", part._bytes())[0]

    def __setitem__(self, at: Any, value: Any) -> None:
        if not self.flags.writeable:
            raise ValueError("assignment destination is read-only")
        part = self._at(at)
        if isinstance(value, bytes):
            part.buffer.write(part.offset, value)
            return
        if isinstance(value, record):
            value = value._array
        if isinstance(value, ndarray) and value.dtype == part.dtype and value.size == part.size:
            part.buffer.write(part.offset, value.tobytes())
            return
        flat = list(_flat(value))
        if len(flat) not in (1, part.size):
            raise ValueError(f"{len(flat)} numbers don't fit a shape of {part.shape}")
        if part.dtype.fields is None:
            many = flat if len(flat) == part.size else flat * part.size
            part.buffer.write(part.offset, struct.pack(f"<{len(many)}{part.dtype.char}", *many))
        elif flat == [0]:
            part.buffer.write(part.offset, bytes(part.nbytes))
        else:
            raise ValueError("records can be assigned from records, or be set to 0")

    def _at(self, at: Any) -> ndarray:
        """Return the part of the array that an index selects, which has no axes if it is one element."""
        if isinstance(at, str):
            return self._field(at)
        if at is Ellipsis:
            return self
        if isinstance(at, tuple):
            part = self
            for each in at:
                part = part._at(each)
            return part
        step = self.nbytes // self.shape[0] if self.shape[0] else 0
        if isinstance(at, slice):
            first, last, by = at.indices(self.shape[0])
            if by != 1:
                raise IndexError("slices have no steps")
            return self._part((max(0, last - first), *self.shape[1:]), first * step)
        place = at.__index__() + (self.shape[0] if at < 0 else 0)
        if not 0 <= place < self.shape[0]:
            raise IndexError(f"index {at} is out of bounds for an axis of {self.shape[0]}")
        return self._part(self.shape[1:], place * step)

    def _field(self, name: str) -> ndarray:
        if self.dtype.fields is None or name not in self.dtype.fields:
            raise ValueError(f"no field of name {name}")
        if self.size != 1:
            raise ValueError(f"{name} is read from one record at a time, and here are {self.size}")
        kind, offset = self.dtype.fields[name]
        plain = dtype(kind.char)
        return self._part((*self.shape, *kind.shape), offset, plain)


def _typed(kind: Any) -> dtype:
    return (
        float64 if kind is None or kind is float else int64 if kind is int else bool_ if kind is bool else dtype(kind)
    )


def _flat(value: Any) -> Iterator[Any]:
    if isinstance(value, ndarray):
        value = value.tolist()
    if isinstance(value, list | tuple | range):
        for each in value:
            yield from _flat(each)
    else:
        yield value


def _shape(value: Any) -> Shape:
    if isinstance(value, ndarray):
        return value.shape
    if isinstance(value, list | tuple | range):
        return (len(value), *(_shape(value[0]) if len(value) else ()))
    return ()


def _nested(flat: list[Any], shape: Shape) -> list[Any]:
    if len(shape) <= 1:
        return flat
    step = len(flat) // shape[0] if shape[0] else 0
    return [_nested(flat[k * step : (k + 1) * step], shape[1:]) for k in range(shape[0])]


def zeros(shape: int | Sequence[int], kind: Any = None) -> ndarray:
    """Return an array of zeros."""
    return ndarray(shape, kind)


empty = zeros


def ones(shape: int | Sequence[int], kind: Any = None) -> ndarray:
    """Return an array of ones."""
    return full(shape, 1, kind)


def full(shape: int | Sequence[int], value: Any, kind: Any = None) -> ndarray:
    """Return an array in which all elements have the same value."""
    made = ndarray(shape, kind)
    made[...] = value
    return made


def array(value: Any, kind: Any = None) -> ndarray:
    """Return a new array with the elements of nested lists, or of another array.

    Without ``kind`` the elements are float64 if any is a float, otherwise int64.
    """
    flat = list(_flat(value))
    if kind is None:
        kind = value.dtype if isinstance(value, ndarray) else float64 if any(type(n) is float for n in flat) else int64
    made = ndarray(_shape(value), kind)
    if flat:
        made[...] = flat
    return made


def asarray(value: Any, kind: Any = None) -> ndarray:
    """Return ``value`` if it is an array of the wanted type, otherwise an array of its elements."""
    same = isinstance(value, ndarray) and (kind is None or value.dtype == _typed(kind))
    return value if same else array(value, kind)


def frombuffer(data: bytes, kind: Any = None) -> ndarray:
    """Return a read-only array of the numbers in ``data``."""
    made = ndarray(len(data) // _typed(kind).itemsize, kind, data)
    made.setflags(write=False)
    return made


def arange(n: int) -> ndarray:
    """Return an array with the numbers from 0 to ``n`` - 1."""
    return array(range(n))


def isfinite(numbers: ndarray) -> ndarray:
    """Return, for each number in one row, whether it is finite."""
    return array([math.isfinite(each) for each in _flat(numbers)], bool_)


def load(file: BinaryIO, *, allow_pickle: bool = False) -> ndarray:
    """Return the array in a ``.npy`` file of numbers, version 1.0."""
    data = file.read()
    size = int.from_bytes(data[8:10], "little")
    facts = ast.literal_eval(data[10 : 10 + size].decode("ascii"))
    kind = _CODES[facts["descr"].lstrip("<|")]
    return frombuffer(data[10 + size :], kind).reshape(*facts["shape"])


int8, int16, int32, int64 = dtype("b"), dtype("h"), dtype("i"), dtype("q")
uint8, bool_, float32, float64 = dtype("B"), dtype("?"), dtype("f"), dtype("d")
_CODES = {"i1": int8, "i2": int16, "i4": int32, "i8": int64, "u1": uint8, "b1": bool_, "f4": float32, "f8": float64}
signedinteger = ndarray
