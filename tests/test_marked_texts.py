"""Every text for users is marked for translation.

A text here is a string of two words or more. It is marked by a function of `language.texts`, unless
it is not for users: a docstring, the message of an exception that is a bug, a log line, a pattern,
a text for operators, or one of those listed with a reason.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from making.messages import KEYWORDS, PACKAGES, ROOT

OPERATORS_OWN = (
    "bot/command_line.py",
    "bot/commands.py",
    "bot/monitoring",
    "bot/process",
    "engine/serving/local_searches.py",
    "extensions/installed.py",
    "extensions/training/bot/statistics.py",
    # Names of cities, as they are typed.
    "club/members/city_names.py",
    # HTTP headers.
    "web/http/templating.py",
)
"""Modules and packages with texts for terminals and logs, in English."""
BUGS = {"ValueError", "TypeError", "KeyError", "AssertionError", "RuntimeError"}
"""Exceptions that are bugs, and never shown to users."""
OPERATORS = {"DatabaseError", "Outdated", "RetryRequested", "SearchFailed"}
"""Exceptions for terminals and logs, in English."""
SILENT = {"compile", "fullmatch", "match", "sub", "split", "debug", "info", "warning", "exception"}
SILENT |= {"error", "execute"}
"""Functions that take patterns, log lines or SQL statements."""
CODES = {"start", "claim", "Cause", "Claim", "glimpse"}
"""Arguments and names whose value is a code or an encoded position."""
LISTED = {
    # Parts of log lines, the reason for dropping an animation, and one for postponing a post.
    "bot/matches/card_posts.py": {"its board is pending"},
    "bot/interface/handlers.py": {"interaction is", "interactions are"},
    "bot/interface/responses.py": {"interaction {}"},
    "presentation/pictures.py": {"the animation was cancelled"},
    # Seeds and codes.
    "engine/puzzles/library.py": {"most points"},
    # Codes of the sides of the board.
    "engine/games/skirt/facts.py": {"lower right", "upper right", "upper left", "lower left"},
    # Stored kinds of audit entries.
    "extensions/events/bot/organising.py": {
        *("event opened", "event closed", "event entrant"),
        *("event extended", "event adjudicated", "event cancelled", "event seat"),
    },
    # A time that is the same in every language.
    "extensions/training/bot/daily.py": {"{} UTC"},
    "extensions/training/club/daily.py": {"{}:00 UTC", "puzzle over"},
    # Stored kinds of places.
    "bot/interface/context.py": {"group chat"},
    # SVG shapes.
    "web/http/templating.py": {'<circle cx="{}" cy="{}" r="{}"/>', '<polygon points="{}"/>'},
    # The name of a browser.
    "web/http/sessions.py": {"Samsung Internet"},
    # Stored kinds of offers.
    "bot/matches/offers.py": {"take back"},
    "extensions/teams/club/votes.py": {"take back"},
    "extensions/teams/presentation.py": {"take back"},
    "extensions/teams/storage/teams.py": {"take back"},
    # A command, and stored kinds of news.
    "extensions/events/bot/entering.py": {"event list"},
    "extensions/events/presentation/news.py": {
        "round begun",
        "round over",
        "late entry",
        "went up",
        "went down",
        "too few",
    },
    # Kinds of offers, causes in records and goals of puzzles are codes.
    "presentation/matches/match.py": {"times out"},
    "club/matches/vacancies.py": {"times out", "event seat"},
    "presentation/matches/history.py": {"times out", "{} UTC"},
    "presentation/matches/offers.py": {"take back"},
    # A code, and the message of a bug.
    "extensions/training/presentation/puzzles.py": {
        "most points",
        "nobody is to move in the puzzle {}",
    },
    # Names of computers.
    "engine/engine.py": {"First Flight", "Upper Floor"},
    # A code for a choice.
    "rendering/scalus/words.py": {"no pivot"},
    # The name of a program for PostgreSQL, and SQL statements.
    "club/search_queue.py": {
        "stairwell engine-worker",
        "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE application_name = $1 AND datname = "
        "current_database())",
        "SELECT id, status = 'picked' AS is_picked FROM {} WHERE entrypoint = $1 AND status IN "
        "('picked', 'queued') ORDER BY is_picked DESC, priority DESC, id LIMIT $2",
    },
    # Names of Unicode's characters.
    "language/typed.py": {"QUOTATION MARK", "CORNER BRACKET"},
    # Stored codes, and names of commands.
    "extensions/events/club/entering.py": {"late entry"},
    "extensions/events/club/changes.py": {"round begun", "too few"},
    "extensions/events/club/formats/league.py": {"went up", "went down"},
    "extensions/events/club/organising.py": {
        "event opened",
        "event closed",
        "event entrant",
        "event extended",
        "event adjudicated",
        "event cancelled",
    },
    "extensions/events/club/pairing/pairer.py": {"pairing timed out"},  # for a log
    "extensions/events/club/rounds.py": {"round over", "too few"},
    "extensions/events/club/refusals.py": {"event list"},
    "extensions/events/club/standings/results.py": {
        "time loss",
        "forfeit win",
        "forfeit loss",
        "half bye",
        "time out",
    },
    "extensions/events/club/standings/scores.py": {"group wins", "time losses"},
    "club/matches/match.py": {"take back"},
    "club/matches/changes.py": {"take back"},
    "club/matches/turns.py": {"take back"},
    "club/matches/offer_kinds.py": {"take back"},
    "club/matches/alarms.py": {"times out"},
    "club/matches/reasons.py": {"time out"},
    # Codes, and plain texts for logs and terminals.
    "club/matches/offers.py": {"{} asks for this: {}.", "Still to answer: {}."},
    "club/outbox/delivery.py": {"post {} ({}, match {})"},
    "club/outbox/queue.py": {
        "post {} has unknown kind {}",
        "post {} is incomplete: {}",
    },
    "club/outbox/kinds.py": {
        *("remove stray", "puzzle over"),
        # Lanes.
        *("match {} channel {}", "challenge {} channel {}", "person {}"),
    },
    # For the host's terminal, which is in English.
    "extensions/events/bot/champions.py": {"the champion role needs {}"},
    "extensions/events/club/posts.py": {"event news", "event {} {}"},
    "club/references.py": {"match {}", "challenge {}"},
    # Records are the same in every language.
    "rules/record.py": {"told when the match is over", "times out"},
    # HTML elements, and a time that is the same in every language.
    "web/http/markup.py": {
        '<time datetime="{}" title="{}">{}</time>',
        '<time datetime="{}" data-moment>{}</time>',
        '<a href="{}">{}</a>',
        "{} UTC",
    },
    # Codes of the sides of the board.
    "rules/skirt/board.py": {"lower right", "upper right", "upper left", "lower left"},
}
_WORD = re.compile(r"[A-Za-zÀ-ž]{2,}|\{\}")


def unmarked(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The line number and the text of each unmarked string."""
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
            continue
        if isinstance(child, ast.Assert):
            continue
        if isinstance(child, ast.Call) and name_of(child.func) in {
            *KEYWORDS,
            *BUGS,
            *OPERATORS,
            *SILENT,
            "cast",
        }:
            continue
        if isinstance(child, ast.FunctionDef) and child.name == "__repr__":
            continue
        if isinstance(child, ast.keyword) and child.arg in CODES:
            continue
        if isinstance(child, ast.Assign) and name_of(child.targets[0]) in CODES:
            continue
        if isinstance(child, ast.AnnAssign):
            if child.value is not None and name_of(child.target) not in CODES:
                yield from unmarked(ast.Expression(child.value))
            continue
        if isinstance(child, ast.Constant) and isinstance(child.value, str):
            if is_a_text(child.value):
                yield child.lineno, child.value
            continue
        if isinstance(child, ast.JoinedStr):
            fixed = "".join(
                str(part.value) if isinstance(part, ast.Constant) else "{}" for part in child.values
            )
            if is_a_text(fixed):
                yield child.lineno, fixed
            continue
        yield from unmarked(child)


def is_a_text(string: str) -> bool:
    """Whether a string has at least two words, one of which may be a placeholder."""
    words = _WORD.findall(string)
    return " " in string.strip() and len(words) > 1 and any(word != "{}" for word in words)


def name_of(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def files() -> list[Path]:
    modules = [file for folder in PACKAGES for file in sorted((ROOT / folder).rglob("*.py"))]
    spared = [*(ROOT / each for each in OPERATORS_OWN), *ROOT.glob("extensions/*/storage")]
    return [each for each in modules if not any(each.is_relative_to(path) for path in spared)]


def test_every_text_is_marked() -> None:
    unmarked_texts = [
        (path, *each)
        for file in files()
        for path in [str(file.relative_to(ROOT))]
        for each in unmarked(ast.parse(file.read_text()))
        if each[1] not in LISTED.get(path, ())
    ]
    assert not unmarked_texts, "mark them as docs/languages.md says"


def test_every_listed_path_exists() -> None:
    # An extension may have been left out.
    present = [each for each in LISTED if (ROOT / Path(*Path(each).parts[:2])).exists()]
    assert [each for each in present if not (ROOT / each).exists()] == []


def test_no_marked_text_is_inside_an_f_string() -> None:
    calls = [
        (str(file.relative_to(ROOT)), call.lineno)
        for package in PACKAGES
        for file in sorted((ROOT / package).rglob("*.py"))
        for string in ast.walk(ast.parse(file.read_text()))
        if isinstance(string, ast.JoinedStr)
        for call in ast.walk(string)
        if isinstance(call, ast.Call) and name_of(call.func) in KEYWORDS
        if isinstance(call.args[0], ast.Constant)
    ]
    assert not calls, "Babel looks into no f-string: say it before"


def test_unmarked_texts_of_every_shape_are_found() -> None:
    source = """
'''A docstring of words.'''
gettext("A marked text."); raise ValueError("a bug of ours")
words = "An unmarked text"
words = f"{cell} is not a cell"
words: str = "Another unmarked text"
refuse("code", ("in two " "halves"))
"""
    assert [line for line, _ in unmarked(ast.parse(source))] == [4, 5, 6, 7]
