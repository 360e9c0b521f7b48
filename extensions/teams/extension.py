"""What teams hang into the program."""

from __future__ import annotations

from collections.abc import Mapping

from bot.interface.front import Front
from bot.matches.play import SEAT_PANELS
from bot.members.help import add_to_help
from club.club import leaves
from club.matches.seams import OBSERVERS, SEAT_KINDS
from club.members.privacy import removes
from club.ratings.rating_book import SERVER_RATINGS
from club.uptime import postponed
from extensions.extension import Chore, Extension
from extensions.teams.bot.channel_matches import ChannelMatchCommands
from extensions.teams.bot.ratings import ServerRatings
from extensions.teams.bot.teams import TeamControls, TeamRolePage
from extensions.teams.bot.votes import VoteControls, VotingPanel
from extensions.teams.club.homes import postpone_forfeits
from extensions.teams.club.kind import TakeBacks, TeamKind, check_has_no_open_vote
from extensions.teams.club.ratings import Rater
from extensions.teams.club.teams import Teams
from extensions.teams.presentation import TeamWords
from presentation.matches.seat_words import SEAT_WORDS

SEAT_KINDS.append(TeamKind())
SEAT_WORDS.append(TeamWords())
SEAT_PANELS.append(VotingPanel())
OBSERVERS.append(TakeBacks())
SERVER_RATINGS.append(Rater())
leaves(lambda club, user_id: club.part(Teams).leave_all(user_id))
removes(check_has_no_open_vote)
postponed(postpone_forfeits)

add_to_help("channel-match", "play", before="rules")


def _chores(front: Front) -> Mapping[str, Chore]:
    teams, uptime = front.club.part(Teams), front.club.uptime
    return {"teams": lambda: teams.release_departed(uptime.running())}


EXTENSION = Extension(
    cogs=(ChannelMatchCommands, TeamControls, VoteControls, TeamRolePage, ServerRatings),
    pages="extensions.teams.web",
    chores=_chores,
)
