"""The protocol of classes that send one kind of post to Discord."""

from __future__ import annotations

from typing import Protocol, TypeVar

from club.matches.match import Match
from club.outbox.claims import Claim, Conclusion
from club.outbox.kinds import Post

P_contra = TypeVar("P_contra", bound=Post, contravariant=True)


class Deliverer(Protocol[P_contra]):
    """Sends the posts of one kind."""

    async def deliver(self, claim: Claim[P_contra], match: Match | None) -> Conclusion:
        """Send a post in the current language, which is that of its server.

        :param match: the match of the post, if the caller has just loaded it.
        :returns: a function that stores the result.
        """
        ...
