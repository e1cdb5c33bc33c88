// The page of one person: keeps what the server tells, draws it, sends what the person does.

import { Bar } from "./bar.js";
import { openForm } from "./form.js";
import { avatar, message } from "./parts.js";
import { el, relative } from "./words.js";

const $ = (id) => document.getElementById(id);
const NEAR = 80;
const AGAIN = [300, 700, 1500, 3000];

const ctx = { me: { id: "", locale: "en-US" }, people: {}, commands: { channel: [], dm: [] }, channel: "", bot: { name: "" }, failures: new Map(), act, open, enlarge, failed, look };
const known = new Map();
const waiting = new Map();
const panes = Object.fromEntries(["channel", "dm"].map((where) => {
  const pane = $(`pane-${where}`);
  return [where, { pane, where, scroll: pane.querySelector(".scroll"), list: pane.querySelector(".messages"), newest: pane.querySelector(".newest"), tab: $(`tab-${where}`), pinned: true, top: 0, unread: 0 }];
}));
const wide = matchMedia("(min-width: 820px)");
const bar = new Bar(ctx);
let socket = null;
let asked = 0;
let tries = 0;
let where = "channel";

// -- talking with the server

function connect() {
  socket = new WebSocket(new URL("ws", location.href.replace(/^http/, "ws")));
  socket.addEventListener("message", (event) => hear(JSON.parse(event.data)));
  socket.addEventListener("close", lost);
}

async function lost() {
  for (const answer of waiting.values()) answer({ error: "The connection was lost." });
  waiting.clear();
  document.body.classList.add("offline");
  const gone = await fetch(location.href).then((reply) => reply.status === 404, () => false);
  if (gone) { bar.notice("This address is no longer valid: the playground was restarted. Open the new address it printed."); return; }
  bar.notice("Connection lost. Trying again…");
  setTimeout(connect, AGAIN[Math.min(tries, AGAIN.length - 1)]);
  tries += 1;
}

function act(what) {
  const n = (asked += 1);
  return new Promise((answer) => {
    if (socket?.readyState !== WebSocket.OPEN) { answer({ error: "The connection was lost." }); return; }
    waiting.set(n, answer);
    socket.send(JSON.stringify({ ...what, n }));
  });
}

function hear(told) {
  if (told.t === "hello") hello(told);
  else if (told.t === "message") put(told.message, true);
  else if (told.t === "gone") drop(told.id);
  else if (told.t === "me") settings(told.me, told.commands);
  else if (told.t === "reply") { waiting.get(told.n)?.(told); waiting.delete(told.n); }
}

// -- what is shown

function hello(told) {
  if (tries || document.body.classList.contains("offline")) bar.notice("");
  tries = 0;
  document.body.classList.remove("offline");
  Object.assign(ctx, { people: told.people, channel: told.channel, bot: told.bot });
  $("guild").textContent = told.guild;
  $("channel-name").textContent = $("tab-name").textContent = told.channel;
  $("bot-name").textContent = told.bot.name;
  $("name").textContent = told.me.name;
  $("avatar").replaceWith(Object.assign(avatar(told.me.name, false), { id: "avatar" }));
  const extra = told.me.locale in told.locales ? [] : [[told.me.locale, told.me.locale]];
  $("locale").replaceChildren(...[...Object.entries(told.locales), ...extra].map(([value, name]) => el("option", { value }, name)));
  settings(told.me, told.commands);
  known.clear();
  for (const pane of Object.values(panes)) pane.list.replaceChildren();
  for (const each of told.messages) put(each, false);
  look(where);
  title();
}

function settings(me, commands) {
  const changed = me.locale !== ctx.me.locale;
  Object.assign(ctx, { me, commands });
  $("locale").value = me.locale;
  $("dms").checked = me.dms_open;
  bar.stand(where);
  bar.refresh();
  if (changed) for (const m of known.values()) redraw(m);
}

function redraw(m) {
  const old = panes[m.where].list.querySelector(`:scope > [data-id="${m.id}"]`);
  const focus = old?.contains(document.activeElement) ? document.activeElement.dataset.id : null;
  const shown = new Set([...old?.querySelectorAll(".alt[aria-expanded=true]") ?? []].map((each) => each.closest("figure").querySelector("img").src));
  const box = message(m, ctx);
  old?.replaceWith(box);
  for (const toggle of box.querySelectorAll(".alt")) if (shown.has(toggle.closest("figure").querySelector("img").src)) toggle.click();
  if (focus) box.querySelector(`[data-id="${CSS.escape(focus)}"]`)?.focus();
  return box;
}

function put(m, fresh) {
  const pane = panes[m.where];
  const before = known.get(m.id);
  if (before) ctx.failures.delete(m.id);
  known.set(m.id, m);
  const follows = pane.pinned;
  if (before) redraw(m);
  else pane.list.append(message(m, ctx));
  if (follows) toEnd(pane);
  else if (!before) pane.newest.hidden = false;
  const unseen = !wide.matches && m.where !== where;
  if (fresh && (unseen || document.hidden) && (!before || m.ping)) pane.unread += 1;
  title();
}

function drop(id) {
  const m = known.get(id);
  if (!m) return;
  known.delete(id);
  const pane = panes[m.where];
  pane.list.querySelector(`:scope > [data-id="${id}"]`)?.remove();
  if (pane.pinned) toEnd(pane);
}

function failed(id, text) {
  const m = known.get(id);
  if (!m) { bar.notice(text); return; }
  ctx.failures.set(id, text);
  redraw(m);
}

function toEnd(pane) {
  pane.scroll.scrollTop = pane.scroll.scrollHeight;
  pane.top = pane.scroll.scrollTop;
  pane.newest.hidden = true;
}

// Shows one pane on a narrow screen; on a wide one it says where commands go.
function look(to) {
  const appears = where !== to && !wide.matches;
  where = to;
  document.body.dataset.where = to;
  for (const pane of Object.values(panes)) {
    pane.tab.setAttribute("aria-pressed", String(pane.where === to));
    if (wide.matches || pane.where === to) pane.unread = 0;
    if (pane.where === to && pane.pinned && appears) toEnd(pane);
  }
  bar.stand(to);
  title();
}

function title() {
  const unread = Object.values(panes).reduce((sum, pane) => sum + pane.unread, 0);
  for (const pane of Object.values(panes)) {
    const badge = pane.tab.querySelector(".badge");
    badge.hidden = pane.unread === 0;
    badge.textContent = String(pane.unread);
  }
  document.title = `${unread ? `(${unread}) ` : ""}${ctx.me.name ?? ""} · ${$("guild").textContent}`;
}

function open(form, modal) {
  openForm($("form"), form, modal, ctx);
}

function enlarge(address, description) {
  const dialog = $("picture");
  dialog.replaceChildren(
    el("img", { src: address, alt: description ?? "" }),
    description ? el("p", {}, description) : el("p", { class: "unknown" }, "No description."),
    el("button", { type: "button", class: "button secondary", onclick: () => dialog.close() }, "Close"));
  dialog.showModal();
}

// -- what happens on the page

for (const pane of Object.values(panes)) {
  pane.scroll.addEventListener("scroll", () => {
    const top = pane.scroll.scrollTop;
    // Only somebody who scrolls up leaves the end: a picture that loads moves the end away by itself.
    if (pane.scroll.scrollHeight - top - pane.scroll.clientHeight < NEAR) pane.pinned = true;
    else if (top < pane.top) pane.pinned = false;
    pane.top = top;
    if (pane.pinned) pane.newest.hidden = true;
  });
  new ResizeObserver(() => { if (pane.pinned) toEnd(pane); }).observe(pane.list);
  new ResizeObserver(() => { if (pane.pinned) toEnd(pane); }).observe(pane.scroll);
  pane.newest.addEventListener("click", () => toEnd(pane));
  pane.tab.addEventListener("click", () => look(pane.where));
  pane.pane.addEventListener("pointerdown", () => { if (wide.matches && where !== pane.where) look(pane.where); });
}
$("picture").addEventListener("click", (event) => { if (event.target === $("picture")) $("picture").close(); });
$("locale").addEventListener("change", () => act({ do: "settings", locale: $("locale").value }));
$("dms").addEventListener("change", () => act({ do: "settings", dms_open: $("dms").checked }));
wide.addEventListener("change", () => look(where));
document.addEventListener("visibilitychange", () => { if (!document.hidden) look(where); });
setInterval(() => {
  for (const node of document.querySelectorAll("time[data-relative]")) node.textContent = relative(Number(node.dataset.relative), ctx.me.locale);
}, 5000);

connect();
