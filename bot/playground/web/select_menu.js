// Discord's select menu: a button that opens a list of options, of which one or several can be selected.

import { el } from "./dom.js";
import { say } from "./words.js";

let lastId = 0;
let openMenu = null;

// As in Discord, what is selected counts as soon as the menu loses the focus.
document.addEventListener("pointerdown", (event) => {
  if (openMenu && !openMenu.node.contains(event.target)) openMenu.leave();
});

export function selectMenu(part, emojiText, onSelect) {
  const id = `menu${(lastId += 1)}`;
  const { min_values: min, max_values: max } = part;
  const multiple = max > 1;
  const selected = new Set(part.options.filter((option) => option.default).map((option) => option.value));
  const label = el("span", { class: "menu-label" });
  const button = el("button", {
    type: "button", class: "menu-button", disabled: part.disabled, "data-id": part.custom_id, "aria-haspopup": "listbox",
    "aria-expanded": "false", "aria-controls": id, onclick: () => (popup.hidden ? open() : leave()),
  }, label, el("span", { "aria-hidden": "true" }, "▾"));
  const list = el("div", { class: "menu-options", id, role: "listbox", "aria-multiselectable": multiple ? "true" : null, "aria-label": part.placeholder ?? say("menu.options") });
  const rows = part.options.map((option) => el("div", {
    class: "menu-option", role: "option", tabindex: "-1", "aria-selected": "false", "data-value": option.value,
    onclick: () => toggle(option.value),
  }, emojiText(option.emoji), el("span", { class: "menu-text" }, el("b", {}, option.label), option.description ? el("small", {}, option.description) : null),
  el("span", { class: "checkmark", "aria-hidden": "true" })));
  const done = el("button", { type: "button", class: "button primary menu-done", onclick: finish }, say("menu.select"));
  list.append(...rows);
  const popup = el("div", { class: multiple ? "menu-list several" : "menu-list", hidden: true }, list);
  if (multiple) popup.append(el("div", { class: "menu-footer" }, el("span", {}, min === max ? say("menu.exactly", { count: max }) : say("menu.between", { least: min, most: max })), done));
  const node = el("div", { class: "menu" }, button, popup);
  node.addEventListener("keydown", onKey);
  render();

  function render() {
    const labels = part.options.filter((option) => selected.has(option.value)).map((option) => option.label);
    label.textContent = labels.join(", ") || part.placeholder || (multiple ? say("menu.several") : say("menu.one"));
    label.classList.toggle("blank", labels.length === 0);
    for (const row of rows) row.setAttribute("aria-selected", String(selected.has(row.dataset.value)));
    done.disabled = selected.size < min || selected.size > max;
  }
  function open() {
    openMenu?.leave();
    popup.hidden = false;
    button.setAttribute("aria-expanded", "true");
    openMenu = { node, leave };
    (rows.find((row) => row.getAttribute("aria-selected") === "true") ?? rows[0])?.focus();
    popup.scrollIntoView({ block: "nearest" });
  }
  function close() {
    popup.hidden = true;
    button.setAttribute("aria-expanded", "false");
    if (openMenu?.node === node) openMenu = null;
  }
  function leave() {
    close();
    if (multiple && !done.disabled && changed()) onSelect([...selected]);
  }
  function changed() {
    return part.options.some((option) => Boolean(option.default) !== selected.has(option.value));
  }
  function toggle(value) {
    if (!multiple) { selected.clear(); selected.add(value); render(); finish(); return; }
    if (selected.has(value)) selected.delete(value);
    else if (selected.size < max) selected.add(value);
    render();
  }
  function finish() {
    close();
    button.focus();
    onSelect([...selected]);
  }
  function onKey(event) {
    const index = rows.indexOf(document.activeElement);
    const target = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (event.key === "Escape" && !popup.hidden) { leave(); button.focus(); }
    else if (popup.hidden && document.activeElement === button && event.key === "ArrowDown") open();
    else if (target !== undefined && !popup.hidden) rows[Math.max(0, Math.min(rows.length - 1, target))].focus();
    else if (index >= 0 && (event.key === "Enter" || event.key === " ")) toggle(rows[index].dataset.value);
    else return;
    event.preventDefault();
  }
  return node;
}
