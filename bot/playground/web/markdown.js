// Renders the part of Discord's markdown that bots use as DOM nodes. Text is never parsed as HTML.

import { el } from "./dom.js";
import { say } from "./words.js";

const INLINE_FORMATS = [
  [/`([^`\n]+)`/, (m) => el("code", {}, m[1])],
  [/\\([*_~|`>#\-[\]()<\\])/, (m) => m[1]],
  [/<@!?(\d+)>/, (m, ctx) => mention(`@${ctx.people[m[1]] ?? say("message.unknown_user")}`, m[1] === ctx.me.id)],
  [/<#(\d+)>/, (m, ctx) => mentionLink(`#${ctx.channelName(m[1])}`, () => ctx.showChannel(m[1]))],
  [/<\/([^:>]+):\d+>/, (m, ctx) => mentionLink(`/${m[1]}`, () => ctx.useCommand(m[1]))],
  [/<t:(-?\d+)(?::([tTdDfFR]))?>/, (m, ctx) => timestamp(Number(m[1]), m[2] ?? "f", ctx)],
  [/<a?:(\w+):\d+>/, (m) => `:${m[1]}:`],
  [/\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/, (m, ctx) => link(m[2], inline(m[1], ctx))],
  [/<?(https?:\/\/[^\s<>]+[^\s<>.,;:!?)])>?/, (m) => link(m[1], [m[1]])],
  [/\*\*\*(\S(?:[^]*?\S)??)\*\*\*/, (m, ctx) => el("strong", {}, el("em", {}, inline(m[1], ctx)))],
  [/\*\*(\S(?:[^]*?\S)??)\*\*(?!\*)/, (m, ctx) => el("strong", {}, inline(m[1], ctx))],
  [/__(\S(?:[^]*?\S)??)__/, (m, ctx) => el("u", {}, inline(m[1], ctx))],
  [/~~(\S(?:[^]*?\S)??)~~/, (m, ctx) => el("s", {}, inline(m[1], ctx))],
  [/\|\|([^]+?)\|\|/, (m, ctx) => spoiler(inline(m[1], ctx))],
  [/\*(\S(?:[^*]*?\S)??)\*/, (m, ctx) => el("em", {}, inline(m[1], ctx))],
  [/(?<![\p{L}\p{N}])_(\S(?:[^_]*?\S)??)_(?![\p{L}\p{N}])/u, (m, ctx) => el("em", {}, inline(m[1], ctx))],
];

function mention(text, mine) {
  return el("span", { class: mine ? "mention mine" : "mention" }, text);
}

function mentionLink(text, onclick) {
  return el("button", { type: "button", class: "mention link", onclick }, text);
}

function link(address, children) {
  return el("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, children);
}

function spoiler(children) {
  const node = el("span", { class: "spoiler", role: "button", tabindex: "0", "aria-label": say("message.spoiler") }, children);
  const show = () => { node.classList.add("shown"); node.removeAttribute("role"); node.removeAttribute("aria-label"); };
  node.addEventListener("click", show);
  node.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") show(); });
  return node;
}

const DATE_STYLES = {
  t: { timeStyle: "short" }, T: { timeStyle: "medium" }, d: { dateStyle: "short" }, D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" }, F: { dateStyle: "full", timeStyle: "short" },
};
const UNITS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

export function relative(seconds, locale) {
  const difference = seconds - Date.now() / 1000;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(difference) >= length) ?? ["second", 1];
  return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(Math.round(difference / size), unit);
}

function timestamp(seconds, style, ctx) {
  const date = new Date(seconds * 1000);
  const locale = ctx.me.locale;
  const full = new Intl.DateTimeFormat(locale, DATE_STYLES.F).format(date);
  const text = style === "R" ? relative(seconds, locale) : new Intl.DateTimeFormat(locale, DATE_STYLES[style]).format(date);
  return el("time", { class: "moment", datetime: date.toISOString(), title: full, "data-relative": style === "R" ? seconds : null }, text);
}

export function inline(text, ctx) {
  const nodes = [];
  while (text) {
    let next = null;
    for (const [pattern, make] of INLINE_FORMATS) {
      const found = pattern.exec(text);
      if (found && (next === null || found.index < next.found.index)) next = { found, make };
    }
    if (next === null) { nodes.push(text); break; }
    if (next.found.index > 0) nodes.push(text.slice(0, next.found.index));
    nodes.push(next.make(next.found, ctx));
    text = text.slice(next.found.index + next.found[0].length);
  }
  return nodes;
}

const LINE_FORMATS = [
  [/^(#{1,3}) +(.+)$/, (m, ctx) => el(`h${m[1].length + 2}`, { class: `head${m[1].length}` }, inline(m[2], ctx))],
  [/^-# +(.+)$/, (m, ctx) => el("small", { class: "small" }, inline(m[1], ctx))],
];
const ITEM = /^( *)(?:[-*]|(\d+)\.) +(.+)$/;
const NUMBERED = /^ *\d+\. +.+$/;
const BULLET = /^ *[-*] +.+$/;

function list(lines, ctx) {
  const numbered = ITEM.exec(lines[0])[2];
  const node = el(numbered ? "ol" : "ul", numbered ? { start: numbered } : {});
  for (const line of lines) {
    const found = ITEM.exec(line);
    node.append(el("li", { class: found[1].length >= 2 ? "nested" : null }, inline(found[3], ctx)));
  }
  return node;
}

// Splits text into code blocks, quotes, lists, headings and paragraphs; a paragraph keeps its line breaks.
export function markdown(text, ctx) {
  const nodes = [];
  const parts = text.split(/```(?:[\w+-]*\n)?([^]*?)```/);
  parts.forEach((part, index) => {
    if (index % 2) nodes.push(el("pre", {}, el("code", {}, part.replace(/\n$/, ""))));
    else if (part) nodes.push(...blocks(part.split("\n"), ctx));
  });
  return nodes;
}

function takeWhile(lines, start, pattern) {
  let end = start;
  while (end < lines.length && pattern.test(lines[end])) end += 1;
  return lines.slice(start, end);
}

function blocks(lines, ctx) {
  const nodes = [];
  let paragraph = [];
  const flush = () => {
    if (paragraph.join("").trim()) nodes.push(el("p", {}, inline(paragraph.join("\n").replace(/^\n+|\n+$/g, ""), ctx)));
    paragraph = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const special = LINE_FORMATS.map(([pattern, make]) => [pattern.exec(lines[at]), make]).find(([found]) => found);
    const kind = ITEM.exec(lines[at]);
    const items = kind ? takeWhile(lines, at, kind[2] ? NUMBERED : BULLET) : [];
    const quoted = takeWhile(lines, at, /^> /);
    if (special) { flush(); nodes.push(special[1](special[0], ctx)); }
    else if (items.length) { flush(); nodes.push(list(items, ctx)); at += items.length - 1; }
    else if (quoted.length) {
      flush();
      nodes.push(el("blockquote", {}, markdown(quoted.map((line) => line.slice(2)).join("\n"), ctx)));
      at += quoted.length - 1;
    } else paragraph.push(lines[at]);
  }
  flush();
  return nodes;
}
