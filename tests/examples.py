"""The number of random examples, by profile of hypothesis: `usual` or `soak`."""

from __future__ import annotations

from hypothesis import Phase, settings

USUAL = "usual"
settings.register_profile(USUAL, deadline=None, derandomize=True, max_examples=100)
settings.register_profile("soak", deadline=None, derandomize=False, max_examples=10_000)


def examples(number: int) -> settings:
    """Settings for a number of examples: the same ones in every usual run, 100 times as many in a soak."""
    return settings(max_examples=number * settings().max_examples // 100)


def unshrunk(number: int) -> settings:
    """The same for examples that take seconds: one that fails is shown as it was drawn."""
    return settings(examples(number), phases=(Phase.explicit, Phase.reuse, Phase.generate))
