"""Starting a match on the web: against the bot, or by challenging a member of a shared server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from club.club import OWN_USER
from club.paces import PACES, PRIVATE_PACES
from club.parts import Parts
from engine.engine import LEVELS, level_numbered
from language.texts import gettext
from presentation.markup import PLAIN
from presentation.matches.play import computer_name
from presentation.phrases import pace_words
from presentation.refusals import refusal_words
from rules.position import Game
from rules.refusal import Refusal
from rules.registry import FIRST_GAME, GAMES
from storage.challenges.challenges import Challenge
from storage.matches.match import Participant, Terms
from web.http.reader import html
from web.http.routes import (
    ABOUT_GAME,
    ME,
    START,
    FormRoute,
    PrivateRoute,
    PrivateVisit,
    Redirect,
    Route,
    glance_path,
    rules_path,
)
from web.http.site import Site
from web.http.view import Crumb, NoPage, View

USUAL = "usual"
"""The choice of the server's usual pace."""

BOT = "bot"
"""The start of the value of an opponent that is the bot at a level: "bot2"."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of a menu."""

    value: str
    label: str
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu of the form."""

    name: str
    label: str
    choices: Sequence[Choice]


@dataclass(frozen=True, slots=True)
class Way:
    """Another way to an opponent, which an extension adds to the page."""

    title: str
    words: str
    address: str
    label: str


WAYS: Parts[PrivateVisit, Way] = Parts()
"""Other ways to an opponent."""


async def start_page(visit: PrivateVisit) -> View:
    """The form for a new match."""
    game = _game_in(visit.query)
    return await _form(visit, game, visit.query)


async def start(visit: PrivateVisit) -> View | Redirect:
    """Start a match against the bot, or challenge a member."""
    game = _game_in(visit.form)
    try:
        challenge = await _challenge(visit, game)
    except Refusal as refusal:
        if refusal.code.startswith("unknown"):
            raise
        return await _form(visit, game, visit.form, refusal)
    site, club = visit.site, visit.site.club
    site.deliver_challenge(challenge.id)
    if challenge.match_id is None:
        return Redirect(visit.reader.to(ME))
    site.deliver_match(challenge.match_id)
    club.opponents.take_up(await club.matches.find(challenge.match_id))
    return Redirect(visit.reader.to(site.play_path(challenge.match_id)))


async def cancel(visit: PrivateVisit) -> Redirect:
    """Cancel one of the member's own challenges."""
    club, challenge_id = visit.site.club, int(visit.parts["id"])
    challenge = await club.challenges.find(challenge_id)
    if challenge.challenger_id != visit.user_id:
        raise NoPage
    person = Participant(visit.user_id, challenge.challenger_name)
    await club.challenges.cancel(challenge_id, person)
    visit.site.deliver_challenge(challenge_id)
    return Redirect(visit.reader.to(ME))


ROUTES: Sequence[Route] = (
    PrivateRoute("start", START, start_page),
    FormRoute("start", START, start),
    FormRoute("challenge", f"{ME}/challenges/{{id:[0-9]{{1,9}}}}/cancel", cancel),
)


def _game_in(sent: Mapping[str, str]) -> Game:
    """Return the chosen game, by default the first."""
    return GAMES.get(sent.get("game", ""), FIRST_GAME)


async def _challenge(visit: PrivateVisit, game: Game) -> Challenge:
    """Make the challenge of a form. One to the bot starts at once.

    :raises NoPage: if the form doesn't name an opponent.
    :raises Refusal: if there can't be such a challenge.
    """
    club, form = visit.site.club, visit.form
    options = game.choose(_options_in(game, form))
    seat = 1 if form.get("first") else None
    value = form.get("opponent", "")
    if value.startswith(BOT):
        club.opponents.check_can_play(game)
        terms = Terms(game.key, options, PRIVATE_PACES[0])
        guests = await _computers(visit.site, value, len(game.seat_names(options)) - 1)
        place = await club.meetings.direct_place(visit.user_id)
        person = Participant(visit.user_id, visit.signed_in.name)
    else:
        numbers = visit.site.addresses.numbers("p", value, 2)
        if numbers is None:
            raise NoPage
        guild_id, opponent_id = numbers
        person, *guests = await club.meetings.people(guild_id, (visit.user_id, opponent_id))
        place = await club.meetings.place_for(guild_id, (person, *guests))
        settings = await club.settings.for_new_play(place)
        pace = form.get("pace", USUAL)
        pace = pace if pace in PACES else settings.pace
        terms = Terms(game.key, options, pace, rated="rated" in form)
    return await club.challenges.make(
        terms, place, person, guests, seat=seat, only_one=True, from_elsewhere=True
    )


async def _computers(site: Site, value: str, count: int) -> list[Participant]:
    """Return the bot as opponents at a level.

    :raises NoPage: if there is no such level.
    :raises Refusal: `engine_off` if the bot has never run here.
    """
    note = await site.club.front_notes.get(OWN_USER)
    number = value.removeprefix(BOT)
    if note is None or number not in {str(level.number) for level in LEVELS}:
        raise NoPage
    user_id, _, name = note.partition(" ")
    level = level_numbered(int(number))
    return [
        Participant(int(user_id), computer_name(name, level, each), level.number)
        for each in range(1, count + 1)
    ]


def _options_in(game: Game, form: Mapping[str, str]) -> dict[str, int | None]:
    """Return the options of a form. Unknown values are left out."""
    chosen: dict[str, int | None] = {}
    for option in game.options:
        values = {str(value): value for value in option.values}
        chosen[option.key] = values.get(form.get(option.key, ""))
    return chosen


async def _form(
    visit: PrivateVisit, game: Game, sent: Mapping[str, str], refusal: Refusal | None = None
) -> View:
    """Return the page with the form, as it was sent."""
    reader, site = visit.reader, visit.site
    markup = reader.markup(lambda match: site.play_path(match.id))
    chosen = sent.get("opponent", "")
    values: dict[str, object] = {
        "notice": "" if refusal is None else html(refusal_words(refusal, markup)),
        "games": [
            (each.name, reader.to(START, game=each.key), each is game) for each in GAMES.values()
        ],
        "game": game,
        "picture": reader.picture(glance_path(game)),
        "action": reader.to(START),
        "levels": await levels_of(site, game, chosen),
        "servers": await _servers(visit, chosen),
        "menus": [*_option_menus(game, sent), _pace_menu(sent)],
        "is_rated": refusal is None or "rated" in sent,
        "is_first": "first" in sent,
        "ways": WAYS.of(visit),
        "rules": reader.to(rules_path(game)),
        "links": ABOUT_GAME.of((reader, game)),
    }
    status = 200 if refusal is None else 409
    trail = (Crumb(gettext("My page"), reader.to(ME)),)
    title = gettext("New match")
    return View("start.html", title, "", values, trail=trail, is_private=True, status=status)


async def levels_of(site: Site, game: Game, chosen: str = "") -> list[Choice]:
    """Return the levels of the bot, none if it can't play here."""
    has_run = await site.club.front_notes.get(OWN_USER) is not None
    if not has_run or not site.club.opponents.can_play(game):
        return []
    return [
        Choice(value := f"{BOT}{level.number}", f"{level.number} {level.name}", value == chosen)
        for level in LEVELS
    ]


async def _servers(visit: PrivateVisit, chosen: str) -> list[tuple[str, list[Choice]]]:
    """Return the members who can be challenged, by the names of their servers."""
    site = visit.site
    servers: list[tuple[str, list[Choice]]] = []
    for guild_id, members in (await site.club.meetings.opponents_of(visit.user_id)).items():
        server = await site.club.pages.server(guild_id)
        name = gettext("Members of a server") if server is None else server.name
        choices: list[Choice] = []
        for user_id, member_name in members.items():
            value = site.addresses.path("p", guild_id, user_id).rpartition("/")[2]
            choices.append(Choice(value, PLAIN.name(member_name), value == chosen))
        servers.append((name, choices))
    return servers


def _option_menus(game: Game, sent: Mapping[str, str]) -> list[Menu]:
    menus: list[Menu] = []
    for option in game.options:
        chosen = sent.get(option.key, str(option.default))
        choices = [
            Choice(str(value), str(option.shown(value)), str(value) == chosen)
            for value in option.values
        ]
        menus.append(Menu(option.key, gettext(option.words), choices))
    return menus


def _pace_menu(sent: Mapping[str, str]) -> Menu:
    chosen = sent.get("pace", USUAL)
    choices = [Choice(USUAL, gettext("Usual pace"), chosen == USUAL)]
    choices += [Choice(text, pace_words(pace), text == chosen) for text, pace in PACES.items()]
    return Menu("pace", gettext("Time per turn"), choices)
