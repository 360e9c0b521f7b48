"""The personal data that the club stores, and signed-in browsers, in words."""

from __future__ import annotations

from collections.abc import Callable

from club.members.privacy import RemovalResult, StoredData
from club.references import DELETED
from language.lists import row_of, sentences
from language.texts import gettext, ngettext, pgettext
from presentation.markup import Markup
from storage.members.sessions import Session

HOLDINGS: dict[str, Callable[[int], str]] = {
    "matches": lambda count: ngettext("{count} match", "{count} matches", count),
    "moves": lambda count: ngettext("{count} move", "{count} moves", count),
    "offers": lambda count: ngettext(
        "{count} offer to another player", "{count} offers to other players", count
    ),
    "challenges": lambda count: ngettext(
        "{count} challenge you made", "{count} challenges you made", count
    ),
    "invitations": lambda count: ngettext(
        "{count} challenge to you", "{count} challenges to you", count
    ),
    "ratings": lambda count: ngettext(
        "{count} rating, by game, server and period",
        "{count} ratings, by game, server and period",
        count,
    ),
    "rating_changes": lambda count: ngettext(
        "{count} rating change", "{count} rating changes", count
    ),
    "vacations": lambda count: ngettext("{count} vacation", "{count} vacations", count),
    "blocks": lambda count: ngettext("{count} block", "{count} blocks", count),
    "followed_matches": lambda count: ngettext(
        "{count} match you follow", "{count} matches you follow", count
    ),
    "followed_players": lambda count: ngettext(
        "{count} player you follow", "{count} players you follow", count
    ),
    "nudges": lambda count: ngettext("{count} nudge", "{count} nudges", count),
    "web_links": lambda count: ngettext(
        "{count} link to sign in to the web pages",
        "{count} links to sign in to the web pages",
        count,
    ),
    "web_sessions": lambda count: ngettext(
        "{count} browser signed in to the web pages",
        "{count} browsers signed in to the web pages",
        count,
    ),
    "changes_as_admin": lambda count: ngettext(
        "{count} change as an admin or moderator", "{count} changes as an admin or moderator", count
    ),
    "servers": lambda count: ngettext(
        "{count} server where I know your name", "{count} servers where I know your name", count
    ),
}
"""Functions that describe a number of rows, by kind of data. Extensions add theirs."""


def holdings_lines(holdings: StoredData) -> list[str]:
    """Return what is stored about a user, one line per kind of data."""
    counts = holdings.counts
    lines = [words(counts[kind]) for kind, words in HOLDINGS.items() if counts[kind]]
    # Nothing else describes what is stored for extensions that are switched off.
    if others := sum(count for kind, count in counts.items() if kind not in (*HOLDINGS, "wishes")):
        lines.append(
            ngettext(
                "{count} entry of a feature that is switched off",
                "{count} entries of features that are switched off",
                others,
            )
        )
    if counts["wishes"]:
        lines.append(gettext("your notifications, how you enter moves, and your language"))
    return lines


def holdings_note(holdings: StoredData) -> str:
    """Return the sentence beside the lines about stored data."""
    if holdings.is_empty:
        return pgettext("stored", "Nothing.")
    return gettext(
        "For every match, in all servers, I store your user id and the name you had at the time."
    )


def deletion_lines(holdings: StoredData) -> list[str]:
    """Return the consequences of deleting everything, a line each."""
    running = []
    if holdings.running:
        running = [
            ngettext(
                "{count} match in progress (in any server) will be resigned.",
                "{count} matches in progress (in any server) will be resigned.",
                holdings.running,
            )
        ]
    signed_out = []
    if holdings.counts["web_sessions"]:
        signed_out = [gettext("You'll be signed out of the web pages.")]
    return [
        *running,
        gettext("Your open challenges will be cancelled."),
        gettext(
            "Finished matches will show you as “{name}”, without your id. Their moves and "
            "results stay, because they are your opponents' too.",
            name=gettext(DELETED),
        ),
        gettext(
            "Everything else I store about you will be deleted, such as your ratings, "
            "preferences, vacations, blocks and what you follow. So will other people's blocks "
            "and follows of you."
        ),
        *signed_out,
    ]


def deleted_words(removed: RemovalResult) -> str:
    """Return the effects of a deletion."""
    resigned = cancelled = None
    if removed.resigned:
        resigned = ngettext(
            "{count} match resigned.", "{count} matches resigned.", removed.resigned
        )
    if removed.cancelled:
        cancelled = ngettext(
            "{count} open challenge cancelled.",
            "{count} open challenges cancelled.",
            removed.cancelled,
        )
    return str(
        sentences(
            gettext("Done. Nothing I still store can be linked to you."),
            resigned,
            cancelled,
            gettext("If you use a command again, you'll start from scratch."),
        )
    )


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
