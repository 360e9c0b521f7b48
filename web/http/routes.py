"""Routes: the values that describe the paths of each kind of page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

from club.members.sessions import Device
from club.parts import Parts
from club.servers.pages import Kind, PublicServer
from language.texts import lazy_gettext
from rules.position import Game
from web.http.cache import Rendered
from web.http.limits import Cost
from web.http.reader import Reader
from web.http.sessions import Member
from web.http.site import Site
from web.http.view import BadAddress, Crumb, LinkButton, NavLink, NoPage, NotSignedIn, View

PRIVACY = "/privacy"
"""The path of the page about stored data."""


def rules_path(game: Game) -> str:
    """Return the path of a game's rules."""
    return f"/rules/{game.key}"


def glance_path(game: Game) -> str:
    """Return the path of a small board of a game."""
    return f"/rules/{game.key}/glance.png"


ME = "/me"
"""The path of a member's own page."""

START = "/start"
"""The path of the form for a new match."""

ALL_GAMES = "/games.png"


MAX_PAGES = 1000
"""The highest page number of a list."""

MAX_NUMBER_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Visit:
    """One request for a page or file."""

    site: Site
    reader: Reader
    parts: Mapping[str, str]
    """The variable parts of the path, by name."""
    page: int = 1
    """The page of a list, from 1."""
    parameters: Mapping[str, str] = field(default_factory=dict[str, str], kw_only=True)
    """The parameters of the address that a public page or file depends on."""
    visitor: str = field(default="", kw_only=True)
    """The user id of a signed-in member, else the address, for limits."""

    @property
    def viewer_id(self) -> int | None:
        """The user id of a signed-in member, None for everyone else."""
        return None

    def key(self, kind: Kind, count: int = 1) -> tuple[int, ...]:
        """Return the numbers that the path's key stands for.

        :raises NoPage: if it isn't a key of this kind.
        """
        numbers = self.site.addresses.numbers(kind, self.parts["key"], count)
        if numbers is None:
            raise NoPage
        return tuple(numbers)

    async def server(self) -> PublicServer:
        """Return the server of the path.

        :raises NoPage: if it has no pages.
        """
        (guild_id,) = self.key("s")
        server = await self.site.club.pages.server(guild_id)
        if server is None:
            raise NoPage
        return server

    def server_crumb(self, server: PublicServer) -> Crumb:
        """Return the link to a server above its other pages."""
        return Crumb(server.name, self.reader.to(self.site.server_path(server.guild_id)))

    def number(self, name: str) -> int:
        """Return a number in the path.

        :raises NoPage: if it isn't one.
        """
        number = number_in(self.parts[name])
        if number is None:
            raise NoPage
        return number


@dataclass(frozen=True, slots=True)
class Browser:
    """What a browser sent about itself."""

    token: str = field(default="", repr=False)
    """The token of its session, valid or not, empty without one."""
    device: Device = field(default=Device())


@dataclass(frozen=True, slots=True)
class PrivateVisit(Visit):
    """One request for a page that is never cached, or with a form."""

    member: Member | None = field(default=None, kw_only=True)
    """The signed-in member."""
    query: Mapping[str, str] = field(default_factory=dict[str, str], kw_only=True)
    form: Mapping[str, str] = field(default_factory=dict[str, str], kw_only=True)
    """The fields of a sent form, empty for GET."""
    browser: Browser = field(default=Browser(), kw_only=True)

    @property
    def viewer_id(self) -> int | None:
        return None if self.member is None else self.member.user_id

    @property
    def signed_in(self) -> Member:
        """The member, on pages and forms for members.

        :raises NotSignedIn: if nobody is signed in.
        """
        if self.member is None:
            raise NotSignedIn
        return self.member

    @property
    def user_id(self) -> int:
        """The member's user id.

        :raises NotSignedIn: if nobody is signed in.
        """
        return self.signed_in.user_id


@dataclass(frozen=True, slots=True)
class Redirect:
    """Go to another page (303)."""

    path: str
    """A path of this site."""
    session: str | None = field(default=None, repr=False)
    """The token of a new session, empty to sign out; None leaves the cookie as it is."""


@dataclass(frozen=True, slots=True)
class File:
    """A picture or a download."""

    rendered: Rendered
    is_immutable: bool = False
    """Whether the content at this address never changes."""
    filename: str = ""
    """The name of a download, empty for a file that is shown."""


@dataclass(frozen=True, slots=True)
class PageRoute:
    """A page at a path."""

    kind: str
    """The name under which requests are counted."""
    path: str
    view: Callable[[Visit], Awaitable[View]]
    parameters: Sequence[str] = ()
    """The parameters of the address that the page depends on, besides the page of a list."""
    has_own_rows: bool = False
    """Whether signed-in members get the page with their own row marked, never cached."""


@dataclass(frozen=True, slots=True)
class FileRoute:
    """A file at a path."""

    kind: str
    path: str
    file: Callable[[Visit], Awaitable[File]]
    parameters: Sequence[str] = ()
    """The parameters of the address that the file depends on."""


@dataclass(frozen=True, slots=True)
class PrivateRoute:
    """A page that is made for one visitor and never cached."""

    kind: str
    path: str
    view: Callable[[PrivateVisit], Awaitable[View | Redirect | File]]
    needs_member: bool = True
    """Whether visitors get the page that explains how to sign in instead."""
    cost: Cost = "request"


@dataclass(frozen=True, slots=True)
class FormRoute:
    """A form (POST). Forms sent by other sites never get here."""

    kind: str
    path: str
    answer: Callable[[PrivateVisit], Awaitable[View | Redirect]]
    """Returns a redirect, or a page such as the form with an error.

    A `Refusal` becomes a page with its message.
    """
    needs_member: bool = True
    cost: Cost = "request"


Route = PageRoute | FileRoute | PrivateRoute | FormRoute

MORE_ROUTES: list[Route] = []
"""The routes of extensions."""

NAVIGATION: Parts[Reader, NavLink] = Parts()
"""The links on each page besides those of the core."""

ABOUT_GAME: Parts[tuple[Reader, Game], LinkButton] = Parts()
"""Links for people who want to know more about a game."""


def number_in(text: str) -> int | None:
    """Return a number of up to four ASCII digits, or None for any other text."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= MAX_NUMBER_DIGITS
    return int(text) if is_number else None


def parameters_in(query: Mapping[str, str], names: Sequence[str]) -> dict[str, str]:
    """Return the parameters of these names that an address has, without empty ones."""
    return {name: text for name in names if (text := query.get(name, "").strip())}


def page_in(query: Mapping[str, str]) -> int:
    """Return the requested page of a list.

    :raises BadAddress: if there can't be such a page.
    """
    text = query.get("page", "1")
    number = number_in(text)
    if number is None or not 1 <= number <= MAX_PAGES:
        raise BadAddress(
            lazy_gettext(
                "“page” has to be a number from 1 to {most}, as in ?page=2.", most=MAX_PAGES
            )
        )
    return number
