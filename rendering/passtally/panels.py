"""The panels beside and below the board of Passtally: face-up tiles, score board, scores."""

from __future__ import annotations

from bisect import bisect_right

from PIL import Image

from language.texts import N_, gettext, ngettext, npgettext
from rendering.drawing import palette
from rendering.drawing.palette import Colour
from rendering.passtally.board import (
    FOOTING,
    PANEL_MARGIN,
    DrawnBoard,
    PixelBox,
    write_score,
    write_score_heading,
)
from rendering.passtally.pieces import (
    BODIES,
    KIND_COLOURS,
    SEAT_COLOURS,
    choice_panel,
    first_half_dot,
    lettered,
    marker,
    plate,
    tile,
)
from rendering.passtally.words import PositionView, gained, is_a_tile
from rendering.scenes.scene import Scene
from rendering.text.lettering import width_of, write
from rendering.text.text_table import broken
from rules.passtally.board import CELL_NUMBERS, MIN_PASSES, PILES, STANDING, VICTORY_POINTS
from rules.passtally.position import PasstallyPosition

_PILE_TILE = 56.0
"""Side of half a face-up tile, in a picture 900 wide."""
_TURNED_TILE = 46.0

_ENDINGS = {
    "fifty": N_("50 points reached"),
    "pile_used_up": N_("A pile is used up"),
    "piles_used_up": N_("All piles are used up"),
    "no_place": N_("No tile fits anywhere"),
    "no_tile": N_("10 rounds without a tile"),
}


def put_piles(
    picture: Image.Image, board: DrawnBoard, scene: Scene[PasstallyPosition], view: PositionView
) -> None:
    """Put the face-up tiles and the numbers of tiles left in each pile.

    As in the rules, the first half of a tile is dotted.
    """
    unit = board.unit
    for name, kind, left in zip(
        PILES, view.position.face_up, view.position.tiles_left, strict=True
    ):
        box = board.piles[name]
        middle, y = (box[0] + box[2]) / 2, round(box[1] + 24 * unit)
        is_chosen = is_a_tile(scene.prefix) and scene.prefix[0] == name
        if is_chosen or name in scene.choices:
            ground = choice_panel(box[2] - box[0], box[3] - box[1], unit, is_chosen=is_chosen)
            ground.paste_on(picture, _middle_of(box))
        ink = palette.INK if is_chosen else palette.QUIET_INK
        _put_number(picture, (round(box[0] + 24 * unit), y), name, unit)
        count = ngettext("{count} left", "{count} left", left) if left else gettext("none left")
        words = lettered(count, round(20 * unit), ink, "SemiBold")
        at = (round(box[2] - 12 * unit) - words.image.width // 2, y)
        words.paste_on(picture, at)
        if kind:
            at = (round(middle), round(box[1] + 78 * unit))
            if kind in KIND_COLOURS:
                put_tile(
                    picture, at, kind, (kind[0], kind[1]), round(_PILE_TILE * unit), standing=False
                )
            else:
                write(picture, at, kind, 44 * unit, ink)


def put_tile(
    picture: Image.Image,
    middle: tuple[int, int],
    kind: str,
    halves: tuple[str, str],
    cell: int,
    *,
    standing: bool,
    first_is_last: bool = False,
) -> None:
    """Put a tile off the board, with its first half dotted.

    :param halves: left to right or top to bottom.
    :param first_is_last: whether the first half is the right or lower one.
    """
    tile(kind, halves, len(BODIES), cell, standing=standing).paste_on(picture, middle)
    x, y = middle
    corner = round(cell * 0.2)
    left = x - (cell // 2 if standing else cell)
    top = y - (cell if standing else cell // 2)
    if first_is_last:
        left, top = (left, top + cell) if standing else (left + cell, top)
    first_half_dot(cell * 0.12).paste_on(picture, (left + corner, top + corner))


def put_panel(
    picture: Image.Image, board: DrawnBoard, scene: Scene[PasstallyPosition], view: PositionView
) -> None:
    """Put the orientations of the chosen tile, or the score board, below the piles."""
    prefix = scene.prefix
    if is_a_tile(prefix) and len(prefix) == 2:
        _put_turned(picture, board, scene, view)
    else:
        _put_score(picture, board, view)


def _put_score(picture: Image.Image, board: DrawnBoard, view: PositionView) -> None:
    """Put the points of the lines shown on the score board, in place of their range."""
    unit = board.unit
    left, _, right, _ = board.panel
    if not board.score_rows:
        _put_next_points(picture, board, view)
        return
    write_score_heading(picture, board)
    if not view.seat or not view.points:
        return
    row = VICTORY_POINTS.index(view.points) - 1
    counts = [line.passes for line in view.lines]
    passes = "+".join(str(count) for count in counts)
    if len(counts) > 1:
        passes += f"={view.passes}"
    y, pitch = board.score_rows[row], board.score_rows[1] - board.score_rows[0]
    colour = SEAT_COLOURS[view.seat]
    width, height = round(right - left - 6 * unit), round(pitch - unit)
    plate(width, height, colour, colour, 0).paste_on(picture, ((left + right) // 2, y))
    ends = left + PANEL_MARGIN * unit, right - PANEL_MARGIN * unit, y
    write_score(picture, ends, passes, view.points, palette.BACKGROUND, unit)


def _put_next_points(picture: Image.Image, board: DrawnBoard, view: PositionView) -> None:
    """Put the points of the lines shown and the passes for more, instead of the score board."""
    if view.position.placing_markers:
        return
    unit = board.unit
    left, top, right, _ = board.panel
    x, y = (left + right) / 2, top + 48 * unit
    if view.seat:
        points = f"+{view.points}"
        write(picture, (x, y), points, 62 * unit, SEAT_COLOURS[view.seat], weight="ExtraBold")
        passes = npgettext("in short", "{count} pass", "{count} passes", view.passes)
        y = _put_centred(picture, board, passes, y + 52 * unit, palette.INK) + 24 * unit
    row = bisect_right(MIN_PASSES, view.passes if view.seat else 0)
    if row < len(MIN_PASSES):
        missing = MIN_PASSES[row] - (view.passes if view.seat else 0)
        more = ngettext(
            "{count} more pass: +{points}",
            "{count} more passes: +{points}",
            missing,
            points=VICTORY_POINTS[row + 1] - VICTORY_POINTS[row],
        )
        _put_centred(picture, board, more, y, palette.QUIET_INK)


def _put_centred(
    picture: Image.Image, board: DrawnBoard, words: str, y: float, ink: Colour
) -> float:
    """Draw wrapped text in the panel, and return the y of the next line."""
    left, _, right, _ = board.panel
    size = 30 * board.unit

    def fits(line: str) -> bool:
        return width_of(line, size, "SemiBold") <= right - left - PANEL_MARGIN * board.unit

    for line in broken(words, fits):
        write(picture, ((left + right) / 2, y), line, size, ink, weight="SemiBold")
        y += size * 1.2
    return y


def _put_turned(
    picture: Image.Image, board: DrawnBoard, scene: Scene[PasstallyPosition], view: PositionView
) -> None:
    """Put the chosen tile in each possible orientation."""
    unit = board.unit
    left, top, right, bottom = board.panel
    inset = round((PANEL_MARGIN - 1) * unit)
    free = left + inset, top + inset, right - inset, bottom - inset
    picture.paste(palette.PANEL, free)
    kind = view.position.face_up[PILES.index(scene.prefix[0])]
    if kind not in KIND_COLOURS:
        return
    first = scene.prefix[1]
    cell = round(_TURNED_TILE * unit)
    y = top + 21 * unit
    write(picture, ((left + right) / 2, y), gettext("second half"), 17 * unit, palette.QUIET_INK)
    across = [choice for choice in scene.choices if choice[1] == first[1]]
    along = [choice for choice in scene.choices if choice[1] != first[1]]
    y += 28 * unit
    for choice in across:
        write(picture, ((left + right) / 2, y), choice, 20 * unit, palette.CHOICE_BRIGHT)
        at = (round((left + right) / 2), round(y + 16 * unit) + cell // 2)
        turned = CELL_NUMBERS[choice] < CELL_NUMBERS[first]
        halves = (kind[1], kind[0]) if turned else (kind[0], kind[1])
        put_tile(picture, at, kind, halves, cell, standing=False, first_is_last=turned)
        y += 16 * unit + cell + 22 * unit
    for place, choice in enumerate(along):
        x = left + (right - left) * (0.5 if len(along) == 1 else (0.27, 0.73)[place])
        write(picture, (x, y), choice, 20 * unit, palette.CHOICE_BRIGHT)
        at = (round(x), round(y + 16 * unit) + cell)
        is_up = CELL_NUMBERS[choice] > CELL_NUMBERS[first]
        one, other = STANDING[kind[0]], STANDING[kind[1]]
        halves = (other, one) if is_up else (one, other)
        put_tile(picture, at, kind, halves, cell, standing=True, first_is_last=is_up)


def put_footing(
    picture: Image.Image, board: DrawnBoard, scene: Scene[PasstallyPosition], view: PositionView
) -> None:
    """Put the scores, the last turn's points, and the progress of the match."""
    position, unit = view.position, board.unit
    y = round(picture.height - FOOTING * unit / 2)
    size = 25 * unit
    points = gained(scene)
    outcome = position.outcome
    x = 16 * unit
    for seat in range(1, position.players + 1):
        name = f"{scene.name_of(seat)} {position.scores[seat - 1]}"
        extra = f"+{points[seat]}" if points.get(seat) else ""
        is_out = seat in position.resigned
        ink = palette.QUIET_INK if is_out else palette.INK
        entry_width = 40 * unit + width_of(name, size)
        extra_width = 7 * unit + width_of(extra, size * 0.85, "ExtraBold") if extra else 0
        if outcome and seat in outcome.winners:
            ink = palette.ON_WIN
            width, height = round(entry_width + extra_width + 24 * unit), round(46 * unit)
            highlight = plate(width, height, palette.WIN, palette.WIN_DEEP, 2 * unit)
            highlight.paste_on(picture, (round(x - 6 * unit) + width // 2, y))
        marker(seat, 15 * unit).paste_on(picture, (round(x + 17 * unit), y))
        write(picture, (x + 40 * unit, y), name, size, ink, anchor="lm")
        if extra:
            at = (x + entry_width + 7 * unit, y)
            ink = ink if ink == palette.ON_WIN else SEAT_COLOURS[seat]
            write(picture, at, extra, size * 0.85, ink, anchor="lm", weight="ExtraBold")
        x += entry_width + extra_width + (34 if ink == palette.ON_WIN else 22) * unit
    _put_state(picture, view, (x, y), unit)


def _put_state(
    picture: Image.Image, view: PositionView, free: tuple[float, int], unit: float
) -> None:
    """Put round and actions, a sign of the last round, or the reason for the end at the right.

    :param free: the end of the scores, and the height to write at.
    """
    left, y = free
    position = view.position
    size, ink = 22 * unit, palette.QUIET_INK
    right = picture.width - 14 * unit
    if position.ended:
        words = gettext(_ENDINGS[position.ended])
    elif position.placing_markers:
        # There is nothing else to read yet.
        size, ink = 30 * unit, palette.INK
        words = gettext("Placing markers")
    else:
        words = ngettext("{count} action left", "{count} actions left", position.actions_left)
        longer = gettext("Round {round} · {actions}", round=position.round, actions=words)
        if not position.last_round and width_of(longer, size, "SemiBold") <= right - left:
            words = longer
    sign = gettext("Last round") if position.last_round and not position.ended else ""
    gap, margin = 12 * unit, 26 * unit
    total_width = width_of(words, size, "SemiBold") + (
        gap + margin + width_of(sign, size) if sign else 0
    )
    size *= min(1.0, (right - left) / total_width)
    write(picture, (right, y), words, size, ink, anchor="rm", weight="SemiBold")
    if sign:
        width, height = round(width_of(sign, size) + margin), round(36 * unit)
        middle = round(right - width_of(words, size, "SemiBold") - gap) - width // 2
        ground = plate(width, height, palette.WIN, palette.WIN_DEEP, 2 * unit)
        ground.paste_on(picture, (middle, y))
        write(picture, (middle, y), sign, size, palette.ON_WIN)


def _put_number(picture: Image.Image, middle: tuple[int, int], name: str, unit: float) -> None:
    height = round(31 * unit)
    plate(height, height, palette.INK, palette.INK, 0).paste_on(picture, middle)
    lettered(name, round(22 * unit), palette.BACKGROUND, "ExtraBold").paste_on(picture, middle)


def _middle_of(box: PixelBox) -> tuple[int, int]:
    left, top, right, bottom = box
    return left + (right - left) // 2, top + (bottom - top) // 2
