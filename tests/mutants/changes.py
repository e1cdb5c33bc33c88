"""Small changes of Python source, each of which some test should notice."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

Replacement: TypeAlias = tuple[ast.AST, str]
"""A node and the source to write in its place."""

COMPARISONS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}

UNTOUCHED: Final = {"annotation", "returns", "decorator_list", "type_params"}
"""Fields of nodes that only a type checker reads, or that rarely say what happens."""


class Mutant(NamedTuple):
    """One change of one file."""

    path: str
    line: int
    text: str
    """The line itself, without its indentation."""
    before: str
    after: str
    start: int
    """The offset in bytes of `before` in the file."""

    def __str__(self) -> str:
        before, after = (" ".join(each.split()) for each in (self.before, self.after))
        return f"{self.path}:{self.line}  {before}  ->  {after}"

    def applied(self, source: str) -> str:
        """The source of the file with the change made."""
        data = source.encode()
        end = self.start + len(self.before.encode())
        assert data[self.start : end].decode() == self.before, f"not the source of {self}"
        return (data[: self.start] + self.after.encode() + data[end:]).decode()


def mutants(path: str, source: str) -> list[Mutant]:
    """Every change that can be made in a file, in the order of its lines."""
    data = source.encode()
    lines = data.splitlines(keepends=True)
    starts = list(itertools.accumulate(map(len, lines), initial=0))
    found = set()
    for node, after in _replacements(ast.parse(source)):
        line, column, last, stop = _span(node)
        start, end = starts[line - 1] + column, starts[last - 1] + stop
        text = lines[line - 1].decode().strip()
        found.add(Mutant(path, line, text, data[start:end].decode(), after, start))
    return sorted(found, key=lambda each: (each.start, each.after))


def _span(node: ast.AST) -> tuple[int, int, int, int]:
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset  # type: ignore[attr-defined]  # as parsed


def _replacements(node: ast.AST) -> Iterator[Replacement]:
    """The changes of a node and of all nodes in it."""
    if isinstance(node, ast.keyword) and node.arg == "strict":
        return  # `zip` is only told so that an error in our own code shows
    yield from _own(node)
    for name, value in ast.iter_fields(node):
        if name in UNTOUCHED:
            continue
        for child in value if isinstance(value, list) else [value]:
            # The parts of an f-string have no exact place in the source before Python 3.12.
            if isinstance(child, ast.AST) and not isinstance(child, ast.JoinedStr):
                yield from _replacements(child)


def _own(node: ast.AST) -> Iterator[Replacement]:
    """The changes of a node itself."""
    match node:
        case ast.Compare(left, [operator], [right]) if type(operator) in COMPARISONS:
            other = COMPARISONS[type(operator)]()
            yield node, _text(ast.Compare(left, [other], [right]))
        case ast.Constant(bool() as value):
            yield node, str(not value)
        case ast.Constant(int() | float() as value):
            yield node, str(value + 1)
        case ast.BoolOp(operator, values):
            yield node, _text(ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values))
        case ast.UnaryOp(ast.Not(), operand):
            yield node, _text(operand)
        case ast.If(test) | ast.IfExp(test) | ast.While(test) if not _only_for_types(test):
            yield test, _text(ast.UnaryOp(ast.Not(), test))
            # A function that ends with a value is not worth a test run: without it nothing works.
            yield from ((each, "pass") for each in _ends(node))
        case ast.comprehension(ifs=tests):
            yield from ((test, "True") for test in tests)
        case ast.Slice():
            yield from ((node, text) for text in _shorter(node))
        case (
            ast.Expr(ast.Call() | ast.Await())
            | ast.AugAssign()
            | ast.Assign(targets=[ast.Attribute() | ast.Subscript()])
        ):
            yield node, "pass"


def _ends(condition: ast.AST) -> Iterator[ast.stmt]:
    """The statement that leaves the function or the loop if a condition holds."""
    if isinstance(condition, ast.If) and isinstance(
        condition.body[-1], ast.Return | ast.Raise | ast.Continue | ast.Break
    ):
        yield condition.body[-1]


def _shorter(bounds: ast.Slice) -> Iterator[str]:
    """A slice without one of its bounds."""
    if bounds.lower is not None:
        yield ast.unparse(ast.Slice(None, bounds.upper, bounds.step))
    if bounds.upper is not None:
        yield ast.unparse(ast.Slice(bounds.lower, None, bounds.step))


def _only_for_types(test: ast.expr) -> bool:
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"


def _text(node: ast.expr) -> str:
    """The source of an expression, safe wherever an expression may stand."""
    return f"({ast.unparse(node)})"
