"""Monte Carlo tree search for any number of seats, with proven wins and losses.

The tree grows by one node per simulation, guided by the results below each move and by the game's
prior weights (PUCT: Rosin, "Multi-armed bandits with episode context", 2011). A node has one value
per seat, and each mover prefers its own (max^n). Ends of matches are facts, not samples, and are
backed up as such (Winands, Björnsson and Saito, "Monte-Carlo Tree Search Solver", 2008). Each
result of chance is a node. The more often a move is tried, the more results are drawn for it
(progressive widening: Couëtoux et al., "Continuous upper confidence trees", 2011).

At the root a game may let its most promising moves compete by sequential halving (Karnin, Koren and
Somekh, "Almost optimal exploration in multi-armed bandits", 2013). Each round gives all remaining
moves the same number of simulations, and drops the worse half.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, log2, sqrt
from random import Random
from typing import Generic, Protocol

from engine.search import Finding, P, Search, Values, values_at_the_end, values_of_win
from rules.position import Move

MIN_SIMULATIONS = 2
"""Simulations for each contender in the first round. With less work there are fewer contenders."""

VISITS_PER_RESULT = 8
"""Visits of a move for each result of chance below it."""

MAX_LINE_LENGTH = 12
"""Maximum number of moves in the main line."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """The game's assessment of a position that is not over."""

    values: Values
    weights: Sequence[float]
    """The weight of each move, in the order of `moves()`. Above 0, adding up to 1."""


class Guide(Protocol[P]):
    """The knowledge of one game."""

    exploration: float
    """The influence of weights on rarely tried moves."""
    fpu_reduction: float
    """First-play urgency: how much less an untried move is worth than its position."""

    def assess(self, position: P, moves: Sequence[Move], random: Random) -> Assessment:
        """Return the values of a position by estimate or playouts, and the weights of its moves."""
        ...

    def winning_move(self, position: P) -> Move | None:
        """Return an immediate win if one is quickly found. It may overlook some."""
        ...

    def reveal(self, position: P, random: Random) -> P:
        """Return the position with everything that the last move revealed drawn at random.

        If it revealed nothing, return the same position.
        """
        ...


class _Edge(Generic[P]):
    """A move of a node, and its statistics."""

    __slots__ = ("after", "children", "move", "total", "visits", "weight")

    def __init__(self, move: Move, weight: float, after: P) -> None:
        self.move = move
        self.weight = weight
        self.after = after
        self.visits = 0
        self.total = 0.0
        self.children: dict[P | None, _Node[P]] = {}


class _Node(Generic[P]):
    """A position in the tree. Its best moves are edges, the others wait in order."""

    __slots__ = ("edges", "mover", "position", "proven", "values", "visits", "waiting")

    def __init__(
        self, position: P, mover: int, values: Values, waiting: list[tuple[float, Move]]
    ) -> None:
        self.position = position
        self.mover = mover
        self.values = values
        self.waiting = waiting
        self.edges: list[_Edge[P]] = []
        self.visits = 0
        self.proven: Values | None = None


class TreeSearch(Search[P]):
    """The search with one game's guide. It keeps no state between calls."""

    def __init__(self, guide: Guide[P], *, contenders: int = 0) -> None:
        """:param contenders: the number of moves at the root that compete by sequential halving.
        With 0, the tree decides there too.
        """
        self.guide = guide
        self._contenders = contenders

    def find(self, position: P, work: int, random: Random) -> Finding:
        """:param work: simulations, at least one."""
        root = self._node(position, random)
        contenders = self._open_contenders(root, work)
        if contenders:
            done = self._halve(root, contenders, work, random)
        else:
            done = self._grow(root, work, random)
        if not root.edges:
            self._open(root)
        best = contenders[0] if contenders and root.proven is None else _best(root)
        child = _most_visited(best)
        if root.proven is not None:
            values = root.proven
        elif child is not None and child.proven is not None:
            values = child.proven
        else:
            mean = best.total / best.visits if best.visits else root.values[root.mover]
            values = _with_share(child.values if child else root.values, root.mover, mean)
        line = (best.move, *_line(child))[:MAX_LINE_LENGTH]
        return Finding(line, values, done, is_proven=root.proven is not None)

    def _grow(self, root: _Node[P], work: int, random: Random) -> int:
        """Let the tree grow. Return the simulations made, including the root's."""
        done = 1
        while done < work and root.proven is None:
            self._simulate(root, random)
            done += 1
        return done

    def _open_contenders(self, root: _Node[P], work: int) -> list[_Edge[P]]:
        """The most promising moves of the root, as many as there is enough work for."""
        count = 0 if root.proven is not None else min(self._contenders, len(root.waiting))
        while count > 1 and (work - 1) // _rounds(count) // count < MIN_SIMULATIONS:
            count //= 2
        return [self._open(root) for _ in range(count)] if count > 1 else []

    def _halve(self, root: _Node[P], contenders: list[_Edge[P]], work: int, random: Random) -> int:
        """Divide the work evenly among rounds and their remaining moves.

        :param contenders: only the best remains in the list.
        :returns: the simulations made, including the root's.
        """
        done = 1
        for rounds in range(_rounds(len(contenders)), 0, -1):
            each = max(1, (work - done) // rounds // len(contenders))
            for edge in contenders:
                for _ in range(each):
                    if root.proven is not None or _proven(edge) is not None:
                        break
                    self._simulate(root, random, edge)
                    done += 1
            contenders.sort(key=lambda edge: _mean(edge, root.mover), reverse=True)
            del contenders[max(1, len(contenders) // 2) :]
        return done

    def greedy_move(self, position: P, random: Random) -> Move:
        moves = position.moves()
        return max(zip(self.priors(position, moves, random), moves, strict=True))[1]

    def priors(self, position: P, moves: Sequence[Move], random: Random) -> list[float]:
        return list(self.guide.assess(position, moves, random).weights)

    def winning_move(self, position: P) -> Move | None:
        return self.guide.winning_move(position)

    def _simulate(self, root: _Node[P], random: Random, first: _Edge[P] | None = None) -> None:
        """Walk down to a new or proven node, and back up its value.

        :param first: the first move, or None for the most promising.
        """
        path: list[tuple[_Node[P], _Edge[P]]] = []
        node = root
        while True:
            edge = first if first is not None and node is root else self._choice(node)
            path.append((node, edge))
            result = self._result(edge, random)
            child = edge.children.get(result)
            if child is None:
                child = edge.children[result] = self._node(result or edge.after, random)
                break
            if child.proven is not None:
                break
            node = child
        values = child.proven or child.values
        for node, edge in reversed(path):
            edge.visits += 1
            node.visits += 1
            _prove(node, edge)
            if node.proven is not None:
                values = node.proven
            edge.total += values[node.mover]

    def _result(self, edge: _Edge[P], random: Random) -> P | None:
        """What a move reveals this time, often drawn before, or None if it reveals nothing."""
        results = edge.children
        if None in results:
            return None
        if len(results) > edge.visits // VISITS_PER_RESULT:
            return random.choice(list(results))
        revealed = self.guide.reveal(edge.after, random)
        return None if revealed is edge.after else revealed

    def _node(self, position: P, random: Random) -> _Node[P]:
        moves = position.moves()
        seat = position.to_move
        if seat is None:
            outcome = position.outcome
            assert outcome is not None
            values = values_at_the_end(outcome, position.seats)
            node = _Node(position, 0, values, [])
            node.proven = values
            return node
        win = self.guide.winning_move(position)
        if win is not None:
            values = values_of_win(seat, position.seats)
            node = _Node(position, seat - 1, values, [(1.0, win)])
            node.proven = values
            return node
        look = self.guide.assess(position, moves, random)
        waiting = sorted(zip(look.weights, moves, strict=True))
        return _Node(position, seat - 1, look.values, waiting)

    def _choice(self, node: _Node[P]) -> _Edge[P]:
        """The next move to try: an edge, or the most promising waiting one."""
        explored = self.guide.exploration * sqrt(node.visits + 1)
        mover = node.mover
        best: _Edge[P] | None = None
        highest = -1.0
        for edge in node.edges:
            if _proven(edge) is None:
                score = edge.total / edge.visits + explored * edge.weight / (1 + edge.visits)
                if score > highest:
                    best, highest = edge, score
        if node.waiting:
            untried = node.values[mover] - self.guide.fpu_reduction + explored * node.waiting[-1][0]
            if best is None or untried > highest:
                return self._open(node)
        assert best is not None, "a node whose every move is proven is proven itself"
        return best

    def _open(self, node: _Node[P]) -> _Edge[P]:
        weight, move = node.waiting.pop()
        edge = _Edge(move, weight, node.position.play(move))
        node.edges.append(edge)
        return edge


def _rounds(contenders: int) -> int:
    """The number of halvings until one is left."""
    return ceil(log2(contenders))


def _mean(edge: _Edge[P], mover: int) -> float:
    """A move's mean value for its mover, or its proven one."""
    values = _proven(edge)
    if values is not None:
        return values[mover]
    return edge.total / edge.visits if edge.visits else 0.0


def _proven(edge: _Edge[P]) -> Values | None:
    """The proven value of a move, always None if chance is involved."""
    child = edge.children.get(None)
    return None if child is None else child.proven


def _prove(node: _Node[P], edge: _Edge[P]) -> None:
    """Prove a node after one of its edges changed, if possible."""
    values = _proven(edge)
    if values is None:
        return
    mover = node.mover
    if values[mover] == 1.0:
        node.proven = values
    elif not node.waiting:
        proofs = [_proven(each) for each in node.edges]
        proven = [proof for proof in proofs if proof is not None]
        if len(proven) == len(proofs):
            node.proven = max(proven, key=lambda each: each[mover])


def _best(node: _Node[P]) -> _Edge[P]:
    """A proven win, else the most tried move that isn't proven to lose."""

    def merit(edge: _Edge[P]) -> tuple[float, float]:
        values = _proven(edge)
        if node.proven is not None:
            return (values[node.mover] if values else -1.0), edge.visits
        if values is not None and values[node.mover] <= 0.0:
            return -1.0, edge.visits
        return edge.visits, edge.weight

    return max(node.edges, key=merit)


def _most_visited(edge: _Edge[P]) -> _Node[P] | None:
    return max(edge.children.values(), key=lambda child: child.visits, default=None)


def _line(node: _Node[P] | None) -> tuple[Move, ...]:
    line: list[Move] = []
    while node is not None and len(line) < MAX_LINE_LENGTH:
        if not node.edges:
            if node.proven is not None and node.waiting:
                line.append(node.waiting[-1][1])
            break
        edge = _best(node)
        line.append(edge.move)
        node = _most_visited(edge)
    return tuple(line)


def _with_share(values: Values, mover: int, share: float) -> Values:
    """The values with this share for the mover, and the others' scaled."""
    rest = sum(values) - values[mover]
    others = len(values) - 1
    return tuple(
        share if seat == mover else (1 - share) * (value / rest if rest > 0 else 1 / others)
        for seat, value in enumerate(values)
    )
