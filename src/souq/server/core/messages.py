"""Models of messages, and JSON: pydantic's and orjson's or, in a browser, the part of them that its tables need."""

from __future__ import annotations

import sys

if sys.platform == "emscripten":
    from souq.server.core.plain_models import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, dump
else:
    from typing import Any

    import orjson
    from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

    def dump(message: dict[str, Any]) -> str:
        """Encode a message as JSON."""
        return orjson.dumps(message).decode()


__all__ = ["BaseModel", "ConfigDict", "Field", "TypeAdapter", "ValidationError", "dump"]
