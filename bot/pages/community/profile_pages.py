"""The pages of a player and of two against each other, for whoever asks alone."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby

from bot.pages.community.leaderboard_pages import SCOPE_NOTES, SCOPE_WORDS
from bot.pages.community.leaderboard_views import OVERVIEW
from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD
from bot.pages.links import link_to
from bot.pages.matches.match_lines import match_line
from bot.pages.page import LONGEST_TEXT, Block, Button, Menu, MenuChoice, Page, Picture
from bot.pages.wording import ordinal, plain, relative
from club.ratings.profiles import MOST_LISTED, GameRatings, PastMatch, Profile, Versus
from club.ratings.rating_book import rating_of
from engine.levels import LEVELS
from presentation.events.title_words import titles_words
from presentation.pictures import drawn
from presentation.ratings import rating_words
from rendering.figures.chart import draw_chart
from rendering.figures.rating_chart import RatingHistory, RatingPoint, rating_chart
from rules.language import N_, gettext, ngettext, number, pgettext
from rules.listing import listed, row_of
from rules.registry import GAMES
from storage.events.entrants import Title
from storage.matches.matches import StoredMatch
from storage.ratings.player_records import PlayerRecord
from storage.ratings.points import whole_points

PICTURE = "ratings.png"


async def profile_page(
    profile: Profile,
    name: str,
    asker_id: int,
    width: int,
    now: datetime,
    puzzles: str = "",
    titles: Sequence[Title] = (),
) -> Page:
    """A player.

    :param name: what they are called now.
    :param asker_id: for whom the page is.
    :param puzzles: what they have made of puzzles, in all servers; nothing where that isn't shown.
    :param titles: the events of the server that they have won, the latest first.
    """
    is_own = profile.user_id == asker_id
    where = gettext(SCOPE_NOTES[profile.scope])
    lines = [f"### {plain(name)} · {where}"]
    if titles:
        lines.append(titles_words(titles, DISCORD))
    lines += _facts(profile, now)
    if puzzles:
        lines.append(puzzles)
    blocks: list[Block] = ["\n".join(lines)]
    if profile.histories:
        title = gettext("all games") if profile.game is None else GAMES[profile.game].name
        histories = [_history(each) for each in profile.histories]
        chart = rating_chart(name, f"{title} · {where}", histories, now)
        png = await drawn(draw_chart, chart, width)
        blocks.append(Picture(PICTURE, chart.alt, png))
    if len(profile.standings) > 1:
        blocks.append(_game_menu(profile))
    room = LONGEST_TEXT - len("\n".join(lines))
    running = _running(profile.running, asker_id if is_own else None, room // 2)
    results = _results(profile.results, profile.user_id, room - len(running))
    blocks += [each for each in (running, results) if each]
    other = "server" if profile.scope == "everywhere" else "everywhere"
    game = _chosen(profile)
    label = gettext(SCOPE_WORDS[other])
    buttons = [Button(label, control("profile", profile.user_id, other, game))]
    if not is_own:
        buttons.append(Button(gettext("Between you"), control("versus", profile.user_id)))
    return Page((*blocks, tuple(buttons)))


def _history(history: GameRatings) -> RatingHistory:
    """The ratings of a game as they are drawn."""
    course = tuple(RatingPoint(each.at, each.after, each.sigma) for each in history.changes)
    return RatingHistory(GAMES[history.game].name, course)


def versus_page(versus: Versus, name: str) -> Page:
    """What whoever asks has done against another.

    :param name: what the other is called now.
    """
    lines = [gettext("### You and {name}", name=plain(name))]
    if not versus.records:
        lines.append(gettext("You two have no finished match here yet. `/challenge` starts one."))
    for record in versus.records:
        lines.append(_record_line(GAMES[record.game].name, record))
    if len(versus.records) > 1:
        sums = [
            sum(column)
            for column in zip(
                *((each.wins, each.draws, each.losses) for each in versus.records), strict=True
            )
        ]
        lines.append(_record_line(gettext("Together"), PlayerRecord("", 0, *sums)))
    room = LONGEST_TEXT - len("\n".join(lines))
    running = _running(versus.running, versus.user_id, room // 2)
    results = _results(versus.results, versus.user_id, room - len(running))
    return Page(("\n".join(lines), *(each for each in (running, results) if each)))


def _facts(profile: Profile, now: datetime) -> list[str]:
    """Ratings and records, a line for each game."""
    if not profile.is_open:
        return [gettext("They chose not to show their ratings and results from all servers.")]
    if not profile.records:
        return [gettext("No finished matches against people yet."), *_levels(profile)]
    counts = {
        game: sum(record.matches for record in of_game)
        for game, of_game in groupby(profile.records, key=lambda record: record.game)
    }
    ordered = sorted(counts, key=lambda game: -counts[game])
    lines = [_game_line(profile, game, now) for game in ordered]
    lines.append(gettext("-# Won–drawn–lost, rated or not. A “?” marks a provisional rating."))
    favourite = ordered[0]
    facts = [
        ngettext(
            "Favourite game: **{game}**, {count} match",
            "Favourite game: **{game}**, {count} matches",
            counts[favourite],
            game=GAMES[favourite].name,
        )
    ]
    longest = max(profile.standings, key=lambda each: each.longest_streak, default=None)
    if longest is not None and longest.longest_streak > 1:
        facts.append(
            ngettext(
                "longest streak: **{count}** rated win in {game}",
                "longest streak: **{count}** rated wins in {game}",
                longest.longest_streak,
                game=GAMES[longest.game].name,
            )
        )
    facts.append(
        ngettext(
            "ran out of time: **once**", "ran out of time: **{count}** times", profile.times_out
        )
    )
    return [*lines, " · ".join(facts), *_levels(profile)]


def _levels(profile: Profile) -> list[str]:
    """The strongest computers beaten, on a line where there are any."""
    names = {level.number: level.name for level in LEVELS}
    beaten = [
        gettext("**{level}** in {game}", level=gettext(names[level]), game=GAMES[game].name)
        for game, level in profile.levels.items()
    ]
    if not beaten:
        return []
    return [gettext("Strongest computer beaten: {levels}.", levels=listed(beaten))]


def _game_line(profile: Profile, game: str, now: datetime) -> str:
    """ "**Go** · **1532**, 3rd · 12–3–5: White 7–1–3, Black 5–2–2"."""
    own = [record for record in profile.records if record.game == game]
    parts = [f"**{GAMES[game].name}**"]
    standing = next((each for each in profile.standings if each.game == game), None)
    if standing is not None:
        points, place = rating_words(rating_of(standing), now), profile.places.get(game)
        parts.append(
            f"**{points}**"
            if place is None
            else gettext("**{points}**, {place}", points=points, place=ordinal(place))
        )
    seats = row_of([f"{gettext(_seat_name(game, each.seat))} {_counts(each)}" for each in own])
    whole = PlayerRecord(
        game,
        0,
        sum(each.wins for each in own),
        sum(each.draws for each in own),
        sum(each.losses for each in own),
    )
    parts.append(gettext("{record}: {seats}", record=_counts(whole), seats=seats))
    return " · ".join(parts)


def _seat_name(game: str, seat: int) -> str:
    """What a game calls a seat in English, in matches of as many as it takes."""
    chosen = GAMES[game]
    ways = [
        chosen.seat_names(chosen.choose({option.key: value}))
        for option in chosen.options
        for value in option.values
    ]
    names = max([chosen.seat_names(chosen.choose({})), *ways], key=len)
    return names[seat - 1]


def _counts(record: PlayerRecord) -> str:
    return f"{record.wins}–{record.draws}–{record.losses}"


def _record_line(what: str, record: PlayerRecord) -> str:
    """ "**Chess**: you won **2**, drew 1 and lost **3** of 6 matches."."""
    values = {
        "what": what,
        "wins": number(record.wins),
        "draws": number(record.draws),
        "losses": number(record.losses),
    }
    if record.draws:
        return ngettext(
            "**{what}**: you won **{wins}**, drew {draws} and lost **{losses}** of {count} match.",
            "**{what}**: you won **{wins}**, drew {draws} and lost **{losses}** of {count} "
            "matches.",
            record.matches,
            **values,
        )
    return ngettext(
        "**{what}**: you won **{wins}** and lost **{losses}** of {count} match.",
        "**{what}**: you won **{wins}** and lost **{losses}** of {count} matches.",
        record.matches,
        **values,
    )


def _running(running: Sequence[StoredMatch], user_id: int | None, room: int) -> str:
    lines = [match_line(match, user_id) for match in running[:MOST_LISTED]]
    if more := running[MOST_LISTED:]:
        lines.append(ngettext("… and {count} more.", "… and {count} more.", len(more)))
    return _section(gettext("### Running here"), lines, room)


def _results(results: Sequence[PastMatch], user_id: int, room: int) -> str:
    lines = [_result_line(each, user_id) for each in results]
    return _section(gettext("### Last results here"), lines, room)


def _section(heading: str, lines: Sequence[str], room: int) -> str:
    """Lines under a heading, as many as fit; nothing without lines."""
    text = heading
    for line in lines:
        if len(text) + 1 + len(line) > room:
            break
        text = f"{text}\n{line}"
    return text if lines else ""


def _result_line(result: PastMatch, user_id: int) -> str:
    """ "- **17** · won against Ben · Go · 3 days ago · 1519 → 1532 · [board](…)"."""
    match, change = result.match, result.change
    own = next(seat for seat in match.seats if seat.user_id == user_id)
    others = listed([plain(seat.name) for seat in match.seats if seat.user_id != user_id])
    places = [seat.place for seat in match.seats]
    if own.place == 1:
        is_draw = places.count(1) > 1
        words = N_("drew with {others}") if is_draw else N_("beat {others}")
    elif len(places) > 2:
        words = N_("came {place} against {others}")
    else:
        words = N_("lost to {others}")
    place = ordinal(own.place or len(places))
    parts = [
        f"**{match.id}**",
        gettext(words, others=others, place=place),
        GAMES[match.game].name,
    ]
    if match.ended_at is not None:
        parts.append(relative(match.ended_at))
    if change is not None:
        parts.append(f"{whole_points(change.before)} → {whole_points(change.after)}")
    board = pgettext("link", "board")
    parts.append(f"[{board}]({link_to(match)})")
    return f"- {' · '.join(parts)}"


def _chosen(profile: Profile) -> str:
    return profile.game or OVERVIEW


def _game_menu(profile: Profile) -> Menu:
    choices = [MenuChoice(gettext("All games"), OVERVIEW, chosen=profile.game is None)]
    choices += [
        MenuChoice(GAMES[each.game].name, each.game, chosen=each.game == profile.game)
        for each in profile.standings
    ]
    verb = control("profile-game", profile.user_id, profile.scope)
    return Menu(verb, gettext("Which rating curve"), tuple(choices))
