"""Lines about the browsers that are signed in to the web pages."""

from __future__ import annotations

from language.lists import row_of
from language.texts import gettext
from presentation.markup import Markup
from storage.members.web_sessions import Session


def device_words(session: Session) -> str:
    """ "Chrome on Android"."""
    if not session.browser:
        return session.system or gettext("Unknown browser")
    if not session.system:
        return session.browser
    return gettext("{browser} on {system}", browser=session.browser, system=session.system)


def session_line(session: Session, markup: Markup) -> str:
    """ "Chrome on Android · signed in 2 days ago · used 3 hours ago"."""
    began = gettext("signed in {time}", time=markup.relative(session.created_at))
    used = gettext("last used {time}", time=markup.relative(session.used_at))
    return str(row_of([markup.strong(device_words(session)), began, used]))
