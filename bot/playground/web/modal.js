// Modals: forms that the bot opens.

import { el } from "./dom.js";
import { markdown } from "./markdown.js";

const ROW = 1, SELECT = 3, INPUT = 4, USERS = 5, TEXT = 10, LABEL = 18, RADIO = 21, CHECKBOXES = 22, CHECKBOX = 23;

let lastId = 0;

function input(part) {
  const shared = {
    id: `field${(lastId += 1)}`, placeholder: part.placeholder, maxlength: part.max_length ?? 4000,
    minlength: part.min_length, required: part.required ?? true,
  };
  const node = part.style === 2 ? el("textarea", { ...shared, rows: 4 }) : el("input", { ...shared, type: "text" });
  node.value = part.value ?? "";
  return { node, id: node.id, read: () => node.value };
}

function select(part, ctx) {
  const options = part.type === USERS ? Object.entries(ctx.people).map(([value, label]) => ({ value, label })) : part.options;
  const multiple = (part.max_values ?? 1) > 1;
  const required = part.required ?? true;
  const node = el("select", { id: `field${(lastId += 1)}`, multiple, required, size: multiple ? Math.min(6, options.length) : null });
  if (!multiple) node.append(el("option", { value: "" }, part.placeholder ?? "Make a selection"));
  node.append(...options.map((option) => el("option", { value: option.value, selected: option.default }, option.label)));
  return { node, id: node.id, read: () => [...node.selectedOptions].map((option) => option.value).filter(Boolean) };
}

function choices(part) {
  const type = part.type === RADIO ? "radio" : "checkbox";
  const name = `field${(lastId += 1)}`;
  const rows = (part.options ?? [{ value: "", label: part.label ?? "" }]).map((option) => el("label", { class: "choice" },
    el("input", { type, name, value: option.value, checked: option.default ?? part.default }), el("span", {}, option.label ?? ""),
    option.description ? el("small", {}, option.description) : null));
  const node = el("div", { role: type === "radio" ? "radiogroup" : "group" }, rows);
  const checked = () => [...node.querySelectorAll("input:checked")].map((each) => each.value);
  const read = { [RADIO]: () => checked()[0] ?? null, [CHECKBOXES]: checked, [CHECKBOX]: () => checked().length > 0 }[part.type];
  return { node, id: null, read };
}

function field(part, ctx) {
  if (part.type === INPUT) return input(part);
  return part.type === SELECT || part.type === USERS ? select(part, ctx) : choices(part);
}

export function openModal(dialog, form, modal, ctx) {
  const readers = {};
  const rows = modal.components.map((part) => {
    if (part.type === TEXT) return el("div", { class: "markdown" }, markdown(part.content, ctx));
    const inner = part.type === LABEL ? part.component : part.type === ROW ? part.components[0] : part;
    const control = field(inner, ctx);
    readers[inner.custom_id] = control.read;
    const label = el("label", { for: control.id }, part.label ?? inner.label ?? "", (inner.required ?? true) && inner.type !== CHECKBOX ? el("span", { class: "star", "aria-hidden": "true" }, " *") : null);
    return el("div", { class: "form-field" }, label, part.description ? el("small", {}, part.description) : null, control.node);
  });
  const error = el("p", { class: "failure", role: "alert", hidden: true });
  const submit = el("button", { type: "submit", class: "button primary" }, "Submit");
  const node = el("form", {
    onsubmit: async (event) => {
      event.preventDefault();
      submit.disabled = true;
      const values = Object.fromEntries(Object.entries(readers).map(([key, read]) => [key, read()]));
      const reply = await ctx.request({ do: "submit", form, values });
      submit.disabled = false;
      error.hidden = !reply.error;
      error.textContent = reply.error ?? "";
      if (!reply.error) dialog.close();
    },
  }, el("h2", { id: "form-title" }, modal.title), rows, error,
  el("div", { class: "form-footer" }, el("button", { type: "button", class: "button secondary", onclick: () => dialog.close() }, "Cancel"), submit));
  dialog.replaceChildren(node);
  dialog.showModal();
}
