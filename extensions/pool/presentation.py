"""The pool of people looking for opponents, in words."""

from __future__ import annotations

from datetime import timedelta

from club.matches.match import Match
from club.paces import pace_of
from extensions.pool.club.pairing import PACES
from extensions.pool.club.pool import PoolView
from extensions.pool.storage import PoolEntry, Wish
from language.lists import listed
from language.texts import gettext, ngettext
from presentation.markup import Markup
from presentation.members.privacy import HOLDINGS
from presentation.phrases import (
    duration_words,
    game_label,
    labelled,
    pace_words,
    times_words,
    versus,
)
from rules.registry import GAMES

HOLDINGS["pool"] = lambda count: ngettext(
    "{count} search for an opponent", "{count} searches for an opponent", count
)


def state_words(view: PoolView, markup: Markup) -> str:
    """Return whether a person is in the pool, and what happens next."""
    entry = view.entry
    if entry is None:
        if view.guild_id is None:
            return gettext(
                "Tell me what you'd like to play. Every few minutes I pair players of similar "
                "strength, and send you the board of your match by direct message."
            )
        return gettext(
            "Tell me what you'd like to play. Every few minutes I pair players of similar "
            "strength, and start their match in this channel."
        )
    if entry.guild_id != view.guild_id:
        return _elsewhere_words(view, entry)
    if view.is_refusing:
        return gettext(
            "Discord refused my last direct message to you, so I'm not pairing you by direct "
            "message. Allow direct messages and choose {button}.",
            button=markup.strong(gettext("Keep looking")),
        )
    time = markup.relative(entry.expires_at)
    if view.guild_id is None:
        return gettext(
            "You're in. I'll send you the board of your match by direct message. Your search ends "
            "{time}.",
            time=time,
        )
    channel = markup.channel(entry.channel_id)
    if entry.reach == "direct":
        return gettext(
            "You're in. Matches with members of this server start in {channel} or another channel "
            "that you both see, all others by direct message. Your search ends {time}.",
            channel=channel,
            time=time,
        )
    return gettext(
        "You're in. I'll start your match in {channel} or another channel that you both see, and "
        "notify you as usual. Your search ends {time}.",
        channel=channel,
        time=time,
    )


def _elsewhere_words(view: PoolView, entry: PoolEntry) -> str:
    """Return where else a person is looking for opponents."""
    if view.guild_id is None:
        return gettext(
            "You're looking for an opponent in a server. Change anything below to look by direct "
            "message instead."
        )
    if entry.guild_id is None:
        return gettext(
            "You're looking for an opponent by direct message. Change anything below to look in "
            "this channel instead."
        )
    return gettext(
        "You're looking for an opponent in another server. Change anything below to look "
        "in this channel instead."
    )


def limit_words(count: int) -> str:
    """Return how many matches a person wants to play at a time."""
    return ngettext("{count} match at a time", "Up to {count} matches at a time", count)


def wish_words(wish: Wish) -> str:
    """Return what a person is looking for: games, pace and number of matches."""
    games = listed([GAMES[game].name for game in wish.games])
    return " · ".join((games, range_words(wish.fastest, wish.slowest), limit_words(wish.most)))


def waiting_lines(view: PoolView) -> list[str]:
    """Return how many others are waiting, a line per game."""
    waiting, elsewhere = view.waiting, view.waiting.elsewhere or {}
    lines: list[str] = []
    for game in GAMES:
        here, outside = waiting.here.get(game, 0), elsewhere.get(game, 0)
        if not here and not outside:
            continue
        counts: list[str] = []
        if here:
            counts.append(ngettext("{count} in this server", "{count} in this server", here))
        if outside:
            words = ngettext("{count} elsewhere", "{count} elsewhere", outside)
            counts.append(str(outside) if view.guild_id is None else words)
        label = game_label(GAMES[game])
        lines.append(f"- {labelled(label, ' · '.join(counts))}")
    if not lines and view.entry is None:
        return [
            gettext("Nobody is waiting right now. Join, and I'll look for an opponent for you.")
        ]
    if not lines:
        return [gettext("Nobody else is waiting right now. I'll keep looking for you.")]
    return [gettext("Also waiting:"), *lines]


def reach_note(view: PoolView, wish: Wish, markup: Markup) -> str:
    """Return whom the person can meet, and what these opponents see.

    :param wish: the choices so far.
    """
    if not view.may_play_out:
        return gettext(
            "In this server, members only play each other. In a direct message to me, {command} "
            "finds you opponents from any server.",
            command=markup.command("pool"),
        )
    if view.is_hidden and view.guild_id is None:
        return gettext(
            "You've left the global leaderboards, so you're only matched in your servers. "
            "Change that with {command}.",
            command=markup.command("privacy"),
        )
    if view.is_hidden:
        return gettext(
            "You've left the global leaderboards, so you only play people in this server. "
            "Change that with {command}.",
            command=markup.command("privacy"),
        )
    if wish.reach == "direct":
        return gettext(
            "An opponent from another server sees your name, rating and moves, but not which "
            "servers you're in."
        )
    return gettext(
        "An opponent from another server sees your name, rating and moves, but not the name of "
        "this server."
    )


def rhythm_note(view: PoolView) -> str:
    """Return how fast the person usually answers and what follows, empty if that is unknown."""
    times = times_words((each.pace, each.within) for each in view.rhythms)
    if not times:
        return ""
    return gettext(
        "You usually answer {times}. Where strength allows, I pair you with people who are about "
        "as fast.",
        times=times,
    )


def range_words(fastest: str, slowest: str) -> str:
    """ "1 day to 7 days a turn"."""
    if fastest == slowest:
        return pace_words(pace_of(fastest))
    return gettext(
        "{fastest} to {slowest} per turn",
        fastest=duration_words(pace_of(fastest).time or timedelta()),
        slowest=duration_words(pace_of(slowest).time or timedelta()),
    )


def ranges() -> list[tuple[str, str]]:
    """Return all ranges of paces, the widest first."""
    pairs = [(fastest, slowest) for at, fastest in enumerate(PACES) for slowest in PACES[at:]]
    return sorted(pairs, key=lambda each: PACES.index(each[0]) - PACES.index(each[1]))


def ends_soon_words(entry: PoolEntry, markup: Markup) -> str:
    """Return the notice before a search ends."""
    return gettext(
        "Your search for an opponent ends {time}. Do you want to keep looking?",
        time=markup.relative(entry.expires_at),
    )


def ended_words(markup: Markup) -> str:
    """Return the notice after a search has ended."""
    return gettext(
        "Your search for an opponent has ended. You can start again any time with {command}.",
        command=markup.command("pool"),
    )


def kept_words(markup: Markup, entry: PoolEntry) -> str:
    """Return the answer after a search was extended."""
    return gettext(
        "I'll keep looking until {time}.",
        time=markup.moment(entry.expires_at),
    )


def is_just_paired(match: Match) -> bool:
    """Whether the pool has paired the players, who haven't moved yet."""
    return match.stored.from_pool and not match.played and not match.is_over


def paired_words(match: Match, markup: Markup) -> str:
    """Return that the pool has paired the players, whom it mentions. Empty once they have moved."""
    if not is_just_paired(match):
        return ""
    names = versus([markup.mention(player.user_id, player.name) for player in match.players])
    return gettext("{names}: paired by {pool}", names=names, pool=markup.command("pool"))
