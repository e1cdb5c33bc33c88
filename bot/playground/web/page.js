// The page of one person: renders the state that the server sends, and sends the person's actions.

import { CommandBar } from "./command_bar.js";
import { avatar, message as renderMessage } from "./messages.js";
import { el } from "./dom.js";
import { relative } from "./markdown.js";
import { say, speak } from "./words.js";

const $ = (id) => document.getElementById(id);
const END_DISTANCE = 80; // pixels from the end within which a pane keeps following it
const RETRY_DELAYS = [300, 700, 1500, 3000]; // milliseconds

const ctx = { me: { id: "", locale: "" }, people: {}, commands: { channel: [], dm: [] }, channels: [], channel: "", bot: { name: "" }, failures: new Map(), request, showPicture, showFailure, showPane, showChannel, channelName, useCommand: (path) => bar.use(path) };
const messages = new Map();
const pending = new Map(); // request number -> function that takes the reply
const panes = Object.fromEntries(["channel", "dm"].map((where) => {
  const pane = $(`pane-${where}`);
  return [where, { pane, where, scroll: pane.querySelector(".scroll"), list: pane.querySelector(".messages"), newest: pane.querySelector(".newest"), tab: $(`tab-${where}`), atEnd: true, top: 0, unread: 0 }];
}));
const wide = matchMedia("(min-width: 820px)");
const bar = new CommandBar(ctx);
let socket = null;
let requests = 0;
let tries = 0;
let where = "channel";

// -- connection

function connect() {
  socket = new WebSocket(new URL("ws", location.href.replace(/^http/, "ws")));
  socket.addEventListener("message", (event) => onMessage(JSON.parse(event.data)));
  socket.addEventListener("close", onClose);
}

async function onClose() {
  for (const resolve of pending.values()) resolve({ error: say("connection.lost") });
  pending.clear();
  document.body.classList.add("offline");
  const expired = await fetch(location.href).then((reply) => reply.status === 404, () => false);
  if (expired) { bar.showNotice(say("connection.expired")); return; }
  bar.showNotice(say("connection.retrying"));
  setTimeout(connect, RETRY_DELAYS[Math.min(tries, RETRY_DELAYS.length - 1)]);
  tries += 1;
}

function request(body) {
  const n = (requests += 1);
  return new Promise((resolve) => {
    if (socket?.readyState !== WebSocket.OPEN) { resolve({ error: say("connection.lost") }); return; }
    pending.set(n, resolve);
    socket.send(JSON.stringify({ ...body, n }));
  });
}

function onMessage(data) {
  if (data.t === "hello") start(data);
  else if (data.t === "message") showMessage(data.message, true);
  else if (data.t === "deleted") removeMessage(data.id);
  else if (data.t === "channels") { ctx.channels = data.channels; showChannels(); }
  else if (data.t === "me") applySettings(data.me, data.commands);
  else if (data.t === "reply") { pending.get(data.n)?.(data); pending.delete(data.n); }
}

// -- rendering

function start(data) {
  if (tries || document.body.classList.contains("offline")) bar.showNotice("");
  tries = 0;
  document.body.classList.remove("offline");
  const known = data.channels.some((each) => each.id === ctx.channel);
  Object.assign(ctx, { people: data.people, channels: data.channels, channel: known ? ctx.channel : data.channel, bot: data.bot });
  $("guild").textContent = data.guild;
  $("server").textContent = data.guild.split(" ").map((word) => [...word][0]).join("");
  showPlayers(data.players, data.me.id);
  $("bot-name").textContent = data.bot.name;
  $("name").textContent = data.me.name;
  $("avatar").replaceWith(Object.assign(avatar(data.me.name, false, data.me.avatar), { id: "avatar" }));
  const extra = data.me.locale in data.locales ? [] : [[data.me.locale, data.me.locale]];
  $("locale").replaceChildren(...[...Object.entries(data.locales), ...extra].map(([value, name]) => el("option", { value }, name)));
  applySettings(data.me, data.commands);
  showChannels();
  messages.clear();
  for (const pane of Object.values(panes)) pane.list.replaceChildren();
  for (const each of data.messages) showMessage(each, false);
  showPane(where);
  updateTitle();
}

// Links to the pages of the others, which open in this window or, as any link, in another one.
function showPlayers(players, me) {
  $("player-list").replaceChildren(...players.map((each) => el("a", {
    href: `as/${each.id}`, "aria-current": each.id === me ? "true" : null,
  }, avatar(each.name, false, each.avatar), each.name)));
}

function applySettings(me, commands) {
  const changed = me.locale !== ctx.me.locale;
  Object.assign(ctx, { me, commands });
  if (changed) translate();
  $("locale").value = me.locale;
  $("dms").checked = me.dms_open;
  $("moderator").checked = me.moderator;
  bar.setWhere(where);
  bar.refresh();
}

// Shows everything in the language that was chosen.
function translate() {
  speak(ctx.me.words, ctx.me.language);
  bar.translate();
  showChannels();
  for (const m of messages.values()) redraw(m);
}

function channelName(id) { return ctx.channels.find((each) => each.id === id)?.name ?? say("channel.unknown"); }

const unread = new Set(); // channels with messages not seen yet

// Lists the channels of the server, threads under their channel.
function showChannels() {
  if (!ctx.channels.length) return;
  if (!ctx.channels.some((each) => each.id === ctx.channel)) { showChannel(ctx.channels[0].id); return; }
  $("channel-name").textContent = $("tab-name").textContent = channelName(ctx.channel);
  $("channels").replaceChildren(...ctx.channels.map((each) => el("button", {
    type: "button", "data-channel": each.id, "aria-current": each.id === ctx.channel && where === "channel" ? "true" : null,
    class: ["channel", each.thread && "thread", each.archived && "archived", unread.has(each.id) && "unread"].filter(Boolean).join(" "),
    onclick: () => showChannel(each.id),
  }, el("span", { "aria-hidden": "true" }, each.thread ? "└ " : "# "), each.name, each.archived ? el("small", {}, ` ${say("channel.archived")}`) : null)));
  $("direct").replaceChildren(el("button", {
    type: "button", class: "channel", "aria-current": where === "dm" ? "true" : null, onclick: () => showPane("dm"),
  }, el("span", { "aria-hidden": "true" }, "@ "), ctx.bot.name));
  $("channels").parentElement.hidden = ctx.channels.length < 2 && !wide.matches;
}

function showChannel(id) {
  if (!ctx.channels.some((each) => each.id === id)) return;
  ctx.channel = id;
  unread.delete(id);
  const pane = panes.channel;
  pane.list.replaceChildren(...[...messages.values()].filter((m) => m.where === "channel" && m.channel === id).map((m) => renderMessage(m, ctx)));
  scrollToEnd(pane);
  showPane("channel");
}

function redraw(m) {
  const old = panes[m.where].list.querySelector(`:scope > [data-id="${m.id}"]`);
  const focus = old?.contains(document.activeElement) ? document.activeElement.dataset.id : null;
  const shown = new Set([...old?.querySelectorAll(".alt[aria-expanded=true]") ?? []].map((each) => each.closest("figure").querySelector("img").src));
  const box = renderMessage(m, ctx);
  old?.replaceWith(box);
  for (const toggle of box.querySelectorAll(".alt")) if (shown.has(toggle.closest("figure").querySelector("img").src)) toggle.click();
  if (focus) box.querySelector(`[data-id="${CSS.escape(focus)}"]`)?.focus();
  return box;
}

function showMessage(m, fresh) {
  const pane = panes[m.where];
  const before = messages.get(m.id);
  if (before) ctx.failures.delete(m.id);
  messages.set(m.id, m);
  if (m.where === "channel" && m.channel !== ctx.channel) {
    if (fresh && !unread.has(m.channel)) { unread.add(m.channel); showChannels(); }
    return;
  }
  const follows = pane.atEnd;
  if (before) redraw(m);
  else pane.list.append(renderMessage(m, ctx));
  if (follows) scrollToEnd(pane);
  else if (!before) pane.newest.hidden = false;
  const unseen = !wide.matches && m.where !== where;
  if (fresh && (unseen || document.hidden) && (!before || m.ping)) pane.unread += 1;
  updateTitle();
}

function removeMessage(id) {
  const m = messages.get(id);
  if (!m) return;
  messages.delete(id);
  const pane = panes[m.where];
  pane.list.querySelector(`:scope > [data-id="${id}"]`)?.remove();
  if (pane.atEnd) scrollToEnd(pane);
}

function showFailure(id, text) {
  const m = messages.get(id);
  if (!m) { bar.showNotice(text); return; }
  ctx.failures.set(id, text);
  redraw(m);
}

function scrollToEnd(pane) {
  pane.scroll.scrollTop = pane.scroll.scrollHeight;
  pane.top = pane.scroll.scrollTop;
  pane.newest.hidden = true;
}

// Shows one pane on a narrow screen; on a wide screen, selects the pane in which commands are sent.
function showPane(target) {
  const appears = where !== target && !wide.matches;
  where = target;
  document.body.dataset.where = target;
  for (const pane of Object.values(panes)) {
    pane.tab.setAttribute("aria-pressed", String(pane.where === target));
    if (wide.matches || pane.where === target) pane.unread = 0;
    if (pane.where === target && pane.atEnd && appears) scrollToEnd(pane);
  }
  bar.setWhere(target);
  showChannels();
  updateTitle();
}

function updateTitle() {
  const unread = Object.values(panes).reduce((sum, pane) => sum + pane.unread, 0);
  for (const pane of Object.values(panes)) {
    const badge = pane.tab.querySelector(".badge");
    badge.hidden = pane.unread === 0;
    badge.textContent = String(pane.unread);
  }
  document.title = `${unread ? `(${unread}) ` : ""}${ctx.me.name ?? ""} · ${$("guild").textContent}`;
}

function showPicture(address, description) {
  const dialog = $("picture");
  dialog.replaceChildren(
    el("img", { src: address, alt: description ?? "" }),
    description ? el("p", {}, description) : el("p", { class: "unknown" }, say("picture.no_description")),
    el("button", { type: "button", class: "button secondary", onclick: () => dialog.close() }, say("picture.close")));
  dialog.showModal();
  dialog.scrollTop = 0; // the button that has the focus may lie below the screen
}

// -- event listeners

for (const pane of Object.values(panes)) {
  pane.scroll.addEventListener("scroll", () => {
    const top = pane.scroll.scrollTop;
    // Only scrolling up leaves the end: when a picture loads, the end moves away without any scrolling.
    if (pane.scroll.scrollHeight - top - pane.scroll.clientHeight < END_DISTANCE) pane.atEnd = true;
    else if (top < pane.top) pane.atEnd = false;
    pane.top = top;
    if (pane.atEnd) pane.newest.hidden = true;
  });
  new ResizeObserver(() => { if (pane.atEnd) scrollToEnd(pane); }).observe(pane.list);
  new ResizeObserver(() => { if (pane.atEnd) scrollToEnd(pane); }).observe(pane.scroll);
  pane.newest.addEventListener("click", () => scrollToEnd(pane));
  pane.tab.addEventListener("click", () => showPane(pane.where));
  pane.pane.addEventListener("pointerdown", () => { if (wide.matches && where !== pane.where) showPane(pane.where); });
}
$("picture").addEventListener("click", (event) => { if (event.target === $("picture")) $("picture").close(); });
$("locale").addEventListener("change", () => request({ do: "settings", locale: $("locale").value }));
$("dms").addEventListener("change", () => request({ do: "settings", dms_open: $("dms").checked }));
$("moderator").addEventListener("change", () => request({ do: "settings", moderator: $("moderator").checked }));
wide.addEventListener("change", () => showPane(where));
document.addEventListener("click", (event) => { if (!event.target.closest("#players")) $("players").open = false; });
document.addEventListener("visibilitychange", () => { if (!document.hidden) showPane(where); });
setInterval(() => {
  for (const node of document.querySelectorAll("time[data-relative]")) node.textContent = relative(Number(node.dataset.relative), ctx.me.locale);
}, 5000);

connect();
