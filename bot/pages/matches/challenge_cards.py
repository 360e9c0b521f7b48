"""The card of a challenge in its channel: open, answered, and at last the result of its match."""

from __future__ import annotations

from collections.abc import Sequence

from bot.pages.control_ids import control
from bot.pages.links import link_to
from bot.pages.matches.cards import BOARD, over_title, picture_of
from bot.pages.matches.name_words import players_words
from bot.pages.matches.result_words import ratings_words, result_words
from bot.pages.page import Beside, Button, Page, Picture
from bot.pages.wording import mention, plain, relative
from club.clocks.pace import pace_of
from club.matches.match import Match
from engine.levels import level_numbered
from presentation.paces import pace_words
from presentation.phrases import game_words
from presentation.pictures import drawn
from rendering import alt_text
from rendering.glimpses import first_board, first_scene
from rules.language import gettext, ngettext
from rules.listing import listed, sentences
from rules.registry import GAMES
from storage.matches.challenges import Challenge


async def challenge_card(challenge: Challenge) -> Page:
    """A challenge, open or however it ended, beside the board that its match begins with."""
    game = GAMES[challenge.game]
    scene = first_scene(game, challenge.options)
    png = await drawn(first_board, game, tuple(sorted(challenge.options.items())))
    picture = Picture(BOARD, alt_text(scene), png)
    challenger = plain(challenge.challenger_name)
    what = game_words(game, challenge.options)
    if challenge.rematch_of is None:
        named = [plain(guest.name) for guest in challenge.guests if guest.name is not None]
        if len(named) == len(challenge.guests):
            title = gettext(
                "{name} challenges {names} to {game}",
                name=challenger,
                names=listed(named),
                game=what,
            )
        else:
            title = gettext("{name} is looking for a game of {game}", name=challenger, game=what)
    else:
        title = gettext(
            "{name} asks for a rematch of match {number}: {game}",
            name=challenger,
            number=challenge.rematch_of,
            game=what,
        )
    lines = [f"### {title}"]
    if challenge.rematch_of is None:
        lines.append(gettext(game.summary))
    lines.extend(_computer_lines(challenge))
    seat = _challenger_seat(challenge)
    if seat is not None:
        lines.append(
            gettext(
                "{name} plays {seat} (seat {number}).",
                name=challenger,
                seat=gettext(game.seat_names(challenge.options)[seat - 1]),
                number=seat,
            )
        )
    pace = pace_words(pace_of(challenge.pace))
    if challenge.rated:
        lines.append(gettext("Pace: {pace}; rated.", pace=pace))
    else:
        lines.append(gettext("Pace: {pace}; unrated.", pace=pace))
    accepted = [each for each in challenge.guests if each.accepted and each.level is None]
    waiting = [guest for guest in challenge.guests if not guest.accepted]
    if accepted and challenge.state != "accepted":
        names = listed([plain(guest.name or "") for guest in accepted])
        lines.append(ngettext("{names} accepted.", "{names} accepted.", len(accepted), names=names))
    if challenge.state == "open":
        asked = [mention(guest.user_id) for guest in waiting if guest.user_id is not None]
        vacant = len(waiting) - len(asked)
        lines.append(_open_words(challenge, asked, vacant))
        buttons = [Button(gettext("Accept"), control("accept", challenge.id), "success")]
        if asked:
            buttons.append(Button(gettext("Decline"), control("decline", challenge.id)))
        buttons.append(Button(gettext("Cancel"), control("cancel", challenge.id)))
        buttons.append(Button(gettext("Rules"), control("rules", challenge.game)))
        if game.lessons:
            buttons.append(Button(gettext("Learn"), control("learn", challenge.game)))
        mentions = tuple(guest.user_id for guest in waiting if guest.user_id is not None)
        return Page((Beside("\n".join(lines), picture), tuple(buttons)), mentions)
    text = "\n".join((*lines, _closing_words(challenge)))
    return Page((Beside(text, picture),), accent=None)


async def result_card(match: Match, width: int) -> Page:
    """What the card of a challenge becomes when its match is over: who has won, and the last
    board."""
    heading = f"### {over_title(match)}"
    names = players_words(match)
    ending = f"**{result_words(match)}**"
    ratings = ratings_words(match)
    buttons = (
        Button(gettext("Rematch"), control("rematch", match.id), "primary"),
        Button(gettext("History"), control("history", match.id, len(match.played))),
        Button(gettext("Go to the match"), link_to(match.stored)),
    )
    text = "\n".join(each for each in (heading, names, ending, ratings) if each)
    return Page((text, await picture_of(match, width=width), buttons), accent=None)


def _computer_lines(challenge: Challenge) -> list[str]:
    """Which computers play, and what to expect of them."""
    computers = [guest for guest in challenge.guests if guest.level is not None]
    if not computers:
        return []
    names = listed([plain(guest.name or "") for guest in computers])
    level = level_numbered(computers[0].level or 1)
    playing = ngettext(
        "{names} plays at level {level}.",
        "{names} play at level {level}.",
        len(computers),
        names=names,
        level=level.number,
    )
    return [str(sentences(playing, gettext(level.sentence)))]


def _open_words(challenge: Challenge, asked: Sequence[str], vacant: int) -> str:
    """Whom a challenge waits for, how many seats anybody may take, and until when."""
    whom = [*asked, *([gettext("anybody here")] if vacant else [])]
    seats = ""
    if vacant > 1:
        seats = ngettext("{count} seat is open.", "{count} seats are open.", vacant)
    return str(
        sentences(
            gettext("For {names}.", names=listed(whom)),
            seats,
            gettext("Expires {time}.", time=relative(challenge.expires_at)),
        )
    )


def _challenger_seat(challenge: Challenge) -> int | None:
    if challenge.seating is not None:
        return challenge.seating.index(challenge.challenger_id) + 1
    return challenge.seat


def _closing_words(challenge: Challenge) -> str:
    if challenge.state == "accepted":
        people = [plain(guest.name or "") for guest in challenge.guests if guest.level is None]
        number = challenge.match_id
        if not people:
            return gettext("**Accepted**: match {number} begins.", number=number)
        names = listed(people)
        return gettext(
            "**Accepted** by {names}: match {number} begins.", names=names, number=number
        )
    if challenge.state == "declined":
        return gettext("**Declined.**")
    if challenge.state == "cancelled":
        return gettext("**Cancelled.**")
    return gettext("**Expired**: nobody accepted in time.")
