"""The card of a challenge in its channel: open, answered, and at last the result of its match."""

from __future__ import annotations

from bot.pages.control_ids import control
from bot.pages.drawing import drawn
from bot.pages.links import link_to
from bot.pages.matches.cards import BOARD, game_words, picture_of
from bot.pages.matches.result_words import ratings_words, result_words
from bot.pages.pace_words import pace_words
from bot.pages.page import Beside, Button, Page, Picture
from bot.pages.wording import listed, mention, plain, relative
from club.clocks.pace import pace_of
from club.matches.match import Match
from engine.levels import level_numbered
from rendering import alt_text
from rendering.glimpses import first_board, first_scene
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
            heading = f"### {challenger} challenges {listed(named)} to {what}"
        else:
            heading = f"### {challenger} is looking for a game of {what}"
    else:
        heading = f"### {challenger} asks for a rematch of match {challenge.rematch_of}: {what}"
    lines = [game.summary] if challenge.rematch_of is None else []
    lines.extend(_computer_lines(challenge))
    seat = _challenger_seat(challenge)
    if seat is not None:
        name = game.seat_names(challenge.options)[seat - 1]
        lines.append(f"{challenger} plays {name} (seat {seat}).")
    is_rated = "rated" if challenge.rated else "unrated"
    lines.append(f"Pace: {pace_words(pace_of(challenge.pace))}; {is_rated}.")
    accepted = [each for each in challenge.guests if each.accepted and each.level is None]
    waiting = [guest for guest in challenge.guests if not guest.accepted]
    if accepted and challenge.state != "accepted":
        names = listed([plain(guest.name or "") for guest in accepted])
        lines.append(f"{names} accepted.")
    if challenge.state == "open":
        asked = [mention(guest.user_id) for guest in waiting if guest.user_id is not None]
        vacant = len(waiting) - len(asked)
        whom = [*asked, *(["anybody here"] if vacant else [])]
        seats = f" {vacant} seats are open." if vacant > 1 else ""
        lines.append(f"For {listed(whom)}.{seats} Expires {relative(challenge.expires_at)}.")
        buttons = [Button("Accept", control("accept", challenge.id), "success")]
        if asked:
            buttons.append(Button("Decline", control("decline", challenge.id)))
        buttons.append(Button("Cancel", control("cancel", challenge.id)))
        buttons.append(Button("Rules", control("rules", challenge.game)))
        if game.lessons:
            buttons.append(Button("Learn", control("learn", challenge.game)))
        mentions = tuple(guest.user_id for guest in waiting if guest.user_id is not None)
        text = "\n".join((heading, *lines))
        return Page((Beside(text, picture), tuple(buttons)), mentions)
    text = "\n".join((heading, *lines, _closing_words(challenge)))
    return Page((Beside(text, picture),), accent=None)


async def result_card(match: Match, width: int) -> Page:
    """What the card of a challenge becomes when its match is over: who has won, and the last
    board."""
    heading = f"### {game_words(match.game, match.stored.options)} · match {match.id} · over"
    names = " vs ".join(f"{plain(each.name)} ({each.seat_name})" for each in match.players)
    ending = f"**{result_words(match)}**"
    ratings = ratings_words(match)
    buttons = (
        Button("Rematch", control("rematch", match.id), "primary"),
        Button("History", control("history", match.id, len(match.played))),
        Button("Go to the match", link_to(match.stored)),
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
    verb = "plays" if len(computers) == 1 else "play"
    return [f"{names} {verb} at level {level.number}. {level.sentence}"]


def _challenger_seat(challenge: Challenge) -> int | None:
    if challenge.seating is not None:
        return challenge.seating.index(challenge.challenger_id) + 1
    return challenge.seat


def _closing_words(challenge: Challenge) -> str:
    if challenge.state == "accepted":
        people = [plain(guest.name or "") for guest in challenge.guests if guest.level is None]
        by = f" by {listed(people)}" if people else ""
        return f"**Accepted**{by}: match {challenge.match_id} begins."
    if challenge.state == "declined":
        return "**Declined.**"
    if challenge.state == "cancelled":
        return "**Cancelled.**"
    return "**Expired**: nobody accepted in time."
