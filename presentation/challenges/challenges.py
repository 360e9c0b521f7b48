"""Challenges in words, and the board their match starts with."""

from __future__ import annotations

from club.paces import pace_of
from club.parts import Parts
from engine.engine import level_numbered
from language.lists import listed, sentences
from language.texts import gettext, ngettext
from presentation.markup import Markup
from presentation.phrases import game_words, pace_words
from presentation.pictures import Picture, draw_in_thread
from rendering import alt_text
from rendering.glimpses import first_board, first_scene
from rules.registry import GAMES
from storage.challenges.challenges import Challenge

TERMS = Parts[Challenge, str]()
"""Lines about how a match is played, before its pace."""


async def challenge_picture(challenge: Challenge) -> Picture:
    """Draw the board the match would start with."""
    game = GAMES[challenge.game]
    scene = first_scene(game, challenge.options)
    png = await draw_in_thread(first_board, game, tuple(sorted(challenge.options.items())))
    return Picture(alt_text(scene), png)


def challenge_title(challenge: Challenge, markup: Markup) -> str:
    """Return a line with the players and the game, or with the requested rematch."""
    challenger = markup.name(challenge.name)
    game = game_words(GAMES[challenge.game], challenge.options)
    if challenge.rematch_of is not None:
        return gettext(
            "{name} asks for a rematch of match {number}: {game}",
            name=challenger,
            number=challenge.rematch_of,
            game=game,
        )
    if challenge.is_for_servers:
        return gettext(
            "{name} is looking for another server to play {game}", name=challenger, game=game
        )
    names = [markup.name(guest.name) for guest in challenge.guests if guest.name is not None]
    if len(names) < len(challenge.guests):
        return gettext("{name} is looking for someone to play {game}", name=challenger, game=game)
    return gettext(
        "{name} challenges {names} to {game}", name=challenger, names=listed(names), game=game
    )


def terms_lines(challenge: Challenge, markup: Markup) -> list[str]:
    """Return the game, computers, challenger's seat, pace and accepted guests."""
    game = GAMES[challenge.game]
    lines = [gettext(game.summary)] if challenge.rematch_of is None else []
    lines.extend(_computer_lines(challenge, markup))
    seat = _challenger_seat(challenge)
    if seat is not None:
        lines.append(
            gettext(
                "{name} plays {seat} (seat {number}).",
                name=markup.name(challenge.name),
                seat=gettext(game.seat_names(challenge.options)[seat - 1]),
                number=seat,
            )
        )
    lines += TERMS.of(challenge)
    pace = pace_words(pace_of(challenge.pace))
    if challenge.rated:
        lines.append(gettext("Pace: {pace}; rated.", pace=pace))
    else:
        lines.append(gettext("Pace: {pace}; unrated.", pace=pace))
    accepted = [guest for guest in challenge.guests if guest.accepted and guest.level is None]
    if accepted and challenge.state != "accepted":
        names = listed([markup.name(guest.name or "") for guest in accepted])
        lines.append(ngettext("{names} accepted.", "{names} accepted.", len(accepted), names=names))
    return lines


def state_words(challenge: Challenge, markup: Markup) -> str:
    """Return whose answer an open challenge awaits and until when, or how it was answered."""
    if challenge.state == "open":
        return _open_words(challenge, markup)
    if challenge.state == "accepted":
        return _accepted_words(challenge, markup)
    if challenge.state == "declined":
        return markup.strong(gettext("Declined."))
    if challenge.state == "cancelled":
        return markup.strong(gettext("Cancelled."))
    expired = markup.strong(gettext("Expired"))
    return gettext("{expired}: nobody accepted in time.", expired=expired)


def awaited(challenge: Challenge) -> tuple[int, ...]:
    """Return the user ids of named guests who have not accepted yet."""
    return tuple(
        guest.user_id
        for guest in challenge.guests
        if not guest.accepted and guest.user_id is not None
    )


def _computer_lines(challenge: Challenge, markup: Markup) -> list[str]:
    """Return which computers play, and their strength."""
    computers = [guest for guest in challenge.guests if guest.level is not None]
    if not computers:
        return []
    names = listed([markup.name(guest.name or "") for guest in computers])
    level = level_numbered(computers[0].level or 1)
    playing = ngettext(
        "{names} plays at level {level}.",
        "{names} play at level {level}.",
        len(computers),
        names=names,
        level=level.number,
    )
    return [str(sentences(playing, gettext(level.sentence)))]


def _open_words(challenge: Challenge, markup: Markup) -> str:
    waiting = [guest for guest in challenge.guests if not guest.accepted]
    if challenge.is_for_servers:
        seats_words = ""
        if len(waiting) > 1:
            seats_words = ngettext("{count} seat is open.", "{count} seats are open.", len(waiting))
        return str(
            sentences(
                gettext(
                    "Another server can accept this with {command}.",
                    command=markup.command("matches"),
                ),
                seats_words,
                gettext("Expires {time}.", time=markup.relative(challenge.expires_at)),
            )
        )
    invited = [
        markup.mention(guest.user_id, guest.name or "")
        for guest in waiting
        if guest.user_id is not None
    ]
    vacant = len(waiting) - len(invited)
    awaited_names = [*invited, *([gettext("anyone here")] if vacant else [])]
    seats = ""
    if vacant > 1:
        seats = ngettext("{count} seat is open.", "{count} seats are open.", vacant)
    return str(
        sentences(
            gettext("For {names}.", names=listed(awaited_names)),
            seats,
            gettext("Expires {time}.", time=markup.relative(challenge.expires_at)),
        )
    )


def _accepted_words(challenge: Challenge, markup: Markup) -> str:
    people = [markup.name(guest.name or "") for guest in challenge.guests if guest.level is None]
    accepted, number = markup.strong(gettext("Accepted")), challenge.match_id
    if not people:
        return gettext("{accepted}: match {number} has started.", accepted=accepted, number=number)
    return gettext(
        "{accepted} by {names}: match {number} has started.",
        accepted=accepted,
        names=listed(people),
        number=number,
    )


def _challenger_seat(challenge: Challenge) -> int | None:
    if challenge.seating is not None:
        return challenge.seating.index(challenge.challenger_id) + 1
    return challenge.seat
