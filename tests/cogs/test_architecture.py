"""The path of one card in `docs/architecture.md`, compared with a trace of one press."""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TypeAlias

import pytest

from tests.cogs.place import Place, act_once

TOP = Path(__file__).parents[2]
PAGE = TOP / "docs" / "architecture.md"
MOST_FUNCTIONS = 544
MOST_FILES = 74
"""Of our own, comprehensions aside, for one card and the replies of two computers."""
OURS = tuple(f"{TOP / package}/" for package in ("bot", "cogs", "card_images"))

Call: TypeAlias = tuple[str, str]
"""A file and the qualified name of a function in it."""
Stack: TypeAlias = tuple[Call, ...]
"""Calls from the outermost to the innermost."""


def listed_stacks() -> list[Stack]:
    """The call stacks that the page lists, in its order."""
    blocks = re.findall(r"```text\n(.+?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return [tuple((file, name) for file, name in map(str.split, block.splitlines())) for block in blocks]


STACKS = listed_stacks()


def call_of(frame: FrameType) -> Call:
    code = frame.f_code
    return str(Path(code.co_filename).relative_to(TOP)), code.co_qualname.rpartition("<locals>.")[2]


def stack_of(frame: FrameType | None) -> Iterator[Call]:
    """The calls of our own functions that lead to a frame, innermost first."""
    while frame is not None:
        if frame.f_code.co_filename.startswith(OURS):
            yield call_of(frame)
        frame = frame.f_back


def ends_with(stack: Stack, piece: Stack) -> bool:
    """Whether the innermost calls of a stack are those of a shorter one."""
    return stack[-len(piece) :] == piece


@contextmanager
def profiled(note: Callable[[FrameType], object]) -> Iterator[None]:
    """Note every call of our own functions, in all threads."""

    def profile(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(OURS):
            note(frame)

    threading.setprofile(profile)
    sys.setprofile(profile)
    try:
        yield
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


async def in_play(place: Place) -> None:
    """A deal with two computers in which some tricks are over and a person is to play."""
    table = await place.start(computers=2)
    for _ in range(40):
        if table.now.open is not None and table.now.open.phase == "play" and len(table.now.open.tricks) > 1:
            break
        await act_once(place)


@pytest.fixture
async def trace(place: Place) -> list[Stack]:
    """The stacks of the last listed calls, while a person plays a card and two computers reply."""
    await in_play(place)
    ends, stacks = {stack[-1] for stack in STACKS}, list[Stack]()

    def note(frame: FrameType) -> None:
        if call_of(frame) in ends:
            stacks.append(tuple(stack_of(frame))[::-1])

    with profiled(note):
        await act_once(place)
        await place.settle()
    return stacks


async def test_the_path_of_a_card_is_the_documented_one(trace: list[Stack]) -> None:
    assert trace[0] == STACKS[0][: len(trace[0])]
    for stack in STACKS:
        found = {each for each in trace if each[-1] == stack[-1]}
        assert any(ends_with(each, stack) for each in found), found


@pytest.mark.parametrize(
    "end",
    [("bot/rules/deal.py", "Deal.act"), ("cogs/discord/replies.py", "update")],
    ids=["rules", "answer"],
)
async def test_the_path_from_the_press_is_short(trace: list[Stack], end: Call) -> None:
    ways = {each for each in trace if each[0][1] == "ControlRouter.on_interaction" and each[-1] == end}
    assert ways
    for _, *between, _ in ways:
        assert len(between) <= 6, between


async def test_the_steps_happen_in_the_documented_order(trace: list[Stack]) -> None:
    first = [next(n for n, each in enumerate(trace) if ends_with(each, stack)) for stack in STACKS]
    press, save, news, *rest = first
    assert press < save < news < min(rest)


async def test_a_card_and_two_replies_take_few_functions(place: Place) -> None:
    await in_play(place)
    called = set[Call]()
    with profiled(lambda frame: called.add(call_of(frame))):
        await act_once(place)
        await place.settle()
    functions = {(file, name) for file, name in called if not name.endswith(">")}
    files = {file for file, _ in functions}
    assert len(functions) <= MOST_FUNCTIONS, len(functions)
    assert len(files) <= MOST_FILES, len(files)
