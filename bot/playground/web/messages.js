// Renders messages with their components, classic and Components V2, as DOM nodes.

import { el } from "./dom.js";
import { markdown } from "./markdown.js";
import { selectMenu } from "./select_menu.js";
import { phrase, say } from "./words.js";

const BUTTON_STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger" };
const HUES = 12;

export function avatar(name, bot, url) {
  if (url) return el("img", { class: "avatar", src: url, alt: "" });
  const hue = [...name].reduce((sum, letter) => sum + letter.codePointAt(0), 0) % HUES;
  return el("span", { class: `avatar hue${hue}${bot ? " bot" : ""}`, "aria-hidden": "true" }, bot ? "XXI" : [...name][0]);
}

function emojiText(emoji) {
  if (!emoji) return null;
  return emoji.id ? el("img", { class: "emoji", src: `emojis/${emoji.id}`, alt: "" }) : el("span", { class: "emoji" }, emoji.name);
}

// Sends an interaction, marks its control as busy meanwhile and shows an error below the message.
async function interact(control, box, ctx, request) {
  control.setAttribute("aria-busy", "true");
  box.querySelector(":scope > .body > .failure")?.remove();
  const reply = await ctx.request(request);
  control.removeAttribute("aria-busy");
  if (reply.error) ctx.showFailure(request.message, reply.error);
}

function button(part, m, ctx, box) {
  const label = part.label ? el("span", {}, part.label) : null;
  const node = el("button", {
    type: "button", class: `button ${BUTTON_STYLES[part.style]}`, disabled: part.disabled, "data-id": part.custom_id,
    "aria-label": part.label ? null : part.emoji?.name,
    onclick: () => { if (!node.hasAttribute("aria-busy")) interact(node, box, ctx, { do: "press", message: m.id, custom_id: part.custom_id }); },
  }, emojiText(part.emoji), label);
  return node;
}

function select(part, m, ctx, box) {
  const chosen = new Set((part.default_values ?? []).map((each) => String(each.id)));
  const options = part.type === 8
    ? ctx.channels.filter((each) => !each.thread).map((each) => ({ value: each.id, label: `#${each.name}`, default: chosen.has(each.id) }))
    : part.options ?? [];
  const node = selectMenu({ ...part, options }, emojiText, (values) => {
    interact(node.querySelector("button"), box, ctx, { do: "select", message: m.id, custom_id: part.custom_id, values });
  });
  return node;
}

export function picture(address, description, ctx) {
  const image = el("img", { src: address, alt: description ?? "" });
  const large = el("button", { type: "button", class: "enlarge", "aria-label": say("picture.enlarge"), onclick: () => ctx.showPicture(address, description) }, image);
  if (!description) return el("figure", {}, large);
  const caption = el("figcaption", { hidden: true }, description);
  const toggle = el("button", {
    type: "button", class: "alt", "aria-expanded": "false", title: say("picture.describe"),
    onclick: () => { caption.hidden = !caption.hidden; toggle.setAttribute("aria-expanded", String(!caption.hidden)); },
  }, "ALT");
  return el("figure", {}, el("div", { class: "frame" }, large, toggle), caption);
}

function file(attachment, ctx) {
  if ((attachment.content_type ?? "").startsWith("image/")) return picture(attachment.url, attachment.description, ctx);
  return el("a", { class: "file", href: attachment.url, download: attachment.filename }, say("message.file", { name: attachment.filename }));
}

const components = (parts, m, ctx, box) => (parts ?? []).map((part) => component(part, m, ctx, box));

const RENDERERS = {
  1: (part, m, ctx, box) => el("div", { class: "row" }, components(part.components, m, ctx, box)),
  2: button,
  3: select,
  8: select,
  10: (part, m, ctx) => el("div", { class: "markdown" }, markdown(part.content, ctx)),
  12: (part, m, ctx) => el("div", { class: `gallery of${Math.min(part.items.length, 3)}` }, part.items.map((item) => picture(item.media.url, item.description, ctx))),
  17: (part, m, ctx, box) => {
    const node = el("div", { class: "container" }, components(part.components, m, ctx, box));
    if (part.accent_color !== null) node.style.setProperty("--accent", `#${part.accent_color.toString(16).padStart(6, "0")}`);
    return node;
  },
};

function component(part, m, ctx, box) {
  return part.type in RENDERERS ? RENDERERS[part.type](part, m, ctx, box) : el("p", { class: "unknown" }, say("message.component", { type: part.type }));
}

function time(seconds, ctx) {
  const date = new Date(seconds * 1000);
  const locale = ctx.me.locale;
  const full = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short" }).format(date);
  return el("time", { datetime: date.toISOString(), title: full }, new Intl.DateTimeFormat(locale, { timeStyle: "short" }).format(date));
}

export function message(m, ctx) {
  const box = el("li", { class: ["message", m.ephemeral && "ephemeral", m.ping && "ping", m.loading && "loading"].filter(Boolean).join(" "), "data-id": m.id });
  const body = el("div", { class: "body" });
  if (m.command) body.append(el("p", { class: "command-used" }, phrase("message.used", { person: el("b", {}, m.command_user), command: el("span", { class: "mention" }, m.command) })));
  body.append(el("p", { class: "author" }, el("b", {}, m.author), el("span", { class: "app" }, say("message.app")), time(m.time, ctx)));
  if (m.loading) body.append(el("p", { class: "thinking" }, el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")), say("message.thinking", { author: m.author })));
  if (m.thread) body.append(el("div", { class: "markdown" }, markdown(say("message.thread", { thread: `<#${m.thread}>` }), ctx)));
  else if (m.content) body.append(el("div", { class: "markdown" }, markdown(m.content, ctx)));
  body.append(...m.attachments.map((attachment) => file(attachment, ctx)));
  body.append(...components(m.components, m, ctx, box));
  if (m.edited) body.append(el("small", { class: "edited" }, say("message.edited")));
  if (m.ephemeral) {
    body.append(el("p", { class: "only-you" }, `${say("message.only_you")} · `,
      el("button", { type: "button", class: "dismiss", onclick: () => ctx.request({ do: "dismiss", message: m.id }) }, say("message.dismiss"))));
  }
  const failure = ctx.failures.get(m.id);
  if (failure) body.append(el("p", { class: "failure", role: "alert" }, failure));
  box.append(avatar(m.author, true), body);
  return box;
}
