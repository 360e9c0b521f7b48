"""Refusals as text, with names escaped, boards linked, and commands and moves marked up."""

from __future__ import annotations

from club.matches.finding import Candidates
from club.matches.match import opponents
from club.matches.offers import MissingAnswers, QuotedOffer
from club.matches.reasons import EndOf
from club.paces import Pace
from club.references import (
    BoardOf,
    CardOf,
    Channels,
    Command,
    CommandOption,
    Control,
    LanguageName,
    MoveText,
    Name,
    Names,
    Role,
)
from language.lists import listed, row_of, sentences
from language.texts import gettext
from presentation.markup import Markup
from presentation.matches.match import ended_words
from presentation.matches.offers import asked_words, unanswered_words
from presentation.phrases import language_name, pace_words
from rules.refusal import Refusal, quoted


def refusal_words(refusal: Refusal, markup: Markup) -> str:
    """Return the message of a refusal."""
    return refusal.formatted(lambda value: value_words(value, markup))


def typed_words(typed: str, refusal: Refusal, markup: Markup) -> str:
    """Return the refusal of a typed text, which it repeats unless the message does."""
    words, repeated = refusal_words(refusal, markup), markup.literal(quoted(typed))
    if f"“{repeated}”" in words:
        return words
    return str(sentences(gettext("You typed “{text}”.", text=repeated), words))


def value_words(value: object, markup: Markup) -> str:
    """Return a reference in a message: a person, a board, a command, a move and so on."""
    match value:
        case Name():
            return markup.name(str(value.name))
        case Names():
            return listed([markup.name(name) for name in value.names])
        case BoardOf():
            return markup.board(value.match)
        case CardOf():
            return markup.card(value.challenge)
        case EndOf():
            return ended_words(value.match, markup)
        case Channels():
            return listed([markup.channel(each) for each in value.channel_ids])
        case Role():
            return markup.role(value.role_id)
        case LanguageName():
            return language_name(value.code)
        case Pace():
            return pace_words(value)
        case Command():
            return markup.command(value.name)
        case CommandOption():
            return markup.code(value.name)
        case Control():
            return markup.strong(str(value.label))
        case MoveText():
            return markup.strong(value.text)
        case Candidates():
            return _candidates_words(value, markup)
        case QuotedOffer():
            return asked_words(value.match, value.offer, markup)
        case MissingAnswers():
            return unanswered_words(value.match, value.offer, markup)
        case _:
            return markup.literal(str(value))


def _candidates_words(candidates: Candidates, markup: Markup) -> str:
    """Return matches with the user's opponents: "17 (Ada), 23 (Ben)"."""
    return str(
        row_of(
            [
                gettext(
                    "{number} ({name})",
                    number=match.id,
                    name=", ".join(map(markup.name, opponents(match, candidates.user_id))),
                )
                for match in candidates.matches
            ]
        )
    )
