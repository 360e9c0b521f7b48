"""Simulate a month of the pool, and print how long people wait for opponents.

`python -m benchmarks.pool` simulates people of many servers who look for opponents for 30 days and
are paired every five minutes by the real function. Pairing times are of this machine.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from statistics import median, quantiles

from extensions.pool.club.pairing import REPEAT_PENALTY_DAYS, Seeker, pairs

ROUND = 5 / 60
"""Hours between rounds."""
DAYS = 30
GAMES = ("scala", "scalas", "scalus", "skirt", "passtally")
GAME_WEIGHTS = (5, 3, 2, 3, 2)
PACES = ((0, 2), (1, 2), (0, 1), (1, 1), (2, 2), (0, 0))
PACE_WEIGHTS = (60, 12, 10, 8, 6, 4)
HOURS_OF_MATCH = (24.0, 240.0)
"""The shortest and the longest match."""
SPREAD_OF_RATINGS = 180.0
SIZES = ((20, 4), (100, 20), (300, 60), (1000, 200))
"""Numbers of people and servers."""


@dataclass(slots=True)
class Person:
    """A simulated person."""

    user_id: int
    guild_id: int
    rating: float
    games: tuple[str, ...]
    paces: tuple[int, int]
    is_outgoing: bool
    max_matches: int
    joined_at: float
    running: int = 0
    surplus: Counter[str] = field(default_factory=Counter[str])
    waits: list[float] = field(default_factory=list[float])
    last_free: float | None = None


@dataclass(slots=True)
class Course:
    """The results of a month."""

    people: list[Person]
    distances: list[float]
    repeats: int
    matches: int
    longest_round: float
    """Seconds."""


def people_of(count: int, guilds: int, random: Random, *, outgoing: float) -> list[Person]:
    """Return people of servers of very different sizes."""
    weights = [1 / (rank + 1) for rank in range(guilds)]
    return [
        Person(
            user_id=number,
            guild_id=random.choices(range(guilds), weights)[0],
            rating=random.gauss(1500, SPREAD_OF_RATINGS),
            games=tuple({*random.choices(GAMES, GAME_WEIGHTS, k=random.choice((1, 1, 2, 3)))}),
            paces=random.choices(PACES, PACE_WEIGHTS)[0],
            is_outgoing=random.random() < outgoing,
            max_matches=random.choice((1, 1, 2, 3)),
            joined_at=random.uniform(0, 48),
        )
        for number in range(count)
    ]


def month(people: list[Person], random: Random) -> Course:
    """Let people look for opponents for a month."""
    course = Course(people, [], 0, 0, 0.0)
    met: dict[frozenset[int], float] = {}
    ends: list[tuple[float, int, int]] = []
    for person in people:
        person.last_free = person.joined_at
    for number in range(round(DAYS * 24 / ROUND)):
        now = number * ROUND
        for end, *players in [each for each in ends if each[0] <= now]:
            for each in players:
                people[each].running -= 1
                people[each].joined_at = end
                people[each].last_free = (
                    end if people[each].last_free is None else people[each].last_free
                )
        ends = [each for each in ends if each[0] > now]
        seekers = [
            Seeker(
                each.user_id,
                each.guild_id,
                dict.fromkeys(each.games, each.rating),
                each.paces,
                each.is_outgoing,
                now - each.joined_at,
                each.surplus,
            )
            for each in people
            if each.joined_at <= now and each.running < each.max_matches
        ]
        days = {two: (now - at) / 24 for two, at in met.items()}
        began = time.perf_counter()
        chosen = pairs(seekers, days_since_match=days)
        course.longest_round = max(course.longest_round, time.perf_counter() - began)
        for pair in chosen:
            two = frozenset((pair.first, pair.second))
            course.repeats += two in met and (now - met[two]) / 24 < REPEAT_PENALTY_DAYS
            met[two] = now
            course.matches += 1
            course.distances.append(pair.distance)
            people[pair.first].surplus[pair.game] += 1
            people[pair.second].surplus[pair.game] -= 1
            for user_id in (pair.first, pair.second):
                person = people[user_id]
                person.waits.append(now - person.joined_at)
                person.running += 1
                person.joined_at = now
                person.last_free = now if person.running < person.max_matches else None
            ends.append((now + random.uniform(*HOURS_OF_MATCH), pair.first, pair.second))
    return course


def _can_meet(person: Person, people: list[Person]) -> bool:
    """Whether a person has any possible opponent."""
    return any(
        other is not person
        and set(other.games) & set(person.games)
        and max(other.paces[0], person.paces[0]) <= min(other.paces[1], person.paces[1])
        and (other.guild_id == person.guild_id or (other.is_outgoing and person.is_outgoing))
        for other in people
    )


def report(course: Course, count: int, guilds: int, outgoing: float) -> str:
    """Return a month as a row of a table."""
    people = course.people
    suited = [each for each in people if _can_meet(each, people)]
    starved = [each for each in suited if not each.waits]
    waits = sorted(wait for each in suited for wait in each.waits)
    surpluses = Counter(
        min(abs(of_game), 3) for each in suited for of_game in each.surplus.values()
    )
    balanced = (surpluses[0] + surpluses[1]) / surpluses.total()
    p90 = quantiles(course.distances, n=10)[-1]
    cells = (
        f"{count:,}",
        f"{guilds}",
        f"{outgoing:.0%}",
        f"{course.matches:,}",
        f"{median(waits):.1f} h",
        f"{waits[int(len(waits) * 0.9)]:.1f} h",
        f"{max(waits):.0f} h",
        f"{len(people) - len(suited)}",
        f"{len(starved)}",
        f"{course.repeats / course.matches:.1%}",
        f"{median(course.distances):.0f}",
        f"{p90:.0f}",
        f"{balanced:.1%}",
        f"{surpluses[3]}",
        f"{course.longest_round * 1000:.0f} ms",
    )
    return f"| {' | '.join(cells)} |"


def at_once(count: int) -> float:
    """Return the seconds that pairing takes with `count` people waiting."""
    random = Random(2)
    seekers = [
        Seeker(
            each.user_id,
            each.guild_id,
            dict.fromkeys(each.games, each.rating),
            each.paces,
            each.is_outgoing,
            random.expovariate(1 / 12),
        )
        for each in people_of(count, count // 5, random, outgoing=0.7)
    ]
    met = {
        frozenset(random.sample(range(count), 2)): random.uniform(0, 30) for _ in range(count * 5)
    }
    began = time.perf_counter()
    chosen = pairs(seekers, days_since_match=met)
    elapsed = time.perf_counter() - began
    assert len(chosen) > count // 3
    return elapsed


def main() -> None:
    """Print the tables."""
    names = ("people", "servers", "play out", "matches", "wait, median", "90 %", "longest")
    more = (
        "nobody suits",
        "starved",
        "repeats",
        "distance, median",
        "90 %",
        "even seats",
        "off by 3",
        "round",
    )
    print("| " + " | ".join((*names, *more)) + " |")
    print("|---" * 15 + "|")
    for count, guilds in SIZES:
        for outgoing in (0.0, 0.7):
            random = Random(1)
            course = month(people_of(count, guilds, random, outgoing=outgoing), random)
            print(report(course, count, guilds, outgoing), flush=True)
    print()
    for count in (300, 1000):
        best = min(at_once(count) for _ in range(5))
        print(f"{count:,} people waiting at once: paired in {best * 1000:.0f} ms")


if __name__ == "__main__":
    main()
