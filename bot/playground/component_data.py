"""Find the components a person uses, and build the interaction `data` that Discord sends for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.playground.commands import RefusedError
from bot.playground.components import CHECKBOX, INPUT, LABEL, LINK, PREMIUM, RADIO, ROW, SELECT, TEXT
from bot.playground.objects import channel as channel_object
from bot.playground.objects import text_channels
from bot.playground.objects import user as user_object
from bot.playground.world import Json, Message, World

USER_SELECT, CHANNEL_SELECT = 5, 8


def find_button(message: Message, custom_id: str | None, label: str | None) -> Json:
    """Return a button of the message, or of its previous state.

    Raises:
        RefusedError: If there is none, or it is disabled, or it is a link.
    """
    for state in _states(message):
        for button in state.buttons:
            if custom_id is not None and button.get("custom_id") != custom_id:
                continue
            if label is not None and button.get("label") != label:
                continue
            if button.get("disabled") or button["style"] in {LINK, PREMIUM}:
                raise RefusedError(f"the button {label or custom_id} cannot be pressed")
            return button
    raise RefusedError(f"there is no button {label or custom_id}")


def find_select(message: Message, custom_id: str) -> Json:
    """Return a select menu of the message, or of its previous state.

    Raises:
        RefusedError: If there is none or it is disabled.
    """
    for state in _states(message):
        for select in state.selects:
            if select["custom_id"] == custom_id:
                if select.get("disabled"):
                    raise RefusedError(f"the menu {custom_id} is disabled")
                return select
    raise RefusedError(f"there is no menu {custom_id}")


def _states(message: Message) -> list[Message]:
    """The message and its previous state: a press may arrive just after an edit."""
    return [message] if message.previous is None else [message, message.previous]


def button_data(button: Json) -> Json:
    """Build the `data` of a button press."""
    return {"custom_id": button["custom_id"], "component_type": 2, "id": button["id"]}


def select_data(world: World, select: Json, values: Sequence[str]) -> Json:
    """Build the `data` of a choice in a select menu.

    Raises:
        RefusedError: If there are too few or too many values, or one is not an option.
    """
    _check_values(world, select, values)
    data: Json = {
        "custom_id": select["custom_id"],
        "component_type": select["type"],
        "id": select["id"],
        "values": list(values),
    }
    if select["type"] == USER_SELECT:
        data["resolved"] = {"users": {each: user_object(world.users[each]) for each in values}}
    if select["type"] == CHANNEL_SELECT:
        chosen = (world.channels[each] for each in values)
        data["resolved"] = {"channels": {each.id: channel_object(each, world) for each in chosen}}
    return data


def _check_values(world: World, select: Json, values: Sequence[str]) -> None:
    least, most = select.get("min_values", 1), select.get("max_values", 1)
    if not least <= len(values) <= most or len(set(values)) < len(values):
        raise RefusedError(f"{select['custom_id']}: choose {least} to {most}")
    offered = {option["value"] for option in select.get("options") or ()}
    if select["type"] == USER_SELECT:
        offered = set(world.users)
    if select["type"] == CHANNEL_SELECT:
        offered = {each.id for each in text_channels(world)}
    if not offered.issuperset(values):
        raise RefusedError(f"{select['custom_id']}: not one of the options")


def modal_data(world: World, modal: Json, values: Mapping[str, Any]) -> Json:
    """Build the `data` of a submitted modal; `values` maps the custom_id of each field to its value.

    Raises:
        RefusedError: If a value is missing, too short, too long or not one of the options.
    """
    submitted = []
    for number, part in enumerate(modal["components"], 1):
        data: Json = {"type": part["type"], "id": part.get("id") or number}
        if part["type"] == LABEL:
            data["component"] = _field(world, part["component"], values, 100 + number)
        elif part["type"] == ROW:
            data["components"] = [_field(world, part["components"][0], values, 100 + number)]
        elif part["type"] != TEXT:
            raise RefusedError(f"cannot fill in a component of type {part['type']}")
        submitted.append(data)
    return {"custom_id": modal["custom_id"], "components": submitted}


def _field(world: World, field: Json, values: Mapping[str, Any], number: int) -> Json:
    custom_id, kind = field["custom_id"], field["type"]
    data: Json = {"type": kind, "id": field.get("id") or number, "custom_id": custom_id}
    if kind == INPUT:
        text = str(values.get(custom_id, field.get("value") or ""))
        least, most = field.get("min_length") or 0, field.get("max_length") or 4000
        if (field.get("required", True) and not text) or (text and not least <= len(text) <= most):
            raise RefusedError(f"{field.get('label') or custom_id}: write {least} to {most} characters")
        return {**data, "value": text}
    if kind == CHECKBOX:
        return {**data, "value": bool(values.get(custom_id, field.get("default", False)))}
    if kind == RADIO:
        value = values.get(custom_id)
        if value is None and field.get("required", True):
            raise RefusedError(f"{custom_id}: choose one")
        return {**data, "value": value}
    chosen = list(values.get(custom_id, ()))
    if kind == SELECT and (chosen or field.get("required", True)):
        _check_values(world, field, chosen)
    return {**data, "values": chosen}
