"""`/pool`: finding opponents, who are paired every few minutes, and notices about searches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import discord

from bot.interface import permissions
from bot.interface.answers import Answer
from bot.interface.context import person, place_of
from bot.interface.controls import on_control, outdated, values_of
from bot.interface.delivery import Posting, delivers
from bot.interface.front import Front, FrontCog, command
from bot.interface.languages import spoken_by
from bot.interface.markup import DISCORD, markup_at, markup_in
from bot.interface.messages import send_message
from bot.interface.options import game_choice
from bot.matches.cards import UNDER_PLAYERS, UNDER_RESULT, UNDER_TITLE, Card, ShownMatch
from bot.pages.layout import Block, Button, Menu, MenuChoice, Page, control, text_page
from bot.servers.settings import BETWEEN_SERVERS
from club.matches.match import Match
from club.members.membership import Viewer
from club.outbox.delivery import Claim, Conclusion, sent
from extensions.pool.club.pairing import MAX_AT_ONCE
from extensions.pool.club.pool import PlayerPool, PoolPost, PoolView
from extensions.pool.presentation import (
    ended_words,
    ends_soon_words,
    is_just_paired,
    kept_words,
    limit_words,
    paired_words,
    range_words,
    ranges,
    reach_note,
    rhythm_note,
    state_words,
    waiting_lines,
    wish_words,
)
from extensions.pool.storage import Reach, Wish
from language.texts import N_, gettext, lazy_gettext, written_in
from presentation.markup import Markup
from presentation.phrases import rhythm_words
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.matches.match import direct_messages
from storage.servers.settings import GuildSettings

REACHES: dict[str, Reach] = {
    "server": "server",
    "everywhere": "everywhere",
    "direct": "direct",
}

REACH_LABELS: dict[Reach, str] = {
    "server": N_("Members of this server"),
    "everywhere": N_("People from any server"),
    "direct": N_("People from any server, by direct message"),
}


@UNDER_PLAYERS.add
def paired_players(card: Card) -> Sequence[str]:
    """Return who was paired, on the first card of a match."""
    words = paired_words(card.match, markup_at(card.match.stored, card.place))
    return [words] if words else []


@UNDER_TITLE.add
async def paired_rhythms(shown: ShownMatch) -> Sequence[str]:
    """Return how fast the paired players usually answer, on the first card of a match.

    On a card of their own, a player reads it only of the opponent.
    """
    match, place = shown.match, shown.place
    if not is_just_paired(match):
        return []
    own = {seat.user_id for seat in match.seats if seat.home == place.number}
    is_shared = len(own) == len(match.players)
    reader = 0 if is_shared or not place.is_direct else min(own, default=0)
    viewer = Viewer(place.guild_id, place.id, reader, shown.sees, is_direct=place.is_direct)
    profiles, lines = shown.club.profiles, list[str]()
    for player in match.players:
        if is_shared or player.user_id not in own:
            rhythm = await profiles.rhythm_at(viewer, player.user_id, match.stored.pace)
            lines.append(rhythm_words(DISCORD.name(player.name), rhythm))
    return [line for line in lines if line]


@BETWEEN_SERVERS.add
def finding_note(_settings: GuildSettings) -> Sequence[str]:
    """Return what finds opponents in other servers."""
    return [gettext("`/pool` finds opponents.")]


def wish_text(wish: Wish) -> str:
    """Return a wish as an argument of a control."""
    games = ".".join(wish.games)
    return "_".join((games, wish.fastest, wish.slowest, str(wish.most), wish.reach))


def wish_in(text: str) -> Wish | None:
    """Parse a wish in a control, or None if it is invalid."""
    parts = text.split("_")
    if len(parts) != 5:
        return None
    games, fastest, slowest, most, reach = parts
    valid_games = tuple(game for game in games.split(".") if game in GAMES)
    if reach not in REACHES or not (most.isascii() and most.isdigit() and len(most) == 1):
        return None
    return Wish(valid_games, fastest, slowest, int(most), REACHES[reach])


def pool_page(
    view: PoolView, wish: Wish | None = None, notice: str = "", markup: Markup = DISCORD
) -> Page:
    """Return a person's search with controls to change it.

    :param wish: the choices so far, if they aren't stored.
    :param notice: a text at the top.
    """
    chosen = wish or view.wish
    chooses_reach = view.guild_id is not None and view.may_play_out and not view.is_hidden
    if not chooses_reach:
        chosen = replace(chosen, reach="direct" if view.guild_id is None else "server")
    state = wish_text(chosen)
    lines = [gettext("## Find someone to play"), state_words(view, markup), ""]
    if view.entry is not None:
        lines.insert(2, wish_words(view.entry.wish))
    text = "\n".join([*lines, *waiting_lines(view)])
    blocks: list[Block] = [notice] if notice else []
    notes = [rhythm_note(view), reach_note(view, chosen, DISCORD)]
    note = "\n".join(f"-# {each}" for each in notes if each)
    if view.guild_id is None and view.is_hidden:
        # They can only leave the pool, or stop being hidden.
        return Page((*blocks, text, note, *([_buttons(view, state)[1:]] if view.entry else [])))
    blocks += [text, _games_menu(chosen, state), _pace_menu(chosen, state)]
    blocks.append(_limit_menu(chosen, state))
    if chooses_reach:
        blocks.append(_reach_menu(chosen, state))
    blocks += [note, _buttons(view, state)]
    return Page(tuple(blocks))


class PoolCommands(FrontCog):
    """Shows and changes a member's search for opponents."""

    def __init__(self, front: Front) -> None:
        super().__init__(front)
        self._pool = front.club.part(PlayerPool)

    @command("pool", N_("Find someone to play"))
    @on_control("pool")
    async def pool(self, answer: Answer) -> None:
        """Show who is waiting, and the member's own search."""
        await answer.private(await self._page(answer))

    @on_control("pool-join", updates=True)
    async def join(self, answer: Answer, state: str) -> None:
        """Start the search, or extend it."""
        await self._join(answer, _wish(state))
        await answer.update(await self._page(answer))

    @on_control("pool-leave", updates=True)
    async def leave(self, answer: Answer) -> None:
        """End the search. Running matches continue."""
        await self._pool.leave(answer.user.id)
        notice = gettext("You've stopped looking. Matches in progress continue.")
        await answer.update(await self._page(answer, notice=notice))

    @on_control("pool-games", updates=True)
    async def choose_games(self, answer: Answer, state: str) -> None:
        """Choose the games."""
        await self._choose(
            answer, replace(_wish(state), games=tuple(values_of(answer.interaction)))
        )

    @on_control("pool-pace", updates=True)
    async def choose_pace(self, answer: Answer, state: str) -> None:
        """Choose the fastest and the slowest pace."""
        fastest, _, slowest = _value(answer).partition("-")
        await self._choose(answer, replace(_wish(state), fastest=fastest, slowest=slowest))

    @on_control("pool-most", updates=True)
    async def choose_limit(self, answer: Answer, state: str) -> None:
        """Choose how many matches to play at a time."""
        value = _value(answer)
        if not (value.isascii() and value.isdigit() and len(value) == 1):
            raise outdated()
        await self._choose(answer, replace(_wish(state), most=int(value)))

    @on_control("pool-reach", updates=True)
    async def choose_reach(self, answer: Answer, state: str) -> None:
        """Choose whether to play people from other servers."""
        reach = REACHES.get(_value(answer))
        if reach is None:
            raise outdated()
        await self._choose(answer, replace(_wish(state), reach=reach))

    @on_control("pool-keep", updates=True)
    async def keep_looking(self, answer: Answer) -> None:
        """Extend a search, from the direct message about its end."""
        entry = await self._pool.renew(answer.user.id)
        words = ended_words(DISCORD) if entry is None else kept_words(DISCORD, entry)
        await answer.update(text_page(words))

    @on_control("pool-end", updates=True)
    async def end(self, answer: Answer) -> None:
        """End a search, from the direct message about its end."""
        await self._pool.leave(answer.user.id)
        await answer.update(text_page(ended_words(DISCORD)))

    async def _choose(self, answer: Answer, wish: Wish) -> None:
        """Change the search at once if there is one, else show the choices so far."""
        guild_id = place_of(answer.interaction).guild_id
        view = await self._pool.view(answer.user.id, guild_id)
        if view.entry is not None:
            await self._join(answer, wish)
            await answer.update(await self._page(answer))
        else:
            await answer.update(await self._page(answer, wish))

    async def _join(self, answer: Answer, wish: Wish) -> None:
        interaction, place = answer.interaction, place_of(answer.interaction)
        if place.is_private:
            words = lazy_gettext(
                "Opponents couldn't see your match in a private thread. Use {pool} in a channel "
                "that more people can see.",
                pool=self.front.mention_of("pool"),
            )
            raise Refusal("private_thread", words)
        if place.guild_id is not None:
            in_thread = isinstance(interaction.channel, discord.Thread)
            permissions.require(interaction.app_permissions, place.id, in_thread=in_thread)
            await self.club.settings.for_new_play(place)
            if wish.reach != "direct":
                await self._pool.join(person(interaction.user), place, wish)
                return
        channel_id = await self._direct_channel(interaction)
        if place.guild_id is None:
            # This also holds in a group chat, where the bot can't post matches.
            place = direct_messages(channel_id)
        await self._pool.join(person(interaction.user), place, wish, direct_channel_id=channel_id)
        # Cards in direct messages are in the user's language.
        await self.club.languages.note_seen(interaction.user.id, spoken_by(interaction.locale))

    async def _direct_channel(self, interaction: discord.Interaction) -> int:
        """Return the channel of a user's direct messages.

        :raises Refusal: `no_messages`.
        """
        try:
            channel = await self.front.client.create_dm(discord.Object(interaction.user.id))
        except discord.Forbidden:
            words = lazy_gettext(
                "I can't send you direct messages. Allow them in the privacy settings of a server "
                "that we share, and try again."
            )
            raise Refusal("no_messages", words) from None
        return channel.id

    async def _page(self, answer: Answer, wish: Wish | None = None, notice: str = "") -> Page:
        guild_id = place_of(answer.interaction).guild_id
        view = await self._pool.view(answer.user.id, guild_id)
        return pool_page(view, wish, notice, markup_in(answer.interaction.guild))


@delivers(PoolPost)
class PoolNotices:
    """Notifies people about the end of their search. A refused message is not retried."""

    def __init__(self, posting: Posting) -> None:
        self._client = posting.client
        self._languages = posting.languages
        self._pool = posting.club.part(PlayerPool)

    async def deliver(self, claim: Claim[PoolPost], match: Match | None) -> Conclusion:
        """Notify a person, unless their search has changed in the meantime."""
        post = claim.post
        with written_in(await self._languages.of_reader(post.user_id, post.server_id)):
            page = await self._notice(post)
        if page is None:
            return sent(claim)
        return sent(claim, await send_message(self._client, post.user_id, page, claim))

    async def _notice(self, post: PoolPost) -> Page | None:
        entry = await self._pool.of(post.user_id)
        if post.notice == "ended":
            return Page((ended_words(DISCORD),)) if entry is None else None
        if entry is None or not entry.is_warned:
            return None
        buttons = (
            Button(gettext("Keep looking"), control("pool-keep"), "success"),
            Button(gettext("Stop looking"), control("pool-end")),
        )
        return Page((ends_soon_words(entry, DISCORD), buttons))


@UNDER_RESULT.add
def seek_again(match: Match) -> list[Block]:
    """Offer another opponent after a match between servers."""
    if match.stored.guided or match.teams or not match.stored.is_between_servers:
        return []
    return [(Button(gettext("Find someone to play"), control("pool")),)]


def _games_menu(wish: Wish, state: str) -> Menu:
    choices = tuple(game_choice(game, chosen=game in wish.games) for game in GAMES)
    return Menu(control("pool-games", state), gettext("Games"), choices, takes_several=True)


def _pace_menu(wish: Wish, state: str) -> Menu:
    choices = tuple(
        MenuChoice(
            range_words(fastest, slowest),
            f"{fastest}-{slowest}",
            chosen=(fastest, slowest) == (wish.fastest, wish.slowest),
        )
        for fastest, slowest in ranges()
    )
    return Menu(control("pool-pace", state), gettext("Pace"), choices)


def _limit_menu(wish: Wish, state: str) -> Menu:
    choices = tuple(
        MenuChoice(
            limit_words(count),
            str(count),
            chosen=count == wish.most,
        )
        for count in range(1, MAX_AT_ONCE + 1)
    )
    return Menu(control("pool-most", state), gettext("Number of matches"), choices)


def _reach_menu(wish: Wish, state: str) -> Menu:
    choices = tuple(
        MenuChoice(gettext(label), reach, chosen=reach == wish.reach)
        for reach, label in REACH_LABELS.items()
    )
    return Menu(control("pool-reach", state), gettext("Opponents"), choices)


def _buttons(view: PoolView, state: str) -> tuple[Button, ...]:
    if view.entry is None:
        return (Button(gettext("Find me a match"), control("pool-join", state), "success"),)
    return (
        Button(gettext("Keep looking"), control("pool-join", state), "success"),
        Button(gettext("Leave"), control("pool-leave")),
    )


def _wish(state: str) -> Wish:
    """Return the wish in a control.

    :raises Refusal: `outdated`.
    """
    wish = wish_in(state)
    if wish is None:
        raise outdated()
    return wish


def _value(answer: Answer) -> str:
    return next(iter(values_of(answer.interaction)), "")
