"""Figures that an operator replaces by a file: the setting that names it, the game that reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.games.royal_tarokk import ROYAL_TAROKK
from bot.games.royal_tarokk.points import OPTION, differing
from bot.settings import wrong_value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.settings import Settings


def figures_from(settings: Settings) -> Mapping[str, Mapping[str, object]]:
    """The tables of figures that differ from the games' own, by game and then by house rule.

    Raises:
        WrongSettingError: a file cannot be read, or does not hold such a table.
    """
    path = settings.royal_points
    if path is None:
        return {}
    try:
        points = differing(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise wrong_value("ROYAL_POINTS", path, f"cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise wrong_value("ROYAL_POINTS", path, "is not a text in UTF-8") from None
    except ValueError as error:
        raise wrong_value("ROYAL_POINTS", path, str(error)) from None
    return {ROYAL_TAROKK.name: {OPTION: points}} if points else {}
