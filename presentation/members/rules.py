"""The rules of a game, page by page: the first minute, the rules, and an example of each rule.

The examples are finished lessons, so they are always correct.
"""

from __future__ import annotations

from random import Random

from language.lists import any_of, row_of, sentences
from language.texts import gettext
from presentation.markup import Markup, marked_up
from rendering import Scene
from rules.notation import read
from rules.position import Game, Option
from rules.replay import Played
from rules.teaching import Lesson


def examples_of(game: Game) -> tuple[Lesson, ...]:
    """Return the lessons that explain a rule, goal first. Puzzles would be spoiled."""
    return tuple(lesson for lesson in game.lessons if not lesson.is_puzzle)


def count_of(game: Game) -> int:
    """Return the number of pages: opening and first example, rules and start, other examples."""
    return 1 + max(1, len(examples_of(game)))


def rules_title(game: Game, number: int) -> str:
    """Return the title of a page, counted from 0."""
    if number == 0:
        return game.name
    if number == 1:
        return gettext("{game}: the rules", game=game.name)
    lesson = examples_of(game)[number - 1]
    return gettext("{game}: {lesson}", game=game.name, lesson=gettext(lesson.title))


def rules_topic(game: Game, number: int) -> str:
    """Return the title of a page below that of its game."""
    if number == 0:
        return gettext("In short")
    if number == 1:
        return gettext("Rules")
    return gettext(examples_of(game)[number - 1].title)


def rules_lines(game: Game, number: int, markup: Markup) -> list[str]:
    """Return the text of a page."""
    if number == 0:
        return [marked_up(gettext(text), markup) for text in (game.summary, game.opening)]
    if number == 1:
        rules = marked_up(gettext(game.how_to_play), markup)
        return [rules, *(_option_words(option) for option in game.options)]
    return [gettext(examples_of(game)[number - 1].words)]


def rules_example(game: Game, number: int, markup: Markup) -> tuple[Scene, str]:
    """Return the board of a page, and what its last move shows."""
    examples = examples_of(game)
    if number == 1 or not examples:
        return _start(game), ""
    return _lesson_example(game, examples[max(number - 1, 0)], markup)


def rules_place(game: Game, number: int) -> str:
    """ "Page 2 of 5", empty for a single page."""
    count = count_of(game)
    if count == 1:
        return ""
    return gettext("Page {number} of {last}", number=number + 1, last=count)


def _start(game: Game) -> Scene:
    # Any deal will do for the picture.
    return Scene(game, game.start(game.deal(game.choose({}), Random(0))).seen_by(None))


def _lesson_example(game: Game, lesson: Lesson, markup: Markup) -> tuple[Scene, str]:
    """Play a lesson to its end, and return what its last move shows."""
    position = game.decode(lesson.start)
    seat, played = position.to_move, list[Played]()
    *first, last = lesson.tasks
    texts = [text for task in first for text in (task.accepted[0], *task.reply)]
    for text in (*texts, last.accepted[0]):
        move = read(position, text)
        played.append(Played(position, move, position.play(move)))
        position = played[-1].after
    scene = Scene(game, position.seen_by(seat), last=(played[-1],))
    intro = gettext("{moves}:", moves=row_of([each.text for each in played]))
    return scene, f"{markup.strong(intro)} {gettext(last.praise)}"


def _option_words(option: Option) -> str:
    words = gettext(option.words)
    values = gettext(
        "{option}: {values} (default: {value}).",
        option=f"{words[:1].upper()}{words[1:]}",
        values=any_of([option.shown(each) for each in option.values]),
        value=option.shown(option.default),
    )
    return str(sentences(values, gettext(option.reason))) if option.reason else values
