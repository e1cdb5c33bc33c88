"""House rules that the operator sets with a file: the setting that names the file, the game that reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.games.royal_tarokk import ROYAL_TAROKK
from bot.games.royal_tarokk.points import OPTION, differing
from bot.settings import wrong_value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.settings import Settings


def overrides_from(settings: Settings) -> Mapping[str, Mapping[str, object]]:
    """Return the values that the operator's files change, by game and then by house rule.

    Raises:
        WrongSettingError: a file cannot be read or has invalid content.
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
