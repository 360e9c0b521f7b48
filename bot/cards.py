"""The pages that people see of challenges and matches, the same wherever they are shown."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.controls import control
from bot.match import Match
from bot.matches import places_words, result_words
from bot.pages import Button, Page, Picture
from bot.wording import listed, mention, plain, relative
from rendering import Scene, alt_text, draw, text_board
from rules.notation import Completion
from rules.position import Game, Move
from rules.registry import GAMES
from rules.replay import Played
from storage.challenges import Challenge

BOARD = "board.png"
DEFAULT_WIDTH = 900


def game_words(game: Game, options: dict[str, int]) -> str:
    """The name of a game, with those options that are not the usual ones."""
    unusual = [
        f"{option.words}: {options[option.key]}"
        for option in game.options
        if options.get(option.key, option.default) != option.default
    ]
    return f"{game.name} ({', '.join(unusual)})" if unusual else game.name


def challenge_page(challenge: Challenge) -> Page:
    """A challenge as its card shows it, open or however it ended."""
    game = GAMES[challenge.game]
    challenger = plain(challenge.challenger_name)
    heading = f"### {challenger} challenges to {game_words(game, challenge.options)}"
    lines = [game.summary]
    if challenge.seat is not None:
        name = game.seat_names(challenge.options)[challenge.seat - 1]
        lines.append(f"{challenger} plays {name} (seat {challenge.seat}).")
    accepted = [guest for guest in challenge.guests if guest.accepted]
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
        mentions = tuple(guest.user_id for guest in waiting if guest.user_id is not None)
        return Page((heading, "\n".join(lines), tuple(buttons)), mentions)
    lines.append(_closing_words(challenge))
    return Page((heading, "\n".join(lines)), accent=None)


def _closing_words(challenge: Challenge) -> str:
    if challenge.state == "accepted":
        names = listed([plain(guest.name or "") for guest in challenge.guests])
        return f"**Accepted** by {names}: match {challenge.match_id} begins."
    if challenge.state == "declined":
        return "**Declined.**"
    if challenge.state == "cancelled":
        return "**Cancelled.**"
    return "**Expired**: nobody accepted in time."


async def board_page(match: Match, width: int = DEFAULT_WIDTH) -> Page:
    """The board card: the position, the last turn, whose turn it is; the controls while it runs."""
    picture = await picture_of(match, width=width)
    return _board_page(match, picture)


def card_mark(match: Match) -> str:
    """The control by which the card of a match as it stands is told from all other messages."""
    return control("text", match.id, "over" if match.is_over else match.turn_began)


def past_board_page(match: Match, ply: int) -> Page:
    """The board card made after `ply` moves, once the match has gone on: its picture as uploaded
    then, no controls, nobody pinged, and what came next."""
    then = match.at(ply)
    title = f"### {_title(match)} · turn {turn_number(then)}"
    last = _last_turn_words(then)
    picture = Picture(BOARD, alt_text(_scene(then)))
    if ply < len(match.played):
        after = f"Then: {_turn_words(match, match.turn_from(ply))}"
    else:
        after = result_words(match) if match.is_over else "The board is shown again below."
    return Page((title, *([last] if last else []), picture, f"-# {after}"), accent=None)


def _board_page(match: Match, picture: Picture) -> Page:
    title = f"### {_title(match)}"
    names = " vs ".join(f"{plain(each.name)} ({each.seat_name})" for each in match.players)
    last = _last_turn_words(match)
    before = (last, picture) if last else (picture,)
    looking = (
        Button("Rules", control("rules", match.game.key)),
        Button("Text board", card_mark(match)),
    )
    player = match.player_to_move
    if player is None:
        ending = f"**{result_words(match)}**"
        if len(match.players) > 2:
            ending += f"\n{places_words(match)}"
        return Page((f"{title} · over\n{names}", *before, ending, looking), accent=None)
    playing = (
        Button("Play", control("play", match.id, match.turn_began), "primary"),
        Button("Resign", control("resign", match.id)),
    )
    ask = f"{mention(player.user_id)} ({player.seat_name}) to move: {prompt(match)}."
    return Page(
        (f"{title} · turn {turn_number(match)}\n{names}", *before, ask, (*playing, *looking)),
        mentions=(player.user_id,),
    )


def turn_number(match: Match) -> int:
    """The number of the turn under way, from 1."""
    return 1 + sum(not played.after.is_mid_turn for played in match.played)


def text_board_page(match: Match) -> Page:
    """The position in letters, for who can't or won't look at a picture."""
    scene = _scene(match)
    player = match.player_to_move
    state = result_words(match) if player is None else f"{plain(player.name)} to move."
    last = _last_turn_words(match)
    words = f"**{match.game.name} · match {match.id}** — {state}"
    return Page((f"{words}\n{last}" if last else words, f"```\n{text_board(scene)}\n```"))


async def picture_of(
    match: Match, prefix: Move = (), completion: Completion | None = None, *, width: int
) -> Picture:
    """The picture of a match, with the chosen and the possible cells of a half-entered move."""
    scene = _scene(match, prefix, completion)
    png = await asyncio.to_thread(draw, scene, width)
    return Picture(BOARD, alt_text(scene), png)


def _scene(match: Match, prefix: Move = (), completion: Completion | None = None) -> Scene:
    return Scene(
        position=match.position.seen_by(None),
        game=match.game,
        last=tuple(played for played in match.last_turn if played.left is None),
        prefix=prefix,
        choices=() if completion is None else completion.steps,
        options=match.stored.options,
    )


def prompt(match: Match) -> str:
    """What the seat to move has to decide, within a sentence."""
    words = match.position.prompt(())
    return words[:1].lower() + words[1:]


def _title(match: Match) -> str:
    return f"{game_words(match.game, match.stored.options)} · match {match.id}"


def _last_turn_words(match: Match) -> str:
    return _turn_words(match, match.last_turn) if match.played else ""


def _turn_words(match: Match, turn: Sequence[Played]) -> str:
    name = plain(match.players[turn[0].seat - 1].name)
    if turn[0].left is not None:
        return f"{name} left the match; the others play on."
    moves = listed([f"**{each.text}**" for each in turn])
    return f"{name} played {moves}."
