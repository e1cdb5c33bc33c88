"""The page server: keys, hosts, and the requests of pages."""

from __future__ import annotations

import os
import stat
from base64 import b64encode
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from bot.playground import Playground
from bot.playground.keys import KeysError, kept_keys
from bot.playground.messages import compose
from bot.playground.pages import ASSETS
from bot.playground.person import Person
from bot.playground.world import CHANNEL_ID, Channel, ChannelKind
from tests.playground.bots import Bot, png
from tests.playground.test_visibility import page


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


async def test_every_person_has_their_own_address(playground: Playground) -> None:
    addresses = {person.address for person in playground.people.values()}
    assert len(addresses) == 4
    assert all(each.startswith("http://127.0.0.1:") and len(each.split("/")[-2]) == 32 for each in addresses)


@pytest.mark.parametrize("asset", sorted(ASSETS))
async def test_assets(session: aiohttp.ClientSession, anna: Person, asset: str) -> None:
    async with session.get(anna.address + asset) as reply:
        assert reply.status == 200
        assert "default-src 'none'" in reply.headers["Content-Security-Policy"]
        assert reply.headers["Cache-Control"] == "no-store"
        text = await reply.text()
    assert "://" not in text.replace("https?://", "").replace("http://www.w3.org", "")
    assert "innerHTML" not in text


@pytest.mark.parametrize("path", ["nothing.js", "files/1/hand.png"])
async def test_a_missing_file_is_not_found(session: aiohttp.ClientSession, anna: Person, path: str) -> None:
    async with session.get(anna.address + path) as reply:
        assert reply.status == 404


@pytest.mark.parametrize("path", ["", "ws", "page.js", "files/1/hand.png", "as/402857196104744961"])
async def test_wrong_key_opens_nothing(
    session: aiohttp.ClientSession, playground: Playground, path: str
) -> None:
    async with session.get(f"{playground.address}/p/{'x' * 32}/{path}") as reply:
        assert reply.status == 404


@pytest.mark.parametrize("path", ["", "ws", "page.js"])
@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Host": "evil.example", "Origin": "http://evil.example"},
    ],
)
async def test_other_sites_are_forbidden(
    session: aiohttp.ClientSession, anna: Person, path: str, headers: dict[str, str]
) -> None:
    async with session.get(anna.address + path, headers=headers) as reply:
        assert reply.status == 403


async def test_own_origin_is_accepted(
    session: aiohttp.ClientSession, playground: Playground, anna: Person
) -> None:
    async with session.ws_connect(anna.address + "ws", headers={"Origin": playground.address}) as socket:
        assert (await socket.receive_json())["t"] == "hello"


async def test_start_page_contains_no_key(session: aiohttp.ClientSession, playground: Playground) -> None:
    async with session.get(playground.address) as reply:
        assert (reply.status, reply.headers["X-Content-Type-Options"]) == (404, "nosniff")
        text = await reply.text()
    assert "address of their own" in text
    assert not any(person.address.split("/")[-2] in text for person in playground.people.values())


async def test_other_sites_are_forbidden_to_see_the_start_page(
    session: aiohttp.ClientSession, playground: Playground
) -> None:
    async with session.get(playground.address, headers={"Host": "evil.example"}) as reply:
        assert reply.status == 403


async def test_commands_are_shown_in_the_persons_language(
    bot: Bot, session: aiohttp.ClientSession, anna: Person
) -> None:
    opened = await page(session, anna)
    shown = {each["shown"] for each in opened.received[0]["commands"]["channel"]}
    assert {"tarock new", "tarock hand"} <= shown
    await opened.socket.send_json({"do": "settings", "n": 1, "locale": "de"})
    update = await opened.until("me")
    german = {each["shown"]: each["description"] for each in update["commands"]["channel"]}
    assert german["tarock neu"] == "Einen Tisch eröffnen"
    answer = await anna.slash("tarock ping")
    assert answer.message.content == "pong de en-US"


async def test_page_uses_commands_and_components(
    bot: Bot, session: aiohttp.ClientSession, anna: Person
) -> None:
    opened = await page(session, anna)
    reply = await opened.act(
        "complete", path="tarock new", option="game", typed="tapp", where="channel", options={}
    )
    assert [choice["value"] for choice in reply["choices"]] == ["Tapp-Tarock"]
    options = {"game": "Tapp-Tarock"}
    assert "error" not in await opened.act("slash", path="tarock new", where="channel", options=options)
    (table,) = anna.channel()
    await opened.act(
        "select", message=table.id, custom_id="lobby:games", values=["Tapp-Tarock", "Königrufen"]
    )
    await anna.until(lambda: anna.channel()[0].content == "Games: Tapp-Tarock, Königrufen")
    reply = await opened.act("slash", path="tarock note", where="channel", options={})
    assert reply["modal"]["title"] == "A note"
    assert "error" in await opened.act("submit", form=reply["form"], values={"words": "x" * 21})
    assert "error" not in await opened.act("submit", form=reply["form"], values={"words": "pagat"})
    assert anna.channel()[-1].content == "noted: pagat"
    ping = (await anna.slash("tarock ping")).message
    await opened.act("dismiss", message=ping.id)
    assert ping.id not in [message.id for message in anna.channel()]


async def test_missing_response_is_shown(
    playground: Playground, session: aiohttp.ClientSession, bot: Bot, anna: Person
) -> None:
    opened = await page(session, anna)
    await opened.socket.send_json(
        {"do": "slash", "n": 7, "path": "tarock silence", "where": "channel", "options": {}}
    )
    await bot.interacted.wait()
    playground.clock.advance(3.1)
    reply = await opened.until("reply", n=7)
    assert reply["error"] == "The application did not respond"


@pytest.mark.parametrize(
    "body",
    [
        {"do": "nothing"},
        {"do": "slash"},
        {"do": "slash", "path": "no such", "where": "channel", "options": {}},
        {"do": "slash", "path": "tarock new", "where": "elsewhere", "options": {}},
        {"do": "slash", "path": "tarock new", "where": "channel", "options": {}},
        {"do": "slash", "path": "tarock new", "where": "channel", "options": {"suit": "x"}},
        {"do": "press", "message": "1", "custom_id": "x"},
        {"do": "press", "message": ["1"], "custom_id": {}},
        {"do": "submit", "form": 1, "values": {}},
        {"do": "dismiss", "message": "1"},
    ],
)
async def test_invalid_requests_are_refused(
    bot: Bot, session: aiohttp.ClientSession, anna: Person, body: dict[str, object]
) -> None:
    opened = await page(session, anna)
    assert "error" in await opened.act(**body)  # type: ignore[arg-type]  # invalid on purpose
    assert bot.interactions == []


@pytest.mark.parametrize("text", ["{", "[" * 60_000, "1" * 5000, '{"n": ' + '{"n": ' * 5000])
async def test_invalid_json_is_answered_with_an_error(
    session: aiohttp.ClientSession, bot: Bot, anna: Person, text: str
) -> None:
    opened = await page(session, anna)
    await opened.socket.send_str(text)
    assert "error" in await opened.until("reply")
    assert "error" not in await opened.act("slash", path="tarock ping", where="channel", options={})


def test_addresses_stay_the_same_after_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "skiz" / "data" / "keys.json"
    first, again = kept_keys(file, ("Anna", "Béla")), kept_keys(file, ("Anna", "Béla", "Clara"))
    assert {again[name] for name in first} == set(first.values())
    assert len(set(again.values())) == 3


@pytest.mark.skipif(os.name != "posix", reason="files have no such permissions")
def test_only_the_owner_may_read_the_addresses(tmp_path: Path) -> None:
    file = tmp_path / "keys.json"
    keys = kept_keys(file, ("Anna",))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.chmod(0o644)
    assert kept_keys(file, ("Anna",)) == keys
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [each.name for each in tmp_path.iterdir()] == [file.name]


def test_a_half_written_file_of_a_killed_process_is_ignored(tmp_path: Path) -> None:
    file = tmp_path / "keys.json"
    file.with_name("keys.json.part").write_text("{")
    assert kept_keys(file, ("Anna",)) == kept_keys(file, ("Anna",))


@pytest.mark.parametrize("text", ["{", "[]", '{"Anna": 1}', '{"Anna": "../"}', "[" * 60_000])
def test_a_damaged_file_of_addresses_is_left_as_it_is(tmp_path: Path, text: str) -> None:
    file = tmp_path / "keys.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(KeysError, match="restore a copy, or move it away"):
        kept_keys(file, ("Anna",))
    assert [(each, each.read_text(encoding="utf-8")) for each in tmp_path.iterdir()] == [(file, text)]


def test_an_empty_file_of_addresses_is_filled(tmp_path: Path) -> None:
    file = tmp_path / "keys.json"
    file.touch()
    keys = kept_keys(file, ("Anna",))
    assert len(keys["Anna"]) == 32
    assert kept_keys(file, ("Anna",)) == keys


def test_addresses_of_people_who_are_away_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "keys.json"
    first = kept_keys(file, ("Anna", "Béla"))
    kept_keys(file, ("Clara",))
    assert kept_keys(file, ("Anna", "Béla")) == first


async def test_a_page_redirects_to_the_pages_of_others(
    session: aiohttp.ClientSession, anna: Person, bela: Person
) -> None:
    async with session.get(f"{anna.address}as/{bela.user.id}", allow_redirects=False) as reply:
        assert (reply.status, reply.headers["Location"]) == (302, bela.address)
    async with session.get(f"{anna.address}as/1") as reply:
        assert reply.status == 404


async def test_a_file_other_than_a_picture_is_served_as_a_download(
    session: aiohttp.ClientSession, playground: Playground, anna: Person
) -> None:
    files = {0: ("a.png", b"a"), 1: ("b.html", b"<script>")}
    message = playground.world.put(compose(playground.world, CHANNEL_ID, {"content": "x"}, files))
    for file, disposition in zip(message.attachments, (None, "attachment"), strict=True):
        async with session.get(f"{anna.address}files/{file.id}/{file.filename}") as reply:
            assert (reply.status, reply.headers.get("Content-Disposition")) == (200, disposition)
            assert reply.headers["X-Content-Type-Options"] == "nosniff"


async def test_an_emoji_is_served_to_the_pages(
    session: aiohttp.ClientSession, playground: Playground, anna: Person
) -> None:
    image = f"data:image/png;base64,{b64encode(png()).decode()}"
    emoji = playground.world.emojis.create({"name": "card", "image": image})
    async with session.get(f"{anna.address}emojis/{emoji.id}") as reply:
        assert (reply.content_type, await reply.read()) == ("image/png", png())
        assert "immutable" in reply.headers["Cache-Control"]
    async with session.get(f"{anna.address}emojis/1") as reply:
        assert reply.status == 404
    async with session.get(f"{playground.address}/p/{'x' * 32}/emojis/{emoji.id}") as reply:
        assert reply.status == 404


async def test_an_avatar_is_served_only_for_its_own_person(
    session: aiohttp.ClientSession, playground: Playground, anna: Person, bela: Person
) -> None:
    for user, status in ((anna.user.id, 200), (bela.user.id, 404), ("1", 404)):
        async with session.get(f"{playground.address}/avatars/{user}/{anna.user.avatar}.png") as reply:
            assert reply.status == status


async def test_a_page_acts_in_the_channel_that_it_shows(
    bot: Bot, playground: Playground, session: aiohttp.ClientSession, anna: Person
) -> None:
    opened, thread = await page(session, anna), Channel("7", ChannelKind.THREAD, "thread")
    playground.world.channels[thread.id] = thread
    tell = {"where": "channel", "path": "tarock new"}
    await opened.act("slash", channel="7", options={"game": "Tapp-Tarock"}, **tell)
    assert [message.channel_id for message in playground.world.messages.values()] == ["7"]
    await opened.act("complete", channel=CHANNEL_ID, option="game", typed="x", options={}, **tell)
    assert bot.interactions[-1].channel_id == int(CHANNEL_ID)
    assert "error" in await opened.act("slash", channel="8", options={"game": "Tapp-Tarock"}, **tell)


async def test_settings_made_on_a_page_apply_to_its_person(
    playground: Playground, session: aiohttp.ClientSession, anna: Person
) -> None:
    opened = await page(session, anna)
    for name, value in (("dms_open", False), ("moderator", True), ("locale", "hu")):
        await opened.socket.send_json({"do": "settings", "n": 1, name: value})
        assert (await opened.until("me"))["me"][name] == getattr(anna.user, name) == value
    assert (anna.user.dms_open, anna.user.moderator) == (False, True)


async def test_a_form_can_be_resubmitted_until_the_bot_accepts_it(
    bot: Bot, session: aiohttp.ClientSession, playground: Playground, anna: Person
) -> None:
    opened = await page(session, anna)
    form = (await opened.act("slash", path="tarock note", where="channel", options={}))["form"]
    taken = playground.interactions._deliver
    playground.interactions._deliver = lambda _: playground.clock.advance(4)
    assert "Try again" in (await opened.act("submit", form=form, values={"words": "pagat"}))["error"]
    playground.interactions._deliver = taken
    assert "error" not in await opened.act("submit", form=form, values={"words": "pagat"})
    assert "error" in await opened.act("submit", form=form, values={"words": "pagat"})


async def test_missing_autocomplete_choices_are_reported_as_an_error(
    bot: Bot, session: aiohttp.ClientSession, playground: Playground, anna: Person
) -> None:
    opened = await page(session, anna)
    playground.interactions._deliver = lambda _: playground.clock.advance(4)
    reply = await opened.act(
        "complete", path="tarock new", option="game", typed="x", where="channel", options={}
    )
    assert reply["error"] == "Loading options failed"


async def test_faults_are_switched_on_and_off_below_a_secret_address(
    session: aiohttp.ClientSession, playground: Playground, anna: Person
) -> None:
    me = f"{playground.address}/api/v10/users/@me"
    headers = {"Authorization": f"Bot {playground.token}"}
    ban = {"status": 429, "html": True, "retry_after": 90, "path": "/users/*", "seconds": 60}
    async with session.post(anna.address + "faults", json=ban) as reply:
        assert await reply.json() == [{"method": "*", "path": "/users/*", "status": 429}]
    async with session.get(me, headers=headers) as reply:
        assert (reply.status, reply.headers["Retry-After"]) == (429, "90")
    async with session.get(anna.address + "faults") as reply:
        assert len(await reply.json()) == 1
    async with session.delete(anna.address + "faults") as reply:
        assert await reply.json() == []
    async with session.get(me, headers=headers) as reply:
        assert reply.status == 200


async def test_an_invalid_fault_is_refused_in_words(session: aiohttp.ClientSession, anna: Person) -> None:
    for text, words in (("{", "line 1"), ('{"stat": 1}', "no field stat"), ("[]", "a JSON object")):
        async with session.post(anna.address + "faults", data=text) as reply:
            assert reply.status == 400
            assert words in await reply.text()


async def test_only_who_knows_an_address_can_switch_faults_on(
    session: aiohttp.ClientSession, playground: Playground, anna: Person
) -> None:
    for method in ("GET", "POST", "DELETE"):
        address = f"{playground.address}/p/{'x' * 32}/faults"
        async with session.request(method, address, json={}) as reply:
            assert reply.status == 404
        origin = {"Origin": "http://other.example"}
        async with session.request(method, anna.address + "faults", json={}, headers=origin) as reply:
            assert reply.status == 403
    assert playground.faults.active == ()
