"""Vacant seats and substitutes in words, and the computers that can take such a seat."""

from __future__ import annotations

from club.club import OWN_USER, Club
from club.matches.match import Match
from club.matches.vacancies import unanswered
from engine.engine import LEVELS, level_numbered
from language.lists import listed, sentences
from language.texts import N_, gettext, ngettext
from presentation.markup import Markup
from presentation.matches.match import VACATED_NOTES
from presentation.matches.play import computer_name
from rules.refusal import Refusal
from storage.matches.match import Participant
from storage.matches.vacancies import ALONE


def vacancy_words(match: Match, markup: Markup) -> str:
    """Return how long a match waits for the vacant seat, and who decides. Empty without one."""
    vacancy, deadline = match.vacancy, match.deadline
    if vacancy is None or deadline is None:
        return ""
    words = gettext(
        "{name} ran out of time. The match waits for this seat until {time} ({relative}).",
        name=markup.mention(vacancy.user_id, vacancy.name),
        time=markup.moment(deadline),
        relative=markup.relative(deadline),
    )
    names = [markup.mention(each.user_id, each.name) for each in unanswered(match, vacancy)]
    if vacancy.is_open:
        question = gettext("Anyone here can take it. The result doesn't count for them.")
    else:
        question = gettext("{names}: who should take it?", names=listed(names)) if names else ""
    notes = VACATED_NOTES.of((match, vacancy, markup))
    return str(sentences(words, *notes, question, proposal_words(match, markup)))


def proposal_words(match: Match, markup: Markup) -> str:
    """Return what has been proposed for the vacant seat and who hasn't answered, if anything."""
    vacancy = match.vacancy
    if vacancy is None or not vacancy.agreed:
        return ""
    agreed = [markup.name(each.name) for each in match.players if each.seat in vacancy.agreed]
    if vacancy.level == ALONE:
        words = ngettext(
            "{names} would play on without {name}.",
            "{names} would play on without {name}.",
            len(agreed),
            names=listed(agreed),
            name=markup.name(vacancy.name),
        )
    else:
        words = ngettext(
            "{names} would let the computer play on (level {level}).",
            "{names} would let the computer play on (level {level}).",
            len(agreed),
            names=listed(agreed),
            level=vacancy.level,
        )
    missing = listed([markup.name(each.name) for each in unanswered(match, vacancy)])
    return str(sentences(words, gettext("Waiting for {names} to answer.", names=missing)))


def substitute_lines(match: Match, markup: Markup) -> list[str]:
    """Return who plays for whom in a running match, and whose seat can still be taken back."""
    lines: list[str] = []
    for vacancy in match.replaced:
        player = match.players[vacancy.seat - 1]
        name, other = markup.name(player.name), markup.mention(vacancy.user_id, vacancy.name)
        words = gettext("{name} plays for {other}, unrated.", name=name, other=other)
        if vacancy == match.fresh_substitute:
            back = gettext(
                "{other} can take the seat back until {name} moves.", name=name, other=other
            )
            words = str(sentences(words, back))
        lines.append(str(sentences(words, *VACATED_NOTES.of((match, vacancy, markup)))))
    return lines


def choice_labels(match: Match, *, has_engine: bool) -> list[tuple[int, str]]:
    """Return the levels that the others can agree on for the vacant seat, with their labels."""
    if match.vacancy is None:
        return []
    levels = LEVELS if has_engine else ()
    computers = [
        (each.number, gettext("Computer, level {level}", level=each.number)) for each in levels
    ]
    alone = gettext("Play on without this seat")
    if len(match.playing) == 2:
        alone = gettext("Take the win")
    return [*computers, (ALONE, alone)]


def agreed_words(match: Match, markup: Markup) -> str:
    """Return the effect of agreeing to a choice."""
    if match.vacancy is not None:
        return proposal_words(match, markup)
    if match.is_over:
        return gettext("The match is over. You've won on time.")
    lines = substitute_lines(match, markup)
    return lines[-1] if lines else gettext("The match continues without this seat.")


def offered_words() -> str:
    """Return the confirmation of offering a seat."""
    return gettext("The seat is open. Anyone who can see this match can take it now.")


def taken_words(match: Match, user_id: int) -> str:
    """Return the confirmation of taking a seat, or of taking it back."""
    is_substitute = any(each.user_id == user_id and each.has_substitute for each in match.players)
    if is_substitute:
        return gettext("You've taken the seat, and it's your turn.")
    return gettext("Welcome back. The seat is yours again, and it's your turn.")


async def computer_for(club: Club, match: Match, level: int) -> Participant | None:
    """Return the computer of a level for the vacant seat, None for playing on without it.

    :raises Refusal: `engine_off`, `no_engine`, `outdated`.
    """
    if level == ALONE:
        return None
    club.opponents.check_can_play(match.game)
    note = await club.front_notes.get(OWN_USER)
    if note is None or not 1 <= level <= len(LEVELS):
        raise Refusal("outdated", N_("There's no such level. Choose one with a button."))
    user_id, _, name = note.partition(" ")
    number = 1 + sum(each.level == level for each in match.players)
    return Participant(int(user_id), computer_name(name, level_numbered(level), number), level)
