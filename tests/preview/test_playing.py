"""A match played in the preview, with whatever extensions there are."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.process.settings import Settings
from preview.preview import opened
from tests.bot.simulated import reply_text

MOVES = 4
"""The number of moves before a player resigns."""


@pytest.mark.slow
@pytest.mark.always
async def test_a_match_is_played_in_the_preview(tmp_path: Path) -> None:
    settings = Settings.model_validate({"web_url": "https://stairwell.example"})
    names = ["ada", "ben"]
    async with opened(names, settings, owner="ada", database=tmp_path / "p.db") as (_, bot, stage):
        ada, ben = stage.viewers
        options = {"game": "skirt", "options": "size 4", "seat": 1}
        challenge = await ada.slash(stage.channel, "challenge", opponent=ben, **options)
        assert challenge.response is not None
        await ben.click(challenge.response, label="Accept")
        for ply in range(MOVES):
            match = await bot.club.matches.find(1)
            text = match.position.text(match.position.moves()[0])
            await (ada, ben)[ply % 2].slash(stage.channel, "move", move=text)
        assert (await bot.club.matches.find(1)).ply == MOVES
        question = await ada.slash(stage.channel, "resign")
        assert question.response is not None
        await ada.click(question.response, label="Resign")
        assert "ben (Black) wins." in reply_text(await ada.slash(stage.channel, "match", match="1"))
        await bot.club.background.close()
