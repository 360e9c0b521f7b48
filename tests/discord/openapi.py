"""Validation of requests and replies against Discord's official OpenAPI description.

It works for anything with a method, a path and a JSON body: the loopback's log, and simcord's
`env.http_requests`. Query parameters and keys missing from the description are not validated.
"""

from __future__ import annotations

import copy
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import quote

import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

SPECIFICATION = Path(__file__).parents[3] / "shared" / "discord" / "openapi.json"
needs_openapi = pytest.mark.skipif(
    not SPECIFICATION.exists(), reason="Discord's OpenAPI description is not here"
)
PREFIX = "/api/v10"


class Asked(Protocol):
    """A logged request."""

    @property
    def method(self) -> str: ...
    @property
    def path(self) -> str: ...
    @property
    def json(self) -> Any: ...


def problems(request: Asked) -> list[str]:
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
    validator = _validator(True, "paths", *pointer, "content", kind, "schema")
    return [f"{name}: {words}" for words in readable(validator.iter_errors(request.json))]


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
    response = _at(pointer)
    if "content" not in response:
        return [] if reply is None else [f"{name}: there should be no body"]
    validator = _validator(False, *pointer, "content", "application/json", "schema")
    return [f"{name}: {words}" for words in readable(validator.iter_errors(reply))]


def template_of(path: str) -> str | None:
    """Return the most literal path of the description that a request path fits, if any."""
    parts = path.removeprefix(PREFIX).split("?")[0].strip("/").split("/")
    fitting = [
        template
        for template in _by_length().get(len(parts), [])
        if all(part in (literal, "{}") for part, literal in zip(template, parts, strict=True))
    ]
    best = max(fitting, key=lambda template: len(parts) - template.count("{}"), default=None)
    return None if best is None else _by_length()[len(parts)][best]


def readable(errors: Iterable[ValidationError]) -> list[str]:
    """Format each error as a line, such as `components[0].label: …`.

    A union is represented by its nearest branch.
    """
    return [
        f"{_place(error)}: {_shortened(error.message)}" for one in errors for error in _nearest(one)
    ]


def _nearest(error: ValidationError) -> Iterator[ValidationError]:
    """Return the errors of the most likely branch of a union.

    That is the branch with the fewest errors among those of the right `type`.
    """
    branches: dict[int, list[ValidationError]] = defaultdict(list)
    for inner in error.context or []:
        branches[int(inner.schema_path[0])].append(inner)
    if error.validator not in ("oneOf", "anyOf") or not branches:
        yield error
        return
    meant = [inner for inner in branches.values() if not any(map(_is_of_another_kind, inner))]
    if not meant:
        yield error
        return
    for inner in min(meant, key=len):
        yield from _nearest(inner)


def _is_of_another_kind(error: ValidationError) -> bool:
    """Whether a branch is for another JSON type, or another `type` number."""
    if not error.relative_path:
        return error.validator == "type"
    return list(error.relative_path) == ["type"] and error.validator in ("enum", "const", "type")


def _place(error: ValidationError) -> str:
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in error.absolute_path)
    return "".join(steps).removeprefix(".") or "body"


def _shortened(words: str, limit: int = 300) -> str:
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
        plain = tuple("{}" if part.startswith("{") else part for part in parts)
        by_length[len(parts)][plain] = template
    return by_length


def _at(pointer: tuple[str, ...]) -> Any:
    node: Any = _description()
    for step in pointer:
        node = node[step]
    return node


@cache
def _registry(lenient: bool) -> Registry[Any]:
    """The description, registered under a single name.

    If `lenient`, ids may be numbers, which Discord accepts and discord.py sends (in attachments,
    allowed mentions and references).
    """
    contents: Any = _description()
    if lenient:
        contents = copy.copy(contents)
        components = contents["components"] = copy.copy(contents["components"])
        schemas = components["schemas"] = copy.copy(components["schemas"])
        schemas["SnowflakeType"] = {**schemas["SnowflakeType"], "type": ["string", "integer"]}
    resource = Resource(contents=contents, specification=DRAFT202012)
    return Registry().with_resource("urn:discord", resource)


def _meant_by_type(union: str) -> Callable[..., Iterable[ValidationError] | None]:
    """Validate `oneOf` or `anyOf`, skipping branches for another `type` number.

    A page is a tree of unions, so trying every branch at every level takes several times as long.
    """
    judged = Draft202012Validator.VALIDATORS[union]

    def judge(
        validator: Any, branches: list[Any], instance: Any, schema: Any
    ) -> Iterable[ValidationError] | None:
        kind = instance.get("type") if isinstance(instance, dict) else None
        if isinstance(kind, int):
            meant = [branch for branch in branches if _may_be_of_type(branch.get("$ref"), kind)]
            branches = meant or branches
        return judged(validator, branches, instance, schema)

    return judge


def _may_be_of_type(reference: str | None, kind: int) -> bool:
    kinds = None if reference is None else _types_of(reference)
    return kinds is None or kind in kinds


@cache
def _types_of(reference: str) -> list[int] | None:
    """Return the `type` numbers of a schema, or None if it names none."""
    schema = _at(tuple(reference.removeprefix("#/").split("/")))
    return schema.get("properties", {}).get("type", {}).get("enum")


_Validator = extend(
    Draft202012Validator, {union: _meant_by_type(union) for union in ("oneOf", "anyOf")}
)


@cache
def _validator(lenient: bool, *pointer: str) -> Draft202012Validator:
    steps = (quote(step.replace("~", "~0").replace("/", "~1"), safe="~@") for step in pointer)
    schema = {"$ref": f"urn:discord#/{'/'.join(steps)}"}
    return _Validator(schema, registry=_registry(lenient))
