"""The web application: routes, caching headers, limits and error pages."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from functools import partial

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from club.club import Club
from club.limits import TooManyRequests
from language.texts import gettext, written_in
from storage.database.transaction import NotStoredError
from web import home, my_page, start
from web.http.cache import Rendered
from web.http.limits import Busy, PatientHandler, address_of
from web.http.live import FOLLOWED, Live
from web.http.private import MAX_BODY, Private
from web.http.reader import READER, Reader, reader_of
from web.http.routes import (
    MORE_ROUTES,
    FileRoute,
    FormRoute,
    PageRoute,
    PrivateRoute,
    Route,
    Visit,
    page_in,
    parameters_in,
)
from web.http.sessions import member_of, reader_for, token_of
from web.http.site import Courier, Site, WebSettings
from web.http.templating import (
    HTML,
    IMMUTABLE,
    NO_STORE,
    REVALIDATE,
    SECURITY,
    TEXT,
    TYPES,
    download,
    render,
    shared_file,
)
from web.http.view import BadAddress, NoPage, NotSignedIn, View
from web.matches import actions, archive, match, plates, play, vacancies
from web.members import account, own_day, preferences, rules, vacations
from web.ratings import profiles
from web.servers import server

log = logging.getLogger(__name__)


ROUTES: Sequence[Route] = (
    *home.ROUTES,
    *my_page.ROUTES,
    *start.ROUTES,
    *account.ROUTES,
    *own_day.ROUTES,
    *vacations.ROUTES,
    *preferences.ROUTES,
    *rules.ROUTES,
    *match.ROUTES,
    *plates.ROUTES,
    *play.ROUTES,
    *actions.ROUTES,
    *vacancies.ROUTES,
    # Before the leaderboards, whose paths have games in the same position.
    *archive.ROUTES,
    *server.ROUTES,
    *profiles.ROUTES,
)

KIND = web.RequestKey("kind", str)
"""The kind of page, by which requests are counted."""

ROBOTS = Rendered(b"User-agent: *\nAllow: /\n", TEXT)


def application(site: Site, live: Live) -> web.Application:
    """Return the site as an application."""
    private = Private(site)
    app = web.Application(middlewares=[_guard(site, private)], client_max_size=MAX_BODY)
    # Some stand beside the leaderboards, whose paths have games in the same position.
    for route in (*MORE_ROUTES, *ROUTES):
        handler = _with_kind(_handler(site, private, route), route.kind)
        if isinstance(route, FormRoute):
            app.router.add_post(route.path, handler)
        else:
            app.router.add_get(route.path, handler)
    app.router.add_get("/m/{key}/live", _with_kind(live.match_stream, "stream"), allow_head=False)
    app.router.add_get("/play/{key}/live", _with_kind(live.play_stream, "stream"), allow_head=False)
    for kind in FOLLOWED:
        stream = _with_kind(partial(live.page_stream, kind), "stream")
        app.router.add_get(f"/{kind}/{{key}}/live", stream, allow_head=False)
    for name in TYPES:
        shared = _static(shared_file(name), IMMUTABLE)
        app.router.add_get(f"/static/{{mark}}/{name}", _with_kind(shared, "shared"))
    app.router.add_get("/robots.txt", _with_kind(_static(ROBOTS, REVALIDATE), "shared"))
    icon = _static(shared_file("icon.svg"), REVALIDATE)
    app.router.add_get("/favicon.ico", _with_kind(icon, "shared"))
    app.on_response_prepare.append(_add_headers)
    return app


def _handler(site: Site, private: Private, route: Route) -> Handler:
    if isinstance(route, PageRoute):
        return _own_page(site, private, route) if route.has_own_rows else _page(site, route)
    return _file(site, route) if isinstance(route, FileRoute) else private.handler(route)


def _page(site: Site, route: PageRoute) -> Handler:
    async def answer(request: web.Request) -> web.StreamResponse:
        reader, path = request[READER], request.path
        page, parameters = page_in(request.query), parameters_in(request.query, route.parameters)
        visit = Visit(site, reader, request.match_info, page, parameters=parameters)

        async def make() -> Rendered:
            return render(site, reader, await route.view(visit), path)

        subject = "/".join(path.split("/")[:3])
        chosen = (page, *parameters.items())
        key = (subject, path, chosen, reader.language, reader.has_chosen)
        rendered = await site.pages.get(key, make)
        return _response(request, rendered, REVALIDATE)

    return answer


def _own_page(site: Site, private: Private, route: PageRoute) -> Handler:
    """Return the handler of a page that differs for browsers with a session."""
    own = private.handler(PrivateRoute(route.kind, route.path, route.view, needs_member=False))
    public = _page(site, route)

    async def answer(request: web.Request) -> web.StreamResponse:
        return await (own if token_of(site, request) else public)(request)

    return answer


def _file(site: Site, route: FileRoute) -> Handler:
    async def answer(request: web.Request) -> web.StreamResponse:
        visitor = address_of(request)
        parameters = parameters_in(request.query, route.parameters)
        visit = Visit(
            site, request[READER], request.match_info, parameters=parameters, visitor=visitor
        )
        file = await route.file(visit)
        response = _response(request, file.rendered, IMMUTABLE if file.is_immutable else REVALIDATE)
        response.headers["X-Robots-Tag"] = "noindex"
        if file.filename:
            response.headers["Content-Disposition"] = download(file.filename)
        return response

    return answer


def _static(rendered: Rendered, caching: str) -> Handler:
    async def answer(request: web.Request) -> web.StreamResponse:
        return _response(request, rendered, caching)

    return answer


def _response(request: web.Request, rendered: Rendered, caching: str) -> web.Response:
    """Return a response, or 304 if the visitor has this version."""
    headers = {
        "Cache-Control": caching,
        "ETag": f'"{rendered.etag}"',
        "Vary": "Accept-Language",
    }
    if any(each.value in (rendered.etag, "*") for each in request.if_none_match or ()):
        return web.Response(status=304, headers=headers)
    headers["Content-Type"] = rendered.content_type
    return web.Response(body=rendered.body, headers=headers)


def _with_kind(handler: Handler, kind: str) -> Handler:
    """Count a handler's requests under a kind."""

    async def answer(request: web.Request) -> web.StreamResponse:
        request[KIND] = kind
        return await handler(request)

    return answer


def _guard(site: Site, private: Private) -> Middleware:
    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        """Turn every error into a page, and count the request."""
        status = 500
        if isinstance(request.protocol, PatientHandler):
            request.protocol.note_request()
        try:
            response = await _respond(site, private, request, handler)
            status = response.status
            return response
        finally:
            site.club.pages.requests[request.get(KIND, "other"), status] += 1

    return guard


async def _respond(
    site: Site, private: Private, request: web.Request, handler: Handler
) -> web.StreamResponse:
    """Return the response to a request, or the page of its error."""
    reader = request[READER] = reader_of(request, site.club.clock)
    try:
        site.limits.take("request", address_of(request))
        with written_in(reader.language):
            return await handler(request)
    except Exception as error:
        if isinstance(error, web.HTTPNotFound) and request.path.endswith("/"):
            return _without_slash(request)
        reader = await _reader_of_error(site, request, error)
        with written_in(reader.language):
            typed = await private.typed_in(request)
            return _error_response(site, request, reader, error, typed)


async def _reader_of_error(site: Site, request: web.Request, error: Exception) -> Reader:
    """Return the reader of an error's page, in the language of a signed-in member."""
    reader = request[READER]
    # Too many requests must cost nothing.
    if reader.has_chosen or isinstance(error, TooManyRequests | NotStoredError):
        return reader
    try:
        member = await member_of(site, request)
    except NotStoredError:
        return reader
    return reader if member is None else reader_for(member, reader)


def _error_response(
    site: Site, request: web.Request, reader: Reader, error: Exception, typed: Sequence[str]
) -> web.Response:
    """Return the page of an error, with the texts of the form that it refuses."""
    title, headers, instead = "", dict[str, str](), None
    match error:
        case TooManyRequests():
            status, headers = 429, {"Retry-After": "60"}
            words = gettext("Too many requests. Please wait a minute.")
        case Busy():
            status, headers = 503, {"Retry-After": "10"}
            words = gettext(
                "I'm drawing too many pictures right now. Please try again in ten seconds."
            )
        case NoPage():
            status, words, instead = 404, error.words or _no_page_words(), error.instead
        case BadAddress():
            status, words = 400, str(error.words)
        case NotSignedIn():
            status, words, title = 403, _sign_in_words(), gettext("My page")
        case NotStoredError():
            log.warning("could not serve a page without the database: %s", error)
            status, headers = 503, {"Retry-After": "60"}
            words = gettext("The database isn't available right now. Please try again in a minute.")
        case web.HTTPMethodNotAllowed():
            status, headers = 405, {"Allow": ", ".join(sorted(error.allowed_methods))}
            words = gettext("This page is read-only.")
        case web.HTTPException():
            status = error.status
            words = _no_page_words() if status == 404 else error.reason
        case _:
            # The path may contain a secret.
            log.error("the page %s failed", _pattern(request), exc_info=error)
            status, words = 500, gettext("Something went wrong here. Please try again later.")
    title = title or (gettext("Page not found") if status == 404 else gettext("That didn't work"))
    values = {"words": words, "instead": instead, "typed": typed}
    view = View("fault.html", title, words, values, is_private=True)
    body = render(site, reader, view, "/").body
    headers |= {"Content-Type": HTML, "Cache-Control": NO_STORE}
    return web.Response(body=body, status=status, headers=headers)


def _without_slash(request: web.Request) -> web.Response:
    """Redirect to the same address without slashes at its end."""
    # Two slashes at the start would lead to another host.
    location = f"/{request.rel_url.raw_path.strip('/')}"
    if query := request.rel_url.raw_query_string:
        location = f"{location}?{query}"
    return web.Response(status=308, headers={"Location": location})


def _pattern(request: web.Request) -> str:
    resource = request.match_info.route.resource
    return "" if resource is None else resource.canonical


def _sign_in_words() -> str:
    return gettext(
        "You aren't signed in. Use /web on Discord, in any server I'm in, to get a sign-in link."
    )


def _no_page_words() -> str:
    return gettext(
        "This page doesn't exist or isn't public. A server can turn its pages off, and matches "
        "in private channels don't have any."
    )


async def _add_headers(_request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(SECURITY)


CLOSED_WITHIN = 2.0
"""Seconds that running requests may still take when the site closes."""


@asynccontextmanager
async def served(
    club: Club, settings: WebSettings, courier: Courier | None = None
) -> AsyncGenerator[Site]:
    """Serve the site within the block.

    :param courier: posts on Discord, or None if another process does that.
    :raises OSError: if the port can't be used.
    """
    site = await Site.of(club, settings, courier)
    live = Live(site, settings.limits)
    runner = web.AppRunner(application(site, live), shutdown_timeout=CLOSED_WITHIN)
    await runner.setup()
    handlers = runner.server
    assert handlers is not None
    try:
        listening = await asyncio.get_running_loop().create_server(
            lambda: PatientHandler(handlers, settings.limits), settings.host, settings.port
        )
        log.info("web pages at %s, served at %s:%d", settings.url, settings.host, settings.port)
        try:
            yield site
        finally:
            listening.close()
            await live.close()
    finally:
        await runner.cleanup()
