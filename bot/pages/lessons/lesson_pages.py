"""The private pages of a lesson: a position to find a move in, and what is said of each try.

Nothing is kept in memory. The controls carry the lesson, by which moves its first tasks were done,
how many wrong tries there were, and the steps chosen so far.
"""

from __future__ import annotations

from dataclasses import replace

from bot.pages.control_ids import control
from bot.pages.matches.cards import BOARD
from bot.pages.matches.panel import typing_control
from bot.pages.matches.step_picker import (
    Growing,
    asked,
    choices,
    chosen,
    joined,
    play_label,
    retreated,
)
from bot.pages.page import LONGEST_LABEL, Block, Button, Page, Picture
from club.lessons.stage import Stage, Verdict, stage_of
from presentation.pictures import drawn
from rendering import Scene, alt_text, draw
from rules.language import gettext
from rules.listing import row_of, sentences
from rules.notation import complete
from rules.position import Game, Move

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

ENOUGH_TRIES = 2
"""After so many wrong ones the right move is offered more visibly."""

MOST_TRIES = 9
"""They are counted no further."""


def key_of(stage: Stage, tries: int) -> tuple[str, str, str, int]:
    """What the controls of a lesson carry first."""
    done = "".join(DIGITS[choice] for choice in stage.chosen)
    return stage.game.key, stage.lesson.key, done, min(tries, MOST_TRIES)


def done_in(text: str) -> tuple[int, ...] | None:
    """By which moves the first tasks were done, as a control carries it; None where it is
    nothing that one can carry."""
    places = tuple(DIGITS.find(digit) for digit in text)
    return None if -1 in places else places


async def task_page(
    stage: Stage,
    prefix: Move = (),
    group: str | None = None,
    *,
    width: int,
    tries: int = 0,
    refused: str = "",
    typed: str = "",
) -> Page:
    """The position of a task and the panel for a move in it.

    :param group: the row or file chosen, where there are more choices than buttons.
    :param tries: how many wrong moves have been tried.
    :param refused: why what was typed can't be played.
    :param typed: what that was, to be typed on from.
    """
    position, key = stage.position, key_of(stage, tries)
    completion = complete(position, prefix)
    growing = Growing(
        at=lambda steps: control("lessonat", *key, joined(steps)),
        group=lambda steps: control("lessongroup", *key, joined(steps)),
    )
    ask = asked(position, prefix)
    if prefix:
        ask = gettext("{chosen}: {prompt}", chosen=chosen(position, prefix), prompt=ask)
    scene = replace(_scene(stage), prefix=prefix, choices=completion.steps)
    said = f"{refused}\n{ask}" if refused else ask
    if tries >= ENOUGH_TRIES:
        help_is_there = gettext("Stuck? **Show me** plays a right move and says why.")
        said = f"{said}\n-# {help_is_there}"
    blocks: list[Block] = [_heading(stage), await _picture(scene, width), said]
    blocks.extend(choices(position, prefix, group, growing))
    last: list[Button] = []
    if completion.whole:
        made = control("lessontry", *key, joined(prefix))
        last.append(Button(play_label(position, prefix), made, "success"))
    if prefix or group is not None:
        last.append(Button(gettext("Back"), growing.at(retreated(position, prefix, group))))
    else:
        last.append(Button(gettext("Type"), typing_control(typed, "lessontype", *key)))
    last += [_show_me(stage, tries), _to_list(stage.game)]
    return Page((*blocks, tuple(last)))


async def verdict_page(
    stage: Stage, verdict: Verdict, *, width: int, tries: int, can_guide: bool
) -> Page:
    """What a move was that somebody tried.

    :param tries: how many wrong moves have been tried, this one included.
    :param can_guide: the bot can play this game.
    """
    text = verdict.played.text
    seen = verdict.played.after.seen_by(stage.seat)
    scene = replace(_scene(stage), position=seen, last=(verdict.played,))
    picture = await _picture(scene, width)
    if verdict.accepted is None:
        words = sentences(gettext("**{move}** isn't it.", move=text), verdict.words)
        again = control("lessonat", *key_of(stage, tries), "")
        style = "secondary" if tries >= ENOUGH_TRIES else "primary"
        buttons = (
            Button(gettext("Try again"), again, style),
            _show_me(stage, tries),
            _to_list(stage.game),
        )
        return Page((_title(stage), picture, str(words), buttons))
    words = sentences(gettext("Yes, **{move}**.", move=text), verdict.words)
    return await _onward_page(stage, verdict.accepted, str(words), picture, can_guide)


async def shown_page(stage: Stage, verdict: Verdict, *, width: int, can_guide: bool) -> Page:
    """The right move that somebody wanted to be shown."""
    seen = verdict.played.after.seen_by(stage.seat)
    scene = replace(_scene(stage), position=seen, last=(verdict.played,))
    right = gettext("**{move}** does it.", move=verdict.played.text)
    words = str(sentences(right, verdict.words))
    picture = await _picture(scene, width)
    return await _onward_page(stage, verdict.accepted or 0, words, picture, can_guide)


async def _onward_page(
    stage: Stage, accepted: int, words: str, picture: Picture, can_guide: bool
) -> Page:
    after = stage_of(stage.game, stage.lesson, (*stage.chosen, accepted))
    if not after.is_done:
        onward = Button(gettext("Next"), control("lessonat", *key_of(after, 0), ""), "success")
        return Page((_title(stage), picture, words, (onward, _to_list(stage.game))))
    following = stage.following
    if following is not None:
        key = control("lesson", stage.game.key, following.key)
        label = gettext("Next: {lesson}", lesson=gettext(following.title))
        onward = Button(label[:LONGEST_LABEL], key, "success")
        return Page((_title(stage), picture, words, (onward, _to_list(stage.game))))
    last = gettext("That was the last lesson of {game}.", game=stage.game.name)
    end = sentences(last, onward_words(can_guide))
    buttons = (*onward_buttons(stage.game, can_guide), _to_list(stage.game))
    return Page((_title(stage), picture, words, str(end), buttons))


def onward_words(can_guide: bool) -> str:
    """What somebody can do who knows the game."""
    challenge = gettext("`/challenge` asks somebody by name.")
    if not can_guide:
        return challenge
    guided = gettext(
        "In a guided match against me, I explain what just happened and show you a good move "
        "whenever you like."
    )
    return str(sentences(guided, challenge))


def onward_buttons(game: Game, can_guide: bool) -> tuple[Button, ...]:
    """Playing a game that one has learned."""
    guided = Button(gettext("Play a guided match"), control("guided", game.key), "primary")
    anybody = Button(gettext("Challenge anybody here"), control("seek", game.key))
    return (guided, anybody) if can_guide else (anybody,)


def _title(stage: Stage) -> str:
    name, number, count = stage.game.name, stage.number, len(stage.game.lessons)
    tasks = len(stage.lesson.tasks)
    if tasks > 1 and not stage.is_done:
        which = gettext(
            "Learn {game} · lesson {number} of {last}, move {task} of {tasks}",
            game=name,
            number=number,
            last=count,
            task=len(stage.chosen) + 1,
            tasks=tasks,
        )
    else:
        which = gettext(
            "Learn {game} · lesson {number} of {last}", game=name, number=number, last=count
        )
    return f"### {gettext(stage.lesson.title)}\n-# {which}"


def _heading(stage: Stage) -> str:
    words = f"{_title(stage)}\n{gettext(stage.words)}"
    if stage.replies:
        replied = gettext(
            "{seat} replied {moves}.",
            seat=_scene(stage).name_of(stage.replies[0].seat),
            moves=row_of([f"**{reply.text}**" for reply in stage.replies]),
        )
        words = f"{words}\n{replied}"
    return words


def _scene(stage: Stage) -> Scene:
    return Scene(
        stage.game,
        stage.position.seen_by(stage.seat),
        last=stage.replies,
    )


async def _picture(scene: Scene, width: int) -> Picture:
    return Picture(BOARD, alt_text(scene), await drawn(draw, scene, width))


def _show_me(stage: Stage, tries: int) -> Button:
    style = "primary" if tries >= ENOUGH_TRIES else "secondary"
    return Button(gettext("Show me"), control("lessonshow", *key_of(stage, tries)), style)


def _to_list(game: Game) -> Button:
    return Button(gettext("All lessons"), control("lessons", game.key))
