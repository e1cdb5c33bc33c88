"""Dataclasses as values: cheap to make, cheap to copy, and with results that are worked out only once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar, cast

__all__ = ["cached_method", "cached_property", "replace", "value"]

if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import replace
    from functools import cached_property
    from typing import dataclass_transform

    Kind = TypeVar("Kind", bound=type)

    @dataclass_transform(frozen_default=True)
    def value(kind: Kind, /) -> Kind:
        """Make a class a dataclass, frozen as far as the type checker can see.

        At run time nothing freezes it: a frozen dataclass takes twice as long to make.
        """

    Method = TypeVar("Method", bound=Callable[..., Any])
else:
    value = dataclass(unsafe_hash=True)
    new, set_attribute = object.__new__, object.__setattr__

    def replace(value, /, **changes):
        """Copy a value with other values in some of its fields.

        The same as `dataclasses.replace`, but about seven times as fast: it copies the dictionary of the
        instance instead of running `__init__`. So the class has neither `__slots__` nor `__post_init__`.
        Cached results are left behind.

        Raises:
            TypeError: there is no field of such a name.
        """
        kind = value.__class__
        state = {**value.__dict__, **changes}  # with `|` it shares its keys, and reading a field is slow
        if len(state) > len(fields := kind.__dataclass_fields__):
            if unknown := changes.keys() - fields.keys():
                raise TypeError(f"{kind.__name__} has no field {', '.join(sorted(unknown))}")
            while len(state) > len(fields):
                state.popitem()  # a cached result: they stand behind the fields
        copy = new(kind)
        set_attribute(copy, "__dict__", state)  # the class may be frozen
        return copy

    class cached_property:  # noqa: N801 - named after the one of `functools`
        """`functools.cached_property` without its lock (as from Python 3.12 on), which made it slow."""

        def __init__(self, work):
            self.work = work
            self.__doc__ = work.__doc__

        def __set_name__(self, owner, name):
            self.name = name

        def __get__(self, value, owner=None):
            if value is None:
                return self
            result = value.__dict__[self.name] = self.work(value)
            return result


def cached_method(work: Method) -> Method:
    """Make a method of a value work out its result once for each tuple of positional arguments."""
    name = f"_{work.__name__}_cache"

    def look_up(value: Any, *arguments: Any) -> Any:
        results = value.__dict__.setdefault(name, {})
        if arguments in results:
            return results[arguments]
        result = results[arguments] = work(value, *arguments)
        return result

    look_up.__doc__ = work.__doc__
    return cast("Method", look_up)
