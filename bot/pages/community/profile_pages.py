"""The pages of profiles and head-to-head records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from bot.pages.community.leaderboard_views import OVERVIEW
from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD
from bot.pages.game_choices import game_choice
from bot.pages.listing import fitted
from bot.pages.matches.challenge_form import Proposal, proposal_button
from bot.pages.page import (
    MAX_OPTIONS,
    MAX_TEXT_LENGTH,
    Block,
    Button,
    Menu,
    MenuChoice,
    Page,
    Picture,
)
from club.ratings.profiles import MAX_LISTED, PastMatch, Profile, Versus
from language.texts import N_, gettext, pgettext
from presentation.community.leaderboard_words import SCOPE_WORDS
from presentation.community.profile_charts import ratings_picture
from presentation.community.profile_words import (
    profile_words,
    result_line,
    versus_lines,
    versus_title,
)
from presentation.events.title_words import titles_words
from presentation.markup import short_name
from presentation.matches.match_lines import match_line
from rules.registry import GAMES
from storage.events.entrants import Title
from storage.matches.stored_match import StoredMatch

PICTURE = "ratings.png"


class Headings(NamedTuple):
    """The headings of a profile's matches."""

    running: str
    results: str


HEADINGS = {
    True: Headings(N_("In progress in this server"), N_("Latest results in this server")),
    False: Headings(N_("Matches in progress"), N_("Latest results")),
}
"""The headings, by whether the profile is viewed in a server."""


@dataclass(frozen=True, slots=True)
class ViewedProfile:
    """A profile with everything else on its page."""

    profile: Profile
    name: str
    """The player's current name."""
    viewer_id: int
    is_followed: bool
    """Whether the viewer follows the player."""
    puzzles: str = ""
    """The player's record in puzzles, empty if it isn't shown."""
    titles: Sequence[Title] = ()
    """The server's events that the player has won, latest first."""

    @property
    def is_own(self) -> bool:
        """Whether players view their own profile."""
        return self.profile.user_id == self.viewer_id


async def profile_page(viewed: ViewedProfile, width: int, now: datetime) -> Page:
    """Return the profile of a player.

    :param width: the width of its picture.
    """
    profile, name = viewed.profile, viewed.name
    words = profile_words(profile, name, now, DISCORD)
    note = f"-# {words.note}" if words.note else ""
    titles = titles_words(viewed.titles, DISCORD)
    lines = [f"### {words.title}", titles, *words.lines, note, *words.facts, viewed.puzzles]
    text = "\n".join(filter(None, lines))
    blocks: list[Block] = [text]
    if profile.histories:
        picture = await ratings_picture(profile, name, now, width)
        blocks.append(Picture(PICTURE, picture.alt, picture.data))
    if len(profile.standings) > 1:
        blocks.append(_game_menu(profile))
    room = MAX_TEXT_LENGTH - len(text)
    headings = HEADINGS[profile.in_server]
    own_id = viewed.viewer_id if viewed.is_own else None
    running = _running(headings, profile.running, own_id, room // 2)
    results = _results(headings, profile.results, profile.user_id, room - len(running))
    blocks += [each for each in (running, results, _buttons(viewed)) if each]
    return Page(tuple(blocks))


def _buttons(viewed: ViewedProfile) -> tuple[Button, ...]:
    """Return the buttons below a profile."""
    profile = viewed.profile
    user_id, game = profile.user_id, _chosen(profile)
    buttons: list[Button] = []
    if profile.in_server:
        other = "server" if profile.scope == "everywhere" else "everywhere"
        label = gettext(SCOPE_WORDS[other])
        buttons.append(Button(label, control("profile", user_id, other, game)))
    if not viewed.is_own:
        verb, label = (
            ("unfollow", gettext("Unfollow"))
            if viewed.is_followed
            else ("follow", gettext("Follow"))
        )
        proposal = Proposal(opponents=(user_id,))
        buttons += [
            Button(gettext("Between you"), control("versus", user_id)),
            Button(label, control(f"{verb}-player", user_id, profile.scope, game)),
            proposal_button(pgettext("button", "Challenge"), proposal),
        ]
    return tuple(buttons)


def versus_page(versus: Versus, name: str) -> Page:
    """Return the viewer's head-to-head record against another player.

    :param name: the other's current name.
    """
    lines = [f"### {versus_title(name, DISCORD)}", *versus_lines(versus, DISCORD)]
    room = MAX_TEXT_LENGTH - len("\n".join(lines))
    headings = HEADINGS[True]
    running = _running(headings, versus.running, versus.user_id, room // 2)
    results = _results(headings, versus.results, versus.user_id, room - len(running))
    menu = challenge_menu(versus.other_id, name)
    return Page(("\n".join(lines), *(each for each in (running, results) if each), menu))


def challenge_menu(user_id: int, name: str) -> Menu:
    """Return the menu of the games to which a player can be challenged."""
    games = tuple(game_choice(key) for key in list(GAMES)[:MAX_OPTIONS])
    placeholder = gettext("Challenge {name} to…", name=short_name(name))
    return Menu(control("challenge", user_id), placeholder, games)


def _running(
    headings: Headings, running: Sequence[StoredMatch], user_id: int | None, room: int
) -> str:
    lines = [f"- {match_line(match, user_id, DISCORD)}" for match in running]
    return _section(gettext(headings.running), lines, room, MAX_LISTED)


def _results(headings: Headings, results: Sequence[PastMatch], user_id: int, room: int) -> str:
    lines = [f"- {result_line(each, user_id, DISCORD)}" for each in results]
    return _section(gettext(headings.results), lines, room)


def _section(heading: str, lines: Sequence[str], room: int, at_most: int | None = None) -> str:
    """Return a heading with as many lines as fit, empty without lines."""
    title = f"### {heading}"
    return "\n".join((title, *fitted(lines, room - len(title), at_most))) if lines else ""


def _chosen(profile: Profile) -> str:
    return profile.game or OVERVIEW


def _game_menu(profile: Profile) -> Menu:
    choices = [MenuChoice(gettext("All games"), OVERVIEW, chosen=profile.game is None)]
    choices += [
        game_choice(each.game, chosen=each.game == profile.game) for each in profile.standings
    ]
    verb = control("profile-game", profile.user_id, profile.scope)
    return Menu(verb, gettext("Rating curve"), tuple(choices))
