"""The private page of what somebody wishes for themselves, in all servers."""

from __future__ import annotations

from bot.pages.control_ids import control
from bot.pages.page import Button, Page
from bot.pages.wording import moment
from storage.members.people import Notice, Preferences

NOTICE_LABELS: dict[Notice, str] = {
    "mention": "Mention me",
    "direct": "Message me",
    "none": "Don't notify me",
}


def preferences_page(person: Preferences) -> Page:
    """What somebody wishes, with buttons to change it."""
    notices = tuple(
        Button(label, control("notify", notice), disabled=_is_present(person, notice))
        for notice, label in NOTICE_LABELS.items()
    )
    other = "on" if person.digest_at is None else "off"
    digest = Button(f"Turn {other} the daily digest", control("digest", other))
    confirming = Button(
        "Play without confirming" if person.confirms else "Confirm my moves again",
        control("confirming", "off" if person.confirms else "on"),
    )
    naming = Button(
        "Don't name me" if person.named_as_solver else "Name me",
        control("naming", "off" if person.named_as_solver else "on"),
    )
    told, playing = "\n".join(_notice_lines(person)), "\n".join(_playing_lines(person))
    puzzles = "\n".join(_puzzle_lines(person))
    return Page((told, notices, (digest,), playing, (confirming,), puzzles, (naming,)))


def _notice_lines(person: Preferences) -> list[str]:
    lines = [
        "### How I tell you that it's your turn",
        {
            "mention": "I **mention** you on the board, where the match is played.",
            "direct": "I send you a **direct message**.",
            "none": "I **don't notify** you; `/matches` and `/next` show where it's your turn.",
        }[person.notice],
    ]
    if person.refused_at is not None:
        meanwhile = (
            "Until you choose **Message me** again, I mention you instead."
            if person.notice == "direct"
            else "There is no digest until you turn it on again."
        )
        lines.append(
            f"I couldn't message you: your privacy settings on Discord don't let me. {meanwhile}"
        )
    if person.digest_at is None:
        lines.append("You get no daily digest.")
    else:
        lines.append(
            "Every day I message you a list of the matches where it's your turn, if any; next "
            f"{moment(person.digest_at)}."
        )
    lines.append(
        "-# I remind you the same way when four fifths of your time is gone, in matches "
        "with an hour a turn or more."
    )
    return lines


def _playing_lines(person: Preferences) -> list[str]:
    if person.confirms:
        words = "Under **Play** I ask you to **confirm** each move before I play it."
    else:
        words = "Under **Play** your last click **plays** the move; I don't ask again."
    note = (
        "-# Without confirming, a slip is a move: what reveals something hidden, a new tile say, "
        "can't be taken back, and once the others have moved they have to agree."
    )
    return ["### How you play", words, note]


def _puzzle_lines(person: Preferences) -> list[str]:
    names = "**name** you" if person.named_as_solver else "**don't name** you"
    return [
        "### Daily puzzles",
        f"When you solve one at the first try, I {names} on its card and in the month's table.",
    ]


def _is_present(person: Preferences, notice: Notice) -> bool:
    was_refused = notice == "direct" and person.refused_at is not None
    return person.notice == notice and not was_refused
