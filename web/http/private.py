"""Responses for one visitor: pages that are never cached, and forms."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from urllib.parse import parse_qsl

from aiohttp import web
from aiohttp.typedefs import Handler

from language.texts import gettext, written_in
from presentation.refusals import refusal_words
from rules.refusal import Refusal
from storage.matches import match_lists
from web.http.limits import address_of
from web.http.reader import READER, Reader, html
from web.http.routes import Browser, File, FormRoute, PrivateRoute, PrivateVisit, Redirect, page_in
from web.http.sessions import (
    Member,
    device_of,
    is_same_origin,
    member_of,
    reader_for,
    set_cookie,
    token_of,
)
from web.http.site import Site
from web.http.templating import NO_STORE, PRIVATE_IMMUTABLE, MemberFrame, render
from web.http.view import NotSignedIn, View

MAX_BODY = 16 * 1024
"""Maximum size of a form in bytes.

The longest text is a note, of which a character can take 12 bytes: `%F0%9F%A6%A2`.
"""

TYPED = ["move", "note", "city", "days"]
"""The fields that people type in, to which extensions add.

A page that refuses a form shows their texts again.
"""

MAX_FIELDS = 20


class Private:
    """Makes the handlers of private pages and forms."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def handler(self, route: PrivateRoute | FormRoute) -> Handler:
        """Return the handler of a route."""

        async def answer(request: web.Request) -> web.StreamResponse:
            if route.cost == "sign-in":
                self._site.limits.take(route.cost, address_of(request))
            member = await member_of(self._site, request)
            if member is None and route.needs_member:
                raise NotSignedIn
            reader = request[READER]
            if member is not None:
                reader = request[READER] = reader_for(member, reader)
            visitor = address_of(request) if member is None else str(member.user_id)
            if route.cost == "search":
                self._site.limits.take(route.cost, visitor)
            with written_in(reader.language):
                form: Mapping[str, str] = {}
                if isinstance(route, FormRoute):
                    form = await self._form(request)
                visit = self._visit(request, reader, member, visitor, form)
                return await self._answer(route, visit, request.path)

        return answer

    async def typed_in(self, request: web.Request) -> tuple[str, ...]:
        """Return the texts of a form that is refused before it is read, if it can be read."""
        try:
            return typed_texts(await self._form(request) if request.method == "POST" else {})
        except web.HTTPException:
            return ()

    async def _form(self, request: web.Request) -> Mapping[str, str]:
        """Return the fields of a form sent by a page of this site."""
        if not is_same_origin(self._site, request):
            raise web.HTTPForbidden(
                reason=gettext("This form only works on this site's own pages.")
            )
        try:
            async with asyncio.timeout(self._site.settings.limits.request_seconds):
                body = await request.text()
            return dict(parse_qsl(body, keep_blank_values=True, max_num_fields=MAX_FIELDS))
        except TimeoutError as error:
            raise web.HTTPRequestTimeout(
                reason=gettext("Your request took too long to arrive. Please try again.")
            ) from error
        except (ValueError, LookupError, web.RequestPayloadError, ConnectionError) as error:
            raise web.HTTPBadRequest(reason=gettext("I can't read this form.")) from error

    def _visit(
        self,
        request: web.Request,
        reader: Reader,
        member: Member | None,
        visitor: str,
        form: Mapping[str, str],
    ) -> PrivateVisit:
        token = token_of(self._site, request)
        browser = Browser(token, device_of(request.headers.get("User-Agent", "")))
        return PrivateVisit(
            self._site,
            reader,
            request.match_info,
            page_in(request.query),
            visitor=visitor,
            member=member,
            query=request.query,
            form=form,
            browser=browser,
        )

    async def _answer(
        self, route: PrivateRoute | FormRoute, visit: PrivateVisit, path: str
    ) -> web.StreamResponse:
        try:
            act = route.view if isinstance(route, PrivateRoute) else route.answer
            answer = await act(visit)
        except Refusal as refusal:
            answer = _refusal_view(refusal, visit)
        if isinstance(answer, File):
            return _file(answer)
        if isinstance(answer, Redirect):
            response = web.Response(status=303, headers={"Location": answer.path})
            if answer.session is not None:
                set_cookie(self._site, response, answer.session)
            if answer.session == "":
                # Pictures of a member's boards stay in the browser's cache otherwise.
                response.headers["Clear-Site-Data"] = '"cache"'
        else:
            frame = await self._frame(visit)
            rendered = render(self._site, visit.reader, answer, path, frame)
            response = web.Response(
                body=rendered.body,
                status=answer.status,
                headers={"Content-Type": rendered.content_type},
            )
        response.headers["Cache-Control"] = NO_STORE
        return response

    async def _frame(self, visit: PrivateVisit) -> MemberFrame | None:
        if visit.member is None:
            return None
        user_id = visit.member.user_id
        waiting = await self._site.club.store.read(
            lambda tx: match_lists.count_turns_of(tx, user_id)
        )
        return MemberFrame(visit.member.name, waiting)


def _file(file: File) -> web.Response:
    headers = {
        "Content-Type": file.rendered.content_type,
        "Cache-Control": PRIVATE_IMMUTABLE if file.is_immutable else NO_STORE,
    }
    return web.Response(body=file.rendered.body, headers=headers)


def typed_texts(form: Mapping[str, str]) -> tuple[str, ...]:
    """Return the texts that someone has typed into a form."""
    return tuple(form[name] for name in TYPED if form.get(name, "").strip())


def _refusal_view(refusal: Refusal, visit: PrivateVisit) -> View:
    """Return the page of a refusal."""
    words = html(refusal_words(refusal, visit.reader.markup(lambda _match: "")))
    status = 404 if refusal.code.startswith("unknown") else 409
    values = {"words": words, "instead": None, "typed": typed_texts(visit.form)}
    return View(
        "fault.html", gettext("That didn't work"), "", values, is_private=True, status=status
    )
