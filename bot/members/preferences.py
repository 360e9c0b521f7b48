"""`/preferences`: the private page of a user's preferences in all servers."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.interface.answers import Answer
from bot.interface.controls import on_control
from bot.interface.front import FrontCog, command
from bot.interface.languages import private_language, spoken_by
from bot.interface.markup import DISCORD
from bot.members.languages import chosen_language, own_language_blocks
from bot.members.own_day import own_day_blocks
from bot.pages.layout import Block, Button, Page, choice_button, control
from club.club import Club
from club.parts import Parts
from language.texts import N_, gettext, written_in
from presentation.members.preferences import is_on, switch_label, switch_lines
from storage.members.preferences import Notice, Preferences, Switch

NOTICE_LABELS: dict[Notice, str] = {
    "mention": N_("Mention me"),
    "direct": N_("Message me"),
    "none": N_("Don't notify me"),
}

NOTICE_WORDS: dict[Notice, str] = {
    "mention": N_("I'll **mention** you on the board, where the match is played."),
    "direct": N_("I'll send you a **direct message**."),
    "none": N_("I **won't notify** you. `/matches` and `/next` show where it's your turn."),
}


SECTIONS = Parts[Preferences, Block]()
"""Preferences of extensions, below those of the core."""


async def own_preferences(
    club: Club, interaction: discord.Interaction, person: Preferences
) -> Page:
    """Return the page of preferences for the user of an interaction."""
    return preferences_page(person, await own_language_blocks(club, interaction))


def preferences_page(person: Preferences, language: Sequence[Block]) -> Page:
    """Return the page of preferences with buttons to change them.

    :param language: the part about their language.
    """
    notices = tuple(
        choice_button(gettext(label), control("notify", notice), chosen=_is_present(person, notice))
        for notice, label in NOTICE_LABELS.items()
    )
    if person.digest_at is None:
        digest = Button(gettext("Digest on"), control("digest", "on"))
    else:
        digest = Button(gettext("Digest off"), control("digest", "off"))
    notice_text, playing = "\n".join(_notice_lines(person)), "\n".join(_playing_lines(person))
    alerts = (digest, *(_switch_button(person, each) for each in ("gets_nudges", "hears_ahead")))
    profile = "\n".join((gettext("### Your profile"), *switch_lines(person, "shows_rhythm")))
    rhythm = (_switch_button(person, "shows_rhythm"),)
    confirming = (_switch_button(person, "confirms"),)
    own_day = own_day_blocks(person)
    sections = (profile, rhythm, playing, confirming)
    core = *language, notice_text, notices, alerts, *own_day, *sections
    return Page((*core, *SECTIONS.of(person)))


class PreferenceCommands(FrontCog):
    """Shows and changes personal preferences."""

    @command("preferences", N_("Set your language, notifications and more"))
    async def preferences(self, answer: Answer) -> None:
        """Show the user's preferences with buttons to change them."""
        person = await self.club.preferences.of(answer.user.id)
        await answer.private(await own_preferences(self.club, answer.interaction, person))

    @on_control("language", updates=True)
    async def choose_language(self, answer: Answer) -> None:
        """Change the user's language."""
        await self.club.languages.choose(answer.user.id, chosen_language(answer))
        person = await self.club.preferences.of(answer.user.id)
        with written_in(await private_language(answer.interaction)):
            await self._update(answer, person)

    @on_control("notify", updates=True)
    async def choose_notice(self, answer: Answer, notice: Notice) -> None:
        """Change how the user is notified of turns."""
        person = await self.club.preferences.set_notice(answer.user.id, notice)
        await self._note_language(answer)
        await self._update(answer, person)

    @on_control("digest", updates=True)
    async def choose_digest(self, answer: Answer, is_on: bool) -> None:
        """Turn the daily digest on or off."""
        person = await self.club.preferences.set_digest(answer.user.id, is_on)
        await self._note_language(answer)
        await self._update(answer, person)

    @on_control("switch", updates=True)
    async def turn(self, answer: Answer, switch: Switch, is_on: bool) -> None:
        """Turn a preference on or off."""
        person = await self.club.preferences.turn(answer.user.id, switch, is_on=is_on)
        await self._update(answer, person)

    async def _update(self, answer: Answer, person: Preferences) -> None:
        await answer.update(await own_preferences(self.club, answer.interaction, person))

    async def _note_language(self, answer: Answer) -> None:
        """Store the user's Discord language, for direct messages."""
        code = spoken_by(answer.interaction.locale)
        await self.club.languages.note_seen(answer.user.id, code)


def _notice_lines(person: Preferences) -> list[str]:
    lines = [
        gettext("### Notifications"),
        gettext(NOTICE_WORDS[person.notice]),
    ]
    if person.refused_at is not None and person.notice == "direct":
        lines.append(
            gettext(
                "I couldn't message you: your Discord privacy settings don't allow it. I'll "
                "mention you instead until you choose **Message me** again."
            )
        )
    elif person.refused_at is not None:
        lines.append(
            gettext(
                "I couldn't message you: your Discord privacy settings don't allow it. You "
                "won't get a digest until you turn it back on."
            )
        )
    if person.digest_at is None:
        lines.append(gettext("You get no daily digest."))
    else:
        lines.append(
            gettext(
                "Every day I'll message you a list of the matches where it's your turn and of "
                "results you follow, if any. Next time: {time}.",
                time=DISCORD.moment(person.digest_at),
            )
        )
    lines += [*switch_lines(person, "gets_nudges"), *switch_lines(person, "hears_ahead")]
    lines.append(
        gettext(
            "-# I'll also remind you the same way when you've used 80 percent of your time, in "
            "matches with an hour or more per turn."
        )
    )
    return lines


def _playing_lines(person: Preferences) -> list[str]:
    words, note = switch_lines(person, "confirms")
    return [gettext("### Entering moves"), words, f"-# {note}"]


def _switch_button(person: Preferences, switch: Switch) -> Button:
    target = "off" if is_on(person, switch) else "on"
    return Button(switch_label(person, switch), control("switch", switch, target))


def _is_present(person: Preferences, notice: Notice) -> bool:
    was_refused = notice == "direct" and person.refused_at is not None
    return person.notice == notice and not was_refused
