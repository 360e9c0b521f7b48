"""Validation of requests and replies against Discord's official OpenAPI description.

It works for anything with a method, a path and a JSON body: the loopback's log, and simcord's
`env.http_requests`. Query parameters and keys missing from the description are not validated.
"""

from __future__ import annotations

import copy
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import quote

import pytest
from jsonschema_rs import Draft202012Validator, Registry, ValidationError, ValidationErrorKind

SPECIFICATION = Path(__file__).parents[3] / "shared" / "discord" / "openapi.json"
needs_openapi = pytest.mark.skipif(
    not SPECIFICATION.exists(), reason="Discord's OpenAPI description is not here"
)
PREFIX = "/api/v10"

NAME = "urn:discord"
"""The name of the description in references."""


class LoggedRequest(Protocol):
    """A logged request."""

    @property
    def method(self) -> str: ...
    @property
    def path(self) -> str: ...
    @property
    def json(self) -> Any: ...


def problems(request: LoggedRequest) -> list[str]:
    """Return the violations of Discord's description in a request."""
    name = f"{request.method} {request.path}"
    template = template_of(request.path)
    operation = {} if template is None else _paths()[template].get(request.method.lower())
    if template is None or operation is None:
        return [f"{name}: Discord has no such route"]
    expected = operation.get("requestBody")
    if expected is None:
        return []
    if request.json is None:
        return [f"{name}: the body is missing"] if expected.get("required") else []
    pointer = (template, request.method.lower(), "requestBody")
    kind = next(iter(expected["content"]))
    schema = ("paths", *pointer, "content", kind, "schema")
    return [f"{name}: {words}" for words in _violations(request.json, schema, lenient=True)]


def reply_problems(method: str, path: str, status: int, reply: Any) -> list[str]:
    """Return the violations of Discord's description in a reply of the fake Discord."""
    name = f"{status} to {method} {path}"
    template = template_of(path)
    operation = {} if template is None else _paths()[template].get(method.lower())
    if template is None or operation is None:
        return [f"{name}: Discord has no such route"]
    responses = operation["responses"]
    key = next((k for k in (str(status), f"{status // 100}XX") if k in responses), None)
    if key is None:
        return [f"{name}: the statuses are {sorted(responses)}"]
    pointer: tuple[str, ...] = ("paths", template, method.lower(), "responses", key)
    if "$ref" in responses[key]:
        pointer = tuple(responses[key]["$ref"].removeprefix("#/").split("/"))
    response = _lookup(pointer)
    if "content" not in response:
        return [] if reply is None else [f"{name}: there should be no body"]
    schema = (*pointer, "content", "application/json", "schema")
    return [f"{name}: {words}" for words in _violations(reply, schema, lenient=False)]


def template_of(path: str) -> str | None:
    """Return the most literal path of the description that a request path fits, if any."""
    parts = path.removeprefix(PREFIX).split("?")[0].strip("/").split("/")
    templates = [
        template
        for template in _by_length().get(len(parts), [])
        if all(part in (literal, "{}") for part, literal in zip(template, parts, strict=True))
    ]
    best = max(templates, key=lambda template: len(parts) - template.count("{}"), default=None)
    return None if best is None else _by_length()[len(parts)][best]


def _nearest(error: ValidationError) -> Iterator[ValidationError]:
    """Yield an error, or those of the most likely branch of a union.

    That is the branch with the fewest errors among those of the right `type`.
    """
    match error.kind:
        case ValidationErrorKind.AnyOf(branches) | ValidationErrorKind.OneOfNotValid(branches):
            path = error.instance_path
            likely = [each for each in branches if not any(_is_for_others(x, path) for x in each)]
        case _:
            likely = []
    if not likely:
        yield error
        return
    for each in min(likely, key=len):
        yield from _nearest(each)


def _is_for_others(error: ValidationError, path: list[str | int]) -> bool:
    """Whether a branch at this path is for another JSON type, or another `type` number."""
    if error.instance_path == path:
        return error.kind.name == "type"
    return error.instance_path == [*path, "type"] and error.kind.name in ("enum", "const", "type")


def _place(error: ValidationError) -> str:
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in error.instance_path)
    return "".join(steps).removeprefix(".") or "body"


def _shorten(words: str, limit: int = 300) -> str:
    return words if len(words) <= limit else f"{words[: limit // 2]} … {words[-limit // 2 :]}"


@cache
def _description() -> Mapping[str, Any]:
    return json.loads(SPECIFICATION.read_text())


def _paths() -> Mapping[str, Any]:
    return _description()["paths"]


@cache
def _by_length() -> Mapping[int, Mapping[tuple[str, ...], str]]:
    """Templates by number of parts and by their parts, with `{}` for placeholders."""
    by_length: dict[int, dict[tuple[str, ...], str]] = defaultdict(dict)
    for template in _paths():
        parts = template.strip("/").split("/")
        literal_parts = tuple("{}" if part.startswith("{") else part for part in parts)
        by_length[len(parts)][literal_parts] = template
    return by_length


def _lookup(pointer: tuple[str, ...]) -> Any:
    node: Any = _description()
    for step in pointer:
        node = node[step]
    return node


def _violations(value: Any, pointer: tuple[str, ...], *, lenient: bool) -> list[str]:
    """Return a line for each violation of a schema in a JSON value: `components[0].label: …`.

    :param pointer: the steps to the schema in the description.
    :param lenient: as in `_registry`.
    """
    return [
        f"{_place(each)}: {_shorten(each.message)}"
        for error in _validator(pointer, lenient=lenient).iter_errors(value)
        for each in _nearest(error)
    ]


@cache
def _validator(pointer: tuple[str, ...], *, lenient: bool) -> Draft202012Validator:
    steps = (quote(step.replace("~", "~0").replace("/", "~1"), safe="~@") for step in pointer)
    schema = {"$ref": f"{NAME}#/{'/'.join(steps)}"}
    return Draft202012Validator(schema, registry=_registry(lenient=lenient))


@cache
def _registry(*, lenient: bool) -> Registry:
    """The description, registered under its name.

    If `lenient`, ids may be numbers, which Discord accepts and discord.py sends (in attachments,
    allowed mentions and references).
    """
    description: Any = _description()
    if lenient:
        description = copy.copy(description)
        components = description["components"] = copy.copy(description["components"])
        schemas = components["schemas"] = copy.copy(components["schemas"])
        schemas["SnowflakeType"] = {**schemas["SnowflakeType"], "type": ["string", "integer"]}
    return Registry([(NAME, description)])
