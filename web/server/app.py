"""The web application: routes, caching headers, limits and error pages."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from rules.language import gettext, written_in
from storage.database.errors import NotStored
from web.cache import Rendered
from web.exercises import courses, lessons, puzzle_choice, puzzles
from web.headers import HTML, IMMUTABLE, NO_STORE, REVALIDATE, SECURITY, TEXT, download
from web.members.private import MAX_BODY, Private
from web.pages import (
    account_pages,
    event_pages,
    explore_pages,
    home_pages,
    match_pages,
    my_pages,
    player_pages,
    puzzle_pages,
    rules_pages,
    server_pages,
)
from web.pages.playing import action_pages, line_pages, play_pages
from web.reader import READER, Reader, reader_of
from web.routes import FileRoute, FormRoute, PageRoute, Route, Visit, page_in
from web.server.connections import PatientHandler
from web.server.limits import RequestLimit, TooMany, address_of
from web.server.live import Live
from web.site import Site
from web.templating import TYPES, render, shared_file
from web.view import BadAddress, NoPage, NotSignedIn, View

ROUTES: Sequence[Route] = (
    *home_pages.ROUTES,
    *account_pages.ROUTES,
    *my_pages.ROUTES,
    *rules_pages.ROUTES,
    *courses.ROUTES,
    *lessons.ROUTES,
    *match_pages.ROUTES,
    *explore_pages.ROUTES,
    *play_pages.ROUTES,
    *action_pages.ROUTES,
    *line_pages.ROUTES,
    *event_pages.ROUTES,
    # Before the leaderboards, whose paths have games in the same position.
    *puzzle_pages.ROUTES,
    *puzzle_choice.ROUTES,
    *puzzles.ROUTES,
    *server_pages.ROUTES,
    *player_pages.ROUTES,
)

KIND = web.RequestKey("kind", str)
"""The kind of page, by which requests are counted."""

ROBOTS = Rendered(b"User-agent: *\nAllow: /\n", TEXT)

log = logging.getLogger(__name__)


def application(site: Site, live: Live) -> web.Application:
    """Return the site as an application."""
    app = web.Application(middlewares=[_guard(site)], client_max_size=MAX_BODY)
    private = Private(site)
    for route in ROUTES:
        handler = _with_kind(_handler(site, private, route), route.kind)
        if isinstance(route, FormRoute):
            app.router.add_post(route.path, handler)
        else:
            app.router.add_get(route.path, handler)
    app.router.add_get("/m/{key}/live", _with_kind(live.match_stream, "stream"), allow_head=False)
    app.router.add_get("/play/{key}/live", _with_kind(live.play_stream, "stream"), allow_head=False)
    app.router.add_get("/e/{key}/live", _with_kind(live.event_stream, "stream"), allow_head=False)
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
        return _page(site, route)
    return _file(site, route) if isinstance(route, FileRoute) else private.handler(route)


def _page(site: Site, route: PageRoute) -> Handler:
    async def answer(request: web.Request) -> web.StreamResponse:
        reader, path = request[READER], request.path
        visit = Visit(site, reader, request.match_info, page_in(request.query))

        async def make() -> Rendered:
            return render(site, reader, await route.view(visit), path, visit.page)

        subject = "/".join(path.split("/")[:3])
        key = (subject, path, visit.page, reader.language, reader.has_chosen)
        rendered = await site.pages.get(key, make)
        return _response(request, rendered, REVALIDATE)

    return answer


def _file(site: Site, route: FileRoute) -> Handler:
    async def answer(request: web.Request) -> web.StreamResponse:
        file = await route.file(Visit(site, request[READER], request.match_info))
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


def _guard(site: Site) -> Middleware:
    limits = site.choices.limits
    limit = RequestLimit(limits.burst, limits.per_second)

    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        """Turn every error into a page, and count the request."""
        began, status = time.perf_counter(), 500
        if isinstance(request.protocol, PatientHandler):
            request.protocol.note_request()
        try:
            response = await _respond(site, limit, request, handler)
            status = response.status
            return response
        finally:
            site.measures.note(request.get(KIND, "other"), status, time.perf_counter() - began)

    return guard


async def _respond(
    site: Site, limit: RequestLimit, request: web.Request, handler: Handler
) -> web.StreamResponse:
    reader = request[READER] = reader_of(request, site.club.clock)
    with written_in(reader.language):
        try:
            limit.take(address_of(request))
            return await handler(request)
        except TooMany:
            words = gettext("Too many requests. Please wait a minute.")
            response = _fault(site, reader, 429, words)
            response.headers["Retry-After"] = "60"
            return response
        except NoPage:
            return _fault(site, reader, 404, _no_page_words())
        except BadAddress as error:
            return _fault(site, reader, 400, error.words)
        except NotSignedIn:
            return _fault(site, reader, 403, _sign_in_words(), gettext("My page"))
        except NotStored as error:
            log.warning("could not serve a page without the database: %s", error)
            words = gettext("The database isn't available right now. Please try again in a minute.")
            return _fault(site, reader, 503, words)
        except web.HTTPMethodNotAllowed as error:
            response = _fault(site, reader, 405, gettext("This page is read-only."))
            response.headers["Allow"] = ", ".join(sorted(error.allowed_methods))
            return response
        except web.HTTPException as error:
            if error.status == 404 and request.path.endswith("/"):
                return _without_slash(request)
            words = _no_page_words() if error.status == 404 else error.reason
            return _fault(site, reader, error.status, words)
        except Exception:
            # The path may contain a secret.
            log.exception("the page %s failed", _pattern(request))
            words = gettext("Something went wrong here. Please try again later.")
            return _fault(site, reader, 500, words)


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
        "There is no such page, or it isn't public. A server's pages can be turned off, and "
        "matches in private channels have none."
    )


def _fault(site: Site, reader: Reader, status: int, words: str, title: str = "") -> web.Response:
    other = gettext("Page not found") if status == 404 else gettext("Not possible")
    title = title or other
    view = View("fault.html", title, words, {"words": words}, is_private=True)
    body = render(site, reader, view, "/").body
    headers = {"Content-Type": HTML, "Cache-Control": NO_STORE}
    return web.Response(body=body, status=status, headers=headers)


async def _add_headers(_request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(SECURITY)
