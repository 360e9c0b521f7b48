"""Lists of finished matches in words and as a file of records."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from club.matches.finding import PLAYER_RESULTS, RESULTS
from club.matches.match import Match
from language.texts import ngettext, pgettext
from presentation.markup import Markup
from presentation.matches.history import record_text
from presentation.matches.match import ended_words, game_words_of
from rules.record import MAX_LIST_SIZE, MAX_VALUE_LENGTH
from storage.matches.archive import ArchiveResult
from storage.matches.match import StoredMatch


def result_names(*, of_player: bool) -> Mapping[ArchiveResult, str]:
    """Return the results by which a list can be narrowed, with their names.

    :param of_player: whether it is the list of a player.
    """
    names: Mapping[ArchiveResult, str] = {
        "won": pgettext("result", "Won"),
        "decisive": pgettext("result", "With a winner"),
        "drawn": pgettext("result", "Drawn"),
        "lost": pgettext("result", "Lost"),
    }
    return {result: names[result] for result in (PLAYER_RESULTS if of_player else RESULTS)}


def finished_words(match: StoredMatch, user_id: int | None, markup: Markup) -> tuple[str, str, str]:
    """Return the game with its players, the result, and the number of turns with the time.

    :param user_id: the player whose list it is, who isn't named, or None.
    """
    facts = [turns_words(match)]
    if match.ended_at is not None:
        facts.append(markup.relative(match.ended_at))
    words = game_words_of(match, user_id, markup)
    return words, ended_words(match, markup), " · ".join(facts)


def turns_words(match: StoredMatch) -> str:
    """Return how many turns the players of a finished match have made: "29 turns"."""
    turns = sum(seat.turns or 0 for seat in match.seats)
    return ngettext("{count} turn", "{count} turns", turns)


def records_text(
    matches: Sequence[Match], place: str, rest: int | None, words_of_rest: Callable[[int], str]
) -> str:
    """Return the records of several matches as one text, as many as `/history` reads.

    :param place: the name of the place where they were played.
    :param rest: the number before which further matches of the list ended, or None.
    :param words_of_rest: explains where the list goes on before a number. The first record has
        these words in its header.
    """
    texts: list[str] = []
    size = 0
    for match in matches:
        text = record_text(match, place)
        size += len(text.encode()) + MAX_VALUE_LENGTH
        if size > MAX_LIST_SIZE:
            rest = matches[len(texts) - 1].stored.ended_number
            break
        texts.append(text)
    if texts and rest is not None:
        texts[0] = record_text(matches[0], place, words_of_rest(rest))
    return "\n".join(texts)
