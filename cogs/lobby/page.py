"""The table message before the first deal, its settings, and its house rules."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from bot.rules.game import Game
from bot.rules.reasons import Refusal
from bot.tables import SETTINGS, Occupant, Pace, Strength, Table, TableState
from bot.text import LOCALES, Words, own_name, words
from bot.text.help import aim_line, option_line, option_value
from bot.text.typed import fits, folded
from cogs.controls import HOUSE_RULE, LEARN, LISTED_SETTINGS, LOBBY, PANEL
from cogs.discord.page import OPTION_LIMIT, OPTIONS, Button, Look, Option, Page, Row, Select, in_rows, lines
from cogs.discord.pictures import LobbyPicture
from cogs.match.page import match_line
from cogs.table.clock import pace_in_full, strength_of
from cogs.table.names import badge_of, name_of
from cogs.table.progress import FINGERPRINT, end_votes, outage_line, sealed_line

MORE: Final = ("options", "rules", *LISTED_SETTINGS)

ROWS: Final = (
    ("start", "join", "leave", "learn", "alone"),
    ("fill", "add", "remove"),
    MORE,
)
"""The buttons. Each always has the same place, so that a second press never means something else."""
LOOKS: Final = {"start": Look.PRIMARY, "join": Look.SUCCESS, "alone": Look.PRIMARY}

VALUES: Final = {name: row.values or tuple(LOCALES) for name, row in SETTINGS.items()}
"""The values of each setting."""


def lobby_page(w: Words, table: Table) -> Page:
    """The game, its house rules, and the seats; without controls once the table has begun."""
    seats = [
        w("lobby.seat", number=number, who=_seated(w, table, each))
        for number, each in enumerate(table.occupants, 1)
    ]
    heading = w("lobby.heading", game=table.game.name)
    about = w(f"summary.{table.game.name}")
    settings = w("list.dot").join(setting_line(w, table, name, brief=True) for name in SETTINGS)
    rules = [*house_rule_lines(w, table), settings]
    votes, hint = end_votes(w, table), _hint(w, table)
    top = heading, outage_line(w, table), match_line(w, table), about, aim_line(w)
    # Seats that play together in every deal of the game.
    teams = [w.listed([w.number(seat + 1) for seat in team]) for team in table.game.teams]
    together = w("lobby.teams", teams=w("list.semicolon").join(teams)) if teams else ""
    has_begun = table.state is not TableState.LOBBY
    text = lines(*top, rules, seats, together, votes, hint, "" if has_begun else sealed_line(w, table))
    rows = () if has_begun else (*_buttons(w, table), *strength_select(w, table))
    return Page((text, _picture(w, table)), rows)


def _hint(w: Words, table: Table) -> str:
    """How people come to the table, or, once it has begun, the commitment to its first deal."""
    if table.state is TableState.LOBBY:
        return w("lobby.hint" if None in table.occupants else "lobby.full")
    seal = table.origin.seal if table.origin else None
    sealed = seal.commitment[:FINGERPRINT] if seal and seal.number == 1 else ""
    return lines(w("lobby.begun"), w("fair.sealed_then", commitment=sealed) if sealed else "")


def _buttons(w: Words, table: Table) -> list[Row]:
    free, computers = None in table.occupants, any(each and each.is_computer for each in table.occupants)
    # The button that fills the table says how many computers come.
    labels = {"fill": w("button.fill_count", count=table.missing)} if table.missing else {}
    useful = {"add": free, "fill": free, "remove": computers}
    # The two tables of a match have the same rules.
    offered = {**dict.fromkeys(("learn", "alone"), is_alone(table)), "options": table.match is None}
    # Joining stays possible: a person who has left the server holds a seat until somebody asks for it.
    looks = LOOKS if free else {**LOOKS, "join": Look.SECONDARY}
    proof = [Button(PANEL["proof"].at(table), w("button.proof"))] if table.commitment else []
    return [
        row
        for verbs in ROWS
        for row in in_rows(
            [
                Button(
                    LEARN.id(table.game.name) if verb == "learn" else LOBBY[verb].at(table),
                    labels.get(verb) or w(f"button.{verb}"),
                    looks.get(verb, Look.SECONDARY),
                    enabled=useful.get(verb, True),
                )
                for verb in verbs
                if offered.get(verb, True)
            ]
            + (proof if verbs is MORE else [])
        )
    ]


def is_alone(table: Table) -> bool:
    """Whether one person waits for others, and may begin with computers instead."""
    return len(table.people) == 1 and None in table.occupants and table.match is None


def seats_missing_page(w: Words, table: Table) -> Page:
    """Why the host cannot start yet, and the button that seats computers and does."""
    button = Button(LOBBY["fill_start"].at(table), w("button.fill_start"), Look.SUCCESS)
    return Page((w("refusal.seats_missing", count=table.missing),), ((button,),))


def _picture(w: Words, table: Table) -> LobbyPicture:
    chairs = tuple(
        None if each is None else badge_of(seat, each) for seat, each in enumerate(table.occupants)
    )
    seated = [chair for chair in chairs if chair is not None]
    computers = sum(chair.computer for chair in seated)
    described = w(
        "lobby.picture",
        cards=len(table.game.pack),
        people=len(seated) - computers,
        computers=computers,
        free=len(chairs) - len(seated),
    )
    return LobbyPicture(described, table.game.pack, chairs)


def _seated(w: Words, table: Table, occupant: Occupant | None) -> str:
    if occupant is None:
        return w("name.free")
    name = name_of(w, occupant)
    if occupant.is_computer:
        return w("lobby.computer", player=name, strength=strength_of(w, table, occupant.strength))
    return w("lobby.host", player=name) if occupant.user_id == table.host_id else name


def house_rule_lines(w: Words, table: Table) -> list[str]:
    """The house rules that differ from the game's default, a line each."""
    return [option_line(w, name, value) for name, value in table.options.items()]


def house_rules_page(w: Words, table: Table, notice: str = "") -> Page:
    """All house rules of the game in a list, each with its present value."""
    options = tuple(
        Option(name, option_line(w, name, table.options.get(name, values[0])))
        for name, values in table.game.options.items()
    )
    heading = w("options.heading", game=table.game.name)
    warning = w("panel.notice", notice=notice) if notice else ""
    text = lines(heading, warning, house_rule_lines(w, table) or w("options.none"))
    parts = [options[start : start + OPTIONS] for start in range(0, len(options), OPTIONS)]
    lists = []
    for number, part in enumerate(parts):
        numbered = w("options.choose_part", number=number + 1, count=len(parts))
        choose = numbered if len(parts) > 1 else w("options.choose")
        lists.append(Select(HOUSE_RULE.id(table.id, number or ""), choose, part))
    return Page((text,), tuple(lists))


def values_page(w: Words, table: Table, name: str) -> Page:
    """One house rule and its possible values, the default first."""
    values = table.game.options[name]
    now = option_line(w, name, table.options.get(name, values[0]))
    said = [option_value(w, value) for value in values]
    said[0] = w("options.default", value=said[0])
    options = tuple(Option(typed(value), each) for value, each in zip(values, said, strict=True))
    select = Select(HOUSE_RULE.id(table.id, name), w("options.set"), options[:OPTIONS])
    back = Button(HOUSE_RULE.id(table.id, ""), w("button.back"))
    return Page((lines(w("options.heading", game=table.game.name), now),), (select, (back,)))


def typed(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def value_of(game: Game, name: str, text: str) -> object:
    """The value of a house rule that a text names; the text itself if the rule has no such value."""
    return {typed(each): each for each in game.options.get(name, ())}.get(text, text)


def parse_house_rules(game: Game, text: str) -> Mapping[str, object] | Refusal:
    """Read `name=value name=value`. Refused as `unknown_option` if the game has no such rule or value."""
    chosen: dict[str, object] = {}
    for part in text.replace(",", " ").split():
        name, _, value = part.partition("=")
        if value not in map(typed, game.options.get(name, ())):
            return Refusal("unknown_option", "", {"option": part[:OPTION_LIMIT]})
        chosen[name] = value_of(game, name, value)
    return chosen


def complete_house_rules(w: Words, game: Game, text: str) -> list[Option]:
    """The completions of a text: every value of each rule that it does not set yet."""
    *before, last = text.split(" ")
    taken = {part.partition("=")[0] for part in before}
    settings = (
        (f"{name}={typed(value)}", option_line(w, name, value))
        for name, values in game.options.items()
        for value in values
        if name not in taken
    )
    offered = [
        Option(" ".join([*before, setting]), label)
        for setting, label in settings
        if folded(last) in setting or fits(last, label)
    ]
    # Discord refuses the whole list if one value is too long; the lobby's button sets any number of rules.
    return [each for each in offered if len(each.value) <= OPTION_LIMIT][:OPTIONS]


def setting_line(w: Words, table: Table, name: str, *, brief: bool = False) -> str:
    value = getattr(table.settings, name)
    said = _told(w, table, name, value)
    if brief and name == "pace":
        said = w(f"pace.{value}")
    if brief and w.has(f"{name}.{value}.brief"):
        said = w(f"{name}.{value}.brief")
    if name == "strength" and value != Strength.QUICK and not table.terms.computers_think:
        said = w("strength.only", strength=said)
    return w(f"{name}.line", **{name: said})


def setting_page(w: Words, table: Table, name: str, notice: str = "") -> Page:
    options = tuple(Option(each, _told(w, table, name, each)) for each in VALUES[name])
    chosen = words(table.settings.locale).locale if name == "locale" else getattr(table.settings, name)
    choice = Select(LOBBY[f"set_{name}"].at(table), w(f"{name}.choose"), options, chosen=(chosen,))
    warning = w("panel.notice", notice=notice) if notice else ""
    about = w(f"{name}.about") if w.has(f"{name}.about") else ""
    return Page((lines(warning, setting_line(w, table, name), about),), (choice,))


def strength_select(w: Words, table: Table) -> tuple[Select, ...]:
    """The list for the host: how well all computers play, or another computer of some strength.

    There is none where all play quick.
    """
    if not table.terms.computers_think:
        return ()
    verbs = ("all", "add") if None in table.occupants else ("all",)
    options = [Option(f"{verb}:{each}", w(f"strength.{verb}.{each}")) for verb in verbs for each in Strength]
    return (Select(LOBBY["strength"].at(table), setting_line(w, table, "strength"), tuple(options)),)


def _told(w: Words, table: Table, name: str, value: str) -> str:
    """A value of a setting in words; where computers do not search, all play quick."""
    if name == "locale":
        return own_name(words(value).locale)
    if name == "pace":
        return pace_in_full(w, table, Pace(value))
    return strength_of(w, table, Strength(value)) if name == "strength" else w(f"{name}.{value}")
