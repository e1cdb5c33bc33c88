"""The web page: addresses, checks, requests, and that nobody sees or uses what is meant for another."""

from __future__ import annotations

import re
from dataclasses import replace

import aiohttp
import pytest

from bot.playground import Playground
from bot.playground.messages import compose
from bot.playground.page import ASSETS, PageView
from bot.playground.person import Person
from bot.playground.state import CHANNEL_ID, Channel, ChannelKind, Message
from tests.playground.helpers import Body, Bot, ScriptedBot, button, classic, page, png, row, v2


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


@pytest.mark.parametrize("path", ["", "ws", "page.js", "files/1/hand.png", "faults", "as/402857196104744961"])
async def test_wrong_key_opens_nothing(
    session: aiohttp.ClientSession, playground: Playground, path: str
) -> None:
    async with session.get(f"{playground.address}/p/{'x' * 32}/{path}") as reply:
        assert reply.status == 404


@pytest.mark.parametrize("path", ["", "ws", "page.js", "faults"])
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
    message = playground.state.put(compose(playground.state, CHANNEL_ID, {"content": "x"}, files))
    for file, disposition in zip(message.attachments, (None, "attachment"), strict=True):
        async with session.get(f"{anna.address}files/{file.id}/{file.filename}") as reply:
            assert (reply.status, reply.headers.get("Content-Disposition")) == (200, disposition)
            assert reply.headers["X-Content-Type-Options"] == "nosniff"


async def test_an_emoji_is_served_to_the_pages(
    session: aiohttp.ClientSession, playground: Playground, anna: Person
) -> None:
    emoji = playground.state.create_emoji("card", png())
    async with session.get(f"{anna.address}emojis/{emoji.id}") as reply:
        assert (reply.content_type, await reply.read()) == ("image/png", png())
        assert "immutable" in reply.headers["Cache-Control"]
    async with session.get(f"{anna.address}emojis/1") as reply:
        assert reply.status == 404
    async with session.get(f"{playground.address}/p/{'x' * 32}/emojis/{emoji.id}") as reply:
        assert reply.status == 404


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


async def test_a_page_acts_in_the_channel_that_it_shows(
    bot: Bot, playground: Playground, session: aiohttp.ClientSession, anna: Person
) -> None:
    opened, thread = await page(session, anna), Channel("7", ChannelKind.THREAD, "thread")
    playground.state.channels[thread.id] = thread
    tell = {"where": "channel", "path": "tarock new"}
    await opened.act("slash", channel="7", options={"game": "Tapp-Tarock"}, **tell)
    assert [message.channel_id for message in playground.state.messages.values()] == ["7"]
    await opened.act("complete", channel=CHANNEL_ID, option="game", typed="x", options={}, **tell)
    assert bot.interactions[-1].channel_id == int(CHANNEL_ID)
    assert "error" in await opened.act("slash", channel="8", options={"game": "Tapp-Tarock"}, **tell)


async def test_missing_autocomplete_choices_are_reported_as_an_error(
    bot: Bot, session: aiohttp.ClientSession, playground: Playground, anna: Person
) -> None:
    opened = await page(session, anna)
    playground.interactions.deliver = lambda _: playground.clock.advance(4)
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


def addresses(sent: str) -> list[str]:
    """Return the URLs of files in everything a page received."""
    return re.findall(r'"(/p/[^"]+/files/[^"]+)"', sent)


async def test_another_page_receives_nothing_private(
    bot: Bot, playground: Playground, session: aiohttp.ClientSession, anna: Person, bela: Person
) -> None:
    early = await page(session, bela)
    own = await page(session, anna)
    for path in ("tarock hand", "tarock layout", "tarock ping"):
        assert "error" not in await own.act("slash", path=path, where="channel", options={})
    await anna.until(lambda: len(anna.inbox()) == 1 and not any(m.loading for m in anna.ephemerals()))
    layout = next(message for message in anna.ephemerals() if message.components)
    await own.act("press", message=layout.id, custom_id="play:XXI")
    public = (await anna.slash("tarock new", game="Tapp-Tarock")).message
    await early.until("message")
    late = await page(session, bela)
    private = [message for message in playground.state.messages.values() if message.id != public.id]
    assert len(private) == 5
    for sent in (early.everything, late.everything):
        assert public.id in sent
        for message in private:
            assert_absent(message, sent)
    assert anna.inbox()[0].content in own.everything


def assert_absent(message: Message, sent: str) -> None:
    """Assert that no text, id, control, file or description of a message was sent."""
    assert message.id not in sent
    for text in filter(None, message.text.split("\n")):
        assert text not in sent
    for each in message.buttons:
        assert each["custom_id"] not in sent
    for attachment in message.attachments:
        assert attachment.id not in sent
        assert attachment.signature not in sent
        assert str(attachment.description) not in sent


async def test_files_are_served_only_under_their_owners_key(
    bot: Bot, playground: Playground, session: aiohttp.ClientSession, anna: Person, bela: Person
) -> None:
    await (await anna.slash("tarock hand")).done()
    own = await page(session, anna)
    (address, _) = addresses(own.everything)
    async with session.get(playground.address + address) as reply:
        assert (reply.status, await reply.read()) == (200, png(7))
    foreign = anna.inbox()[0].attachments[0].id
    async with session.get(f"{bela.address}files/{foreign}/hand2.png") as reply:
        assert reply.status == 404


async def test_file_server_requires_the_signature(
    bot: Bot, session: aiohttp.ClientSession, playground: Playground, anna: Person
) -> None:
    await (await anna.slash("tarock hand")).done()
    message = anna.inbox()[0]
    file = message.attachments[0]
    path = f"{playground.address}/attachments/{message.channel_id}/{file.id}/{file.filename}"
    async with session.get(path, params={"hm": file.signature}) as reply:
        assert await reply.read() == png(7)
    for query in ({}, {"hm": "0" * 64}):
        async with session.get(path, params=query) as reply:
            assert reply.status == 404


async def test_a_page_shows_a_message_as_its_reader_sees_it() -> None:
    bot = ScriptedBot()
    state, anna = bot.state, bot.anna.user
    view = PageView(state, anna, "/p")
    state.commands.append({"id": "1", "name": "say", "description": "x"})
    said = (await bot.bela.slash("say")).message
    pressed = (await bot.bela.press(bot.say(classic(row(button(1)))), "b1")).message
    shown = [view.message(each) for each in (said, pressed)]
    assert [(each["command"], each["command_user"]) for each in shown] == [("/say", "Béla"), ("", "")]
    private = state.put(compose(state, state.dm(anna.id).id, {"content": f"<@{anna.id}>"}, {}))
    assert [(each["where"], each["ping"]) for each in map(view.message, (said, private))] == [
        ("channel", False),
        ("dm", True),
    ]
    picture: Body = {"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}
    both = compose(state, CHANNEL_ID, v2(picture), {0: ("a.png", b"a"), 1: ("b.txt", b"b")})
    assert [each["filename"] for each in view.message(both)["attachments"]] == ["b.txt"]


async def test_a_page_is_told_of_changes_that_its_person_may_see(
    playground: Playground, session: aiohttp.ClientSession, anna: Person, bela: Person
) -> None:
    state, opened = playground.state, await page(session, anna)
    message = state.put(compose(state, CHANNEL_ID, {"content": "x"}, {}))
    private = state.put(replace(message, id="8", only_for=anna.user.id))
    anna.dismiss(private)
    state.put(private)
    state.put(replace(message, id="9", only_for=bela.user.id))
    state.put(compose(state, state.dm(bela.user.id).id, {"content": "x"}, {}))
    state.delete(message.id)
    await opened.until("deleted", id=message.id)
    told = [(each["t"], each.get("id") or each["message"]["id"]) for each in opened.received[1:]]
    assert told == [("message", message.id), ("message", "8"), ("deleted", "8"), ("deleted", message.id)]
