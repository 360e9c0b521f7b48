"""The list of followed matches and players, with menus to unfollow them."""

from __future__ import annotations

from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD
from bot.pages.listing import fitted
from bot.pages.page import MAX_OPTIONS, MAX_TEXT_LENGTH, Block, Menu, MenuChoice, Page
from club.members.follows import Following
from language.lists import listed
from language.texts import gettext
from presentation.markup import short_name
from presentation.matches.match_lines import match_line
from presentation.phrases import versus
from rules.registry import GAMES
from storage.matches.stored_match import StoredMatch


def following_page(following: Following) -> Page:
    """Return the followed matches of the server and the followed players."""
    if following.is_empty:
        words = gettext(
            "You aren't following any players, or any matches in this server. To follow one, "
            "use **Follow** in `/profile` or under **More** on a board."
        )
        return Page((words,))
    blocks: list[Block] = []
    if following.players:
        names = listed([DISCORD.name(each.name) for each in following.players])
        blocks.append("\n".join([gettext("### Players you follow"), names]))
        players = [
            MenuChoice(short_name(each.name), str(each.followed_id)) for each in following.players
        ]
        blocks.append(_menu("unfollow-chosen", players))
    if following.matches:
        room = MAX_TEXT_LENGTH - sum(len(each) for each in blocks if isinstance(each, str))
        blocks.append(_matches_text(following.matches, room))
        matches = [MenuChoice(_label(match), str(match.id)) for match in following.matches]
        blocks.append(_menu("unfollow-match", matches))
    return Page(tuple(blocks))


def _menu(verb: str, choices: list[MenuChoice]) -> Menu:
    return Menu(control(verb), gettext("Unfollow…"), tuple(choices[:MAX_OPTIONS]))


def _matches_text(matches: tuple[StoredMatch, ...], room: int) -> str:
    title = gettext("### Matches you follow in this server")
    lines = [f"- {match_line(match, None, DISCORD)}" for match in matches]
    return "\n".join((title, *fitted(lines, room - len(title))))


def _label(match: StoredMatch) -> str:
    names = versus([short_name(seat.name) for seat in match.seats])
    return f"{match.id} · {GAMES[match.game].name} · {names}"[:100]
