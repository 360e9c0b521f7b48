"""The deliverers of all kinds of posts. Add new kinds here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord

from bot.delivery.community.daily_puzzles import (
    DailyPuzzleCards,
    DailySolutionCards,
    PuzzleTables,
)
from bot.delivery.community.greetings import Greetings
from bot.delivery.community.monthly_summaries import MonthlySummaries
from bot.delivery.deliverer import Deliverer
from bot.delivery.events.champions import Champions
from bot.delivery.events.event_cards import EventCards
from bot.delivery.events.event_news import EventNews
from bot.delivery.matches.boards import Boards
from bot.delivery.matches.card_pages import CardPages
from bot.delivery.matches.challenge_cards import ChallengeCards
from bot.delivery.matches.channel_threads import ChannelThreads
from bot.delivery.matches.direct_messages import Digests, DirectMessages
from bot.delivery.matches.followed_results import FollowedResults
from bot.delivery.matches.former_cards import Removals, Strays, Strips
from bot.delivery.matches.forum_posts import ForumPosts, PostTags
from bot.delivery.matches.invitations import Invitations
from bot.delivery.matches.pool_notices import PoolNotices
from bot.delivery.matches.pulled_cards import PulledCards
from bot.delivery.matches.refreshes import Refreshes
from bot.interactions.languages import Languages
from club.club import Club
from club.outbox import kinds
from club.outbox.kinds import Post


class Posting:
    """The deliverers by kind of post."""

    def __init__(
        self,
        client: discord.Client,
        club: Club,
        languages: Languages,
        *,
        opens_threads: bool = True,
    ) -> None:
        tables = PuzzleTables(club)
        pages = CardPages(club)
        removals = Removals(client)
        homes = ForumPosts(client), ChannelThreads(client, club.challenges)
        self.pulled_cards = PulledCards(club, pages)
        self.challenge_cards = ChallengeCards(client, club, languages)
        self.champions = Champions(client, club, languages)
        self.greetings = Greetings(client, club)
        self.summaries = MonthlySummaries(client, club, tables)
        self.deliverers: Mapping[type[Post], Deliverer[Any]] = {
            kinds.BoardPost: Boards(client, club, pages, homes if opens_threads else ()),
            kinds.StripPost: Strips(client, club),
            kinds.RemovalPost: removals,
            kinds.StrayPost: Strays(club, removals),
            kinds.RefreshPost: Refreshes(client, club, pages),
            kinds.TagsPost: PostTags(client, club),
            kinds.ChallengePost: self.challenge_cards,
            kinds.InvitationPost: Invitations(client, club, self.challenge_cards),
            kinds.DirectPost: DirectMessages(client, club, languages),
            kinds.DigestPost: Digests(client, club, languages),
            kinds.FollowedPost: FollowedResults(client, club, languages),
            kinds.PoolPost: PoolNotices(client, club, languages),
            kinds.SummaryPost: self.summaries,
            kinds.GreetingPost: self.greetings,
            kinds.EventPost: EventCards(client, club, self.champions, opens_threads=opens_threads),
            kinds.EventNewsPost: EventNews(client, club),
            kinds.PuzzlePost: DailyPuzzleCards(client, club, tables),
            kinds.PuzzleOverPost: DailySolutionCards(client, club, tables),
        }
