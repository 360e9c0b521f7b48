"""The members of a demo community and their names."""

from __future__ import annotations

from collections.abc import Sequence

from storage.matches.match import Participant

FIRST_ID = 10**17
"""The user id of the first invented member. Discord's ids have been higher since 2015."""

ROOM_FOR_NAME = 28
"""Maximum length of a repeated name before its number, as Discord shows 32 characters."""

HOSTILE_NAMES = (
    "Greta",
    "*Bold* Bruno",
    "__under_line__",
    "`code` Klaus",
    "~~Former Champion~~ ||spoiler||",
    "# Heading",
    "[link](https://example.com)",
    "@everyone",
    "<@123456789012345678>",
    "🐢 slow but steady 🐢",
    "👩‍👩‍👧‍👦 The Millers",
    "🏳️‍🌈✨🦄",
    "דנה הגדולה",
    "عبد الرحمن السيد",
    "مريم 🌙",
    "Ünsal Öztürk",
    "Łukasz Żółć",
    "Нина Петровна",
    "Αλέξανδρος",
    "東京の長い名前を持つ非常に熱心な将棋と囲碁の愛好家である山田太郎",
    "김민준",
    "陳大文 (HK)",
    "สมชาย ใจดี",
    "अनन्या शर्मा",
    "Z̸a̷l̶g̵o̴ t̸e̶x̵t̷",
    "Wilhelmina van den Heuvel-Smit 3",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiii",
    "x",
    "0",
    "null",
    "Robert'); DROP TABLE rating;--",
    "ＦＵＬＬ ＷＩＤＴＨ",
    "𝓕𝓪𝓷𝓬𝔂 𝓢𝓬𝓻𝓲𝓹𝓽",
    "Mo",
    "Ida",
    "Jo-Jo",
    "Ásgeir",
    "Old Tom 🎩",
    "tea&biscuits",
)
"""Names that are hard to display: markup, mentions, links, right-to-left text."""

NAMES = (
    "Greta",
    "Bruno",
    "Marisol",
    "old_tom",
    "Ünsal",
    "Linnea",
    "Kofi",
    "Priya",
    "tea&biscuits",
    "Mateusz",
    "Ingrid",
    "Yuki",
    "Desmond",
    "Amélie",
    "Jonas B.",
    "Rosalind",
    "Tariq",
    "Nina P.",
    "HexHermit",
    "Wilhelmina",
    "Sora",
    "Beatriz",
    "Callum",
    "Farah",
    "Zuzana",
    "Emeka",
    "Hanna",
    "Luca",
    "Saoirse",
    "Dmitri",
    "Paloma",
    "knight_off",
    "Ásgeir",
    "Mei-Lin",
    "Oluwaseun",
    "Theo",
    "Ida",
    "Rajesh",
    "Clementine",
    "Bo",
)
"""Ordinary names."""


def persons_named(
    viewers: Sequence[Participant], count: int, names: Sequence[str] = NAMES
) -> list[Participant]:
    """Return a number of members: the given ones, then invented ones."""
    persons = list(viewers)
    for number in range(count - len(persons)):
        repetition, place = divmod(number, len(names))
        name = f"{names[place][:ROOM_FOR_NAME]} {repetition + 1}" if repetition else names[place]
        persons.append(Participant(FIRST_ID + number, name))
    return persons
