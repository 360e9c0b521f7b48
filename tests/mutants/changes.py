"""Small changes of a Python file, such as `<` to `<=`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one file."""

    path: Path
    """Relative to the checkout."""
    lines: range
    """The lines of the changed expression."""
    column: int
    before: str
    after: str
    text: str
    """The whole changed file."""

    @property
    def storey(self) -> str:
        """The package."""
        return self.path.parts[0]

    @property
    def room(self) -> str:
        """The folder within the package. All modules beside the folders are one room."""
        return self.path.parts[1] if len(self.path.parts) > 2 else ""

    def __str__(self) -> str:
        return f"{self.path}:{self.lines[0]}:{self.column}: {self.before}  ->  {self.after}"


def changes_of(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the replacements of an expression."""
    match node:
        case ast.Compare(left, [operator], [right]) if type(operator) in COMPARISONS:
            yield ast.Compare(left, [COMPARISONS[type(operator)]()], [right])
        case ast.BoolOp(operator, values):
            other = ast.Or() if isinstance(operator, ast.And) else ast.And()
            yield ast.BoolOp(other, values)
            yield values[0]
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.BinOp(left, operator, right) if type(operator) in OPERATORS:
            yield ast.BinOp(left, OPERATORS[type(operator)](), right)
        case ast.IfExp(_, body, orelse):
            yield body
            yield orelse
        case ast.Constant(bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(int() as value):
            yield ast.Constant(value + 1)
        case ast.Await(ast.Call()):
            # As a statement, it is removed.
            yield ast.Constant(None)
        case _:
            pass


def expressions(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the executed expressions, without annotations, texts and logging."""
    match node:
        case ast.AnnAssign(value=value):
            if value is not None:
                yield from expressions(value)
            return
        case ast.Await():
            # Its result may be unused, so no test has to notice.
            yield from expressions(node.value)
            return
        case ast.Expr(ast.Call(ast.Attribute(ast.Name("log")))) | ast.arguments():
            return
        case ast.JoinedStr():
            # Before Python 3.12, the places of what is in them aren't known.
            return
        case ast.Expr(ast.Await() as value):
            yield value
        case ast.expr():
            yield node
        case _:
            pass
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from expressions(child)


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Yield all mutants of a file."""
    text = path.read_text()
    lines = text.splitlines(keepends=True)
    starts = [sum(len(line.encode()) for line in lines[:number]) for number in range(len(lines))]
    source = text.encode()
    for node in expressions(ast.parse(text)):
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        first = starts[node.lineno - 1] + node.col_offset
        last = starts[node.end_lineno - 1] + node.end_col_offset
        before = " ".join(source[first:last].decode().split())
        for change in changes_of(node):
            after = ast.unparse(change)
            whole = source[:first] + f"({after})".encode() + source[last:]
            lines = range(node.lineno, node.end_lineno + 1)
            yield Mutant(path, lines, node.col_offset + 1, before, after, whole.decode())
