// Messages and their components, classic and Components V2, as nodes.

import { el, words } from "./words.js";
import { menu } from "./menu.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "primary" };
const HUES = 12;

export function avatar(name, bot) {
  const hue = [...name].reduce((sum, letter) => sum + letter.codePointAt(0), 0) % HUES;
  return el("span", { class: `avatar hue${hue}${bot ? " bot" : ""}`, "aria-hidden": "true" }, bot ? "XXI" : [...name][0]);
}

function emojiText(emoji) {
  return emoji ? el("span", { class: "emoji", "aria-hidden": emoji.id ? "true" : null }, emoji.id ? "◆" : emoji.name) : null;
}

// Sends what a person did, keeps the control busy meanwhile and shows below the message why it failed.
async function attempt(control, box, ctx, asked) {
  control.setAttribute("aria-busy", "true");
  box.querySelector(":scope > .body > .failure")?.remove();
  const reply = await ctx.act(asked);
  control.removeAttribute("aria-busy");
  if (reply.error) ctx.failed(asked.message, reply.error);
  if (reply.modal) ctx.open(reply.form, reply.modal);
}

function button(part, m, ctx, box) {
  const label = part.label ? el("span", {}, part.label) : null;
  if (part.style === 5) {
    return el("a", { class: "button link", href: /^https?:/.test(part.url) ? part.url : null, target: "_blank", rel: "noopener noreferrer" }, emojiText(part.emoji), label, " ↗");
  }
  const node = el("button", {
    type: "button", class: `button ${STYLES[part.style]}`, disabled: part.disabled, "data-id": part.custom_id,
    "aria-label": part.label ? null : part.emoji?.name,
    onclick: () => { if (!node.hasAttribute("aria-busy")) attempt(node, box, ctx, { do: "press", message: m.id, custom_id: part.custom_id }); },
  }, emojiText(part.emoji), label);
  return node;
}

function select(part, m, ctx, box) {
  const options = part.type === 5
    ? Object.entries(ctx.people).map(([value, label]) => ({ value, label }))
    : part.options ?? [];
  const node = menu({ ...part, options }, emojiText, (values) => {
    attempt(node.querySelector("button"), box, ctx, { do: "select", message: m.id, custom_id: part.custom_id, values });
  });
  return node;
}

export function picture(address, description, ctx) {
  const image = el("img", { src: address, alt: description ?? "" });
  const large = el("button", { type: "button", class: "enlarge", "aria-label": "Enlarge the picture", onclick: () => ctx.enlarge(address, description) }, image);
  if (!description) return el("figure", {}, large);
  const caption = el("figcaption", { hidden: true }, description);
  const toggle = el("button", {
    type: "button", class: "alt", "aria-expanded": "false", title: "Show the description",
    onclick: () => { caption.hidden = !caption.hidden; toggle.setAttribute("aria-expanded", String(!caption.hidden)); },
  }, "ALT");
  return el("figure", {}, el("div", { class: "frame" }, large, toggle), caption);
}

function file(attachment, ctx) {
  if ((attachment.content_type ?? "").startsWith("image/")) return picture(attachment.url, attachment.description, ctx);
  return el("a", { class: "file", href: attachment.url, download: attachment.filename }, `File: ${attachment.filename}`);
}

const each = (parts, m, ctx, box) => (parts ?? []).map((part) => component(part, m, ctx, box));

const MAKE = {
  1: (part, m, ctx, box) => el("div", { class: "row" }, each(part.components, m, ctx, box)),
  2: button,
  3: select,
  5: select,
  9: (part, m, ctx, box) => el("div", { class: "section" }, el("div", {}, each(part.components, m, ctx, box)), component(part.accessory, m, ctx, box)),
  10: (part, m, ctx) => el("div", { class: "words" }, words(part.content, ctx)),
  11: (part, m, ctx) => el("div", { class: "thumbnail" }, picture(part.media.url, part.description, ctx)),
  12: (part, m, ctx) => el("div", { class: `gallery of${Math.min(part.items.length, 3)}` }, part.items.map((item) => picture(item.media.url, item.description, ctx))),
  13: (part, m, ctx) => file({ ...part.file, filename: part.file.url.split("/").pop() }, ctx),
  14: (part) => el("hr", { class: `gap${part.spacing}${part.divider ? "" : " bare"}` }),
  17: (part, m, ctx, box) => {
    const node = el("div", { class: "container" }, each(part.components, m, ctx, box));
    if (part.accent_color !== null) node.style.setProperty("--accent", `#${part.accent_color.toString(16).padStart(6, "0")}`);
    return node;
  },
};

function component(part, m, ctx, box) {
  return part.type in MAKE ? MAKE[part.type](part, m, ctx, box) : el("p", { class: "unknown" }, `(component of type ${part.type})`);
}

function embed(card, ctx) {
  const node = el("div", { class: "container embed" },
    card.author?.name ? el("p", { class: "embed-author" }, card.author.name) : null,
    card.title ? el("h3", { class: "head3" }, card.title) : null,
    card.description ? el("div", { class: "words" }, words(card.description, ctx)) : null,
    card.fields?.length ? el("dl", {}, card.fields.map((field) => el("div", { class: field.inline ? "inline" : null },
      el("dt", {}, words(field.name, ctx)), el("dd", { class: "words" }, words(field.value, ctx))))) : null,
    card.image ? picture(card.image.url, card.image.description, ctx) : null,
    card.footer?.text ? el("small", { class: "small" }, card.footer.text) : null);
  if (card.color !== undefined && card.color !== null) node.style.setProperty("--accent", `#${card.color.toString(16).padStart(6, "0")}`);
  return node;
}

function clock(seconds, ctx) {
  const date = new Date(seconds * 1000);
  const locale = ctx.me.locale;
  const full = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short" }).format(date);
  return el("time", { datetime: date.toISOString(), title: full }, new Intl.DateTimeFormat(locale, { timeStyle: "short" }).format(date));
}

export function message(m, ctx) {
  const box = el("li", { class: ["message", m.ephemeral && "ephemeral", m.ping && "ping", m.loading && "loading"].filter(Boolean).join(" "), "data-id": m.id });
  const body = el("div", { class: "body" });
  if (m.prompt) body.append(el("p", { class: "prompt" }, el("b", {}, m.who), " used ", el("span", { class: "mention" }, m.prompt)));
  body.append(el("p", { class: "author" }, el("b", {}, m.author), el("span", { class: "app" }, "APP"), clock(m.time, ctx)));
  if (m.loading) body.append(el("p", { class: "thinking" }, el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")), `${m.author} is thinking…`));
  if (m.content) body.append(el("div", { class: "words" }, words(m.content, ctx)));
  body.append(...m.embeds.map((card) => embed(card, ctx)), ...m.attachments.map((each_) => file(each_, ctx)));
  body.append(...each(m.components, m, ctx, box));
  if (m.edited) body.append(el("small", { class: "edited" }, "(edited)"));
  if (m.ephemeral) {
    body.append(el("p", { class: "only-you" }, "Only you can see this · ",
      el("button", { type: "button", class: "dismiss", onclick: () => ctx.act({ do: "dismiss", message: m.id }) }, "Dismiss message")));
  }
  const failure = ctx.failures.get(m.id);
  if (failure) body.append(el("p", { class: "failure", role: "alert" }, failure));
  box.append(avatar(m.author, true), body);
  return box;
}
