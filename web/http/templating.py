"""Templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from language.texts import COMPLETE, gettext
from presentation.phrases import language_name
from rendering.scenes.scene import Circle, Shape
from web.http.cache import Rendered
from web.http.reader import Reader
from web.http.routes import NAVIGATION, PRIVACY
from web.http.site import Site
from web.http.view import NavLink, View

HTML = "text/html; charset=utf-8"
TEXT = "text/plain; charset=utf-8"
STYLE = "text/css; charset=utf-8"
SCRIPT = "text/javascript; charset=utf-8"
JSON = "application/json"
DRAWING = "image/svg+xml"
FONT = "font/woff2"
MANIFEST = "application/manifest+json"
STREAM = "text/event-stream"

SECURITY = {
    "Server": "Stairwell",
    "X-Content-Type-Options": "nosniff",
    # Addresses aren't sent to other sites. `no-referrer` would also hide the origin of our forms,
    # which is all that browsers without `Sec-Fetch-Site` send.
    "Referrer-Policy": "same-origin",
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
"""Headers of every response."""

IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
NO_STORE = "no-store"
PRIVATE_IMMUTABLE = "private, max-age=31536000, immutable"
"""Cache-Control values: immutable, revalidated each time, never stored, or immutable and
private to the visitor."""

KEEP_ALIVE = ": here\n\n"


def download(filename: str) -> str:
    """Return the Content-Disposition of a download."""
    return f'attachment; filename="{filename}"'


def message(version: int) -> str:
    """Return a stream's message about a version."""
    return f"data: {version}\n\n"


_PACKAGE = files("web")
_ROOT = Path(__file__).parents[2]

TYPES: Mapping[str, str] = {
    "site.css": STYLE,
    "site.js": SCRIPT,
    "board.js": SCRIPT,
    "typing.js": SCRIPT,
    "icon.svg": DRAWING,
    "icon.png": "image/png",
    "icon-512.png": "image/png",
    "manrope.woff2": FONT,
    "site.webmanifest": MANIFEST,
}
"""The content types of the shared files."""

_NAMED_WITHIN: Mapping[str, Sequence[str]] = {
    "site.css": ("manrope.woff2",),
    "site.webmanifest": ("icon.svg", "icon-512.png"),
}
"""The shared files that others refer to."""


@dataclass(frozen=True, slots=True)
class MemberFrame:
    """The signed-in user in the header."""

    name: str
    waiting: int
    """The number of matches in which it is their turn."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The parts of a page around its content."""

    here: str
    home: str
    privacy: str
    status: str
    me: str
    languages: tuple[tuple[str, str, str, bool], ...]
    """For each language: code, name, address of the page, and whether it is the current one."""
    links: Sequence[NavLink]


@cache
def shared_file(name: str) -> Rendered:
    """Return a shared file."""
    body = (_PACKAGE / "static" / name).read_bytes()
    for other in _NAMED_WITHIN.get(name, ()):
        body = body.replace(other.encode(), shared_path(other).encode())
    return Rendered(body, TYPES[name])


def shared_path(name: str) -> str:
    """Return the path of a shared file, which changes with its content."""
    return f"/static/{shared_file(name).etag[:10]}/{name}"


@lru_cache(maxsize=1 << 13)
def outline(shape: Shape) -> Markup:
    """Return the SVG element of a place on a board."""
    if isinstance(shape, Circle):
        x, y = shape.middle
        return Markup(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{shape.radius:.1f}"/>')
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in shape.corners)
    return Markup(f'<polygon points="{points}"/>')


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(
            [_ROOT / "web" / "templates", *_ROOT.glob("extensions/*/web/templates")]
        ),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    # Globals reach macros without the context of each page, so these are compiled once.
    shared = {"_": gettext, "shared_path": shared_path, "outline": outline}
    environment.globals.update(shared)  # pyright: ignore[reportUnknownMemberType] - untyped
    return environment


def render(
    site: Site,
    reader: Reader,
    view: View,
    path: str,
    member: MemberFrame | None = None,
) -> Rendered:
    """Render a page.

    :param path: the path of the page, without the query.
    :param member: the signed-in member, on pages for one visitor.
    """
    languages = tuple(
        (
            code,
            language_name(code),
            reader.to(path, **view.query, lang=code),
            code == reader.language,
        )
        for code in COMPLETE
    )
    template = _environment().get_template(view.template)
    text = template.render(
        view.values,
        view=view,
        frame=Frame(
            *map(reader.to, (path, "/", PRIVACY, "/status", "/me")),
            languages=languages,
            links=NAVIGATION.of(reader),
        ),
        member=member,
        has_sign_in=site.club.web_sessions.are_available,
        language=reader.language,
        canonical=site.url(reader.to(path, **view.query)),
        site_url=site.settings.url,
        card=site.url(reader.picture(view.card_path)) if view.card_path else "",
    )
    return Rendered(text.encode(), HTML, view.version)
