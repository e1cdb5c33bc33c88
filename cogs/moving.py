"""Changing a table by a button under the message that shows it: the answer itself shows the change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.respond import Interaction, acknowledge, patiently, update

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from bot.rules.reasons import Refusal
    from bot.tables import Table
    from cogs.desk import Desk
    from cogs.screen import Screen


async def move_on(
    desk: Desk, interaction: Interaction, table: Table, change: Awaitable[Refusal | None]
) -> Refusal | None:
    """Change a table; if that is refused the person is told why.

    What the pressed message then shows comes with the answer, so the queue need not send it again.
    """
    screen = desk.screen(table)
    screen.held += 1
    try:
        refusal = await patiently(interaction, change)
        if refusal is None:
            await _redraw(desk, interaction, screen)
    finally:
        screen.held -= 1
        screen.refresh()
    if refusal is not None:
        await desk.refuse(interaction, refusal)
    return refusal


async def _redraw(desk: Desk, interaction: Interaction, screen: Screen) -> None:
    message = interaction.message
    page = None if message is None else await screen.page_for(message.id)
    if page is None:
        await acknowledge(interaction)
    elif await update(interaction, await desk.painter.render(page, screen.shown)):
        screen.changed(page)
