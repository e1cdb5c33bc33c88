// Discord's select menu: a button that opens a list of options, one or several of which are chosen.

import { el } from "./words.js";

let number = 0;
let closeOpen = null;

document.addEventListener("click", (event) => {
  if (closeOpen && !closeOpen.node.contains(event.target)) closeOpen.close();
});

export function menu(part, emojiText, chosen) {
  const id = `menu${(number += 1)}`;
  const { min_values: least, max_values: most } = part;
  const several = most > 1;
  const picked = new Set(part.options.filter((option) => option.default).map((option) => option.value));
  const face = el("span", { class: "menu-face" });
  const opener = el("button", {
    type: "button", class: "menu-open", disabled: part.disabled, "data-id": part.custom_id, "aria-haspopup": "listbox",
    "aria-expanded": "false", "aria-controls": id, onclick: () => (pop.hidden ? open() : close()),
  }, face, el("span", { "aria-hidden": "true" }, "▾"));
  const list = el("div", { class: "menu-options", id, role: "listbox", "aria-multiselectable": several ? "true" : null, "aria-label": part.placeholder ?? "Options" });
  const rows = part.options.map((option) => el("div", {
    class: "menu-option", role: "option", tabindex: "-1", "aria-selected": "false", "data-value": option.value,
    onclick: () => toggle(option.value),
  }, emojiText(option.emoji), el("span", { class: "menu-text" }, el("b", {}, option.label), option.description ? el("small", {}, option.description) : null),
  el("span", { class: "tick", "aria-hidden": "true" })));
  const done = el("button", { type: "button", class: "button primary menu-done", onclick: finish }, "Done");
  list.append(...rows);
  const pop = el("div", { class: several ? "menu-list several" : "menu-list", hidden: true }, list);
  if (several) pop.append(el("div", { class: "menu-foot" }, el("span", {}, least === most ? `Choose ${most}` : `Choose ${least} to ${most}`), done));
  const node = el("div", { class: "menu" }, opener, pop);
  node.addEventListener("keydown", onKey);
  draw();

  function draw() {
    const labels = part.options.filter((option) => picked.has(option.value)).map((option) => option.label);
    face.textContent = labels.join(", ") || part.placeholder || (several ? "Make selections" : "Make a selection");
    face.classList.toggle("blank", labels.length === 0);
    for (const row of rows) row.setAttribute("aria-selected", String(picked.has(row.dataset.value)));
    done.disabled = picked.size < least || picked.size > most;
  }
  function open() {
    closeOpen?.close();
    pop.hidden = false;
    opener.setAttribute("aria-expanded", "true");
    closeOpen = { node, close };
    (rows.find((row) => row.getAttribute("aria-selected") === "true") ?? rows[0])?.focus();
    pop.scrollIntoView({ block: "nearest" });
  }
  function close() {
    pop.hidden = true;
    opener.setAttribute("aria-expanded", "false");
    if (closeOpen?.node === node) closeOpen = null;
  }
  function toggle(value) {
    if (!several) { picked.clear(); picked.add(value); draw(); finish(); return; }
    if (picked.has(value)) picked.delete(value);
    else if (picked.size < most) picked.add(value);
    draw();
  }
  function finish() {
    close();
    opener.focus();
    chosen([...picked]);
  }
  function onKey(event) {
    const at = rows.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (event.key === "Escape" && !pop.hidden) { close(); opener.focus(); }
    else if (pop.hidden && document.activeElement === opener && event.key === "ArrowDown") open();
    else if (to !== undefined && !pop.hidden) rows[Math.max(0, Math.min(rows.length - 1, to))].focus();
    else if (at >= 0 && (event.key === "Enter" || event.key === " ")) toggle(rows[at].dataset.value);
    else return;
    event.preventDefault();
  }
  return node;
}
