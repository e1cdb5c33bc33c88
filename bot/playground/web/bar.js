// The command bar: type "/", pick a command, fill in its options, send. All of it by keyboard too.

import { el } from "./words.js";

const INTEGER = 4, BOOLEAN = 5, USER = 6;
const MOST = 50;
const PAUSE = 90;

const $ = (id) => document.getElementById(id);
const plain = (text) => text.toLocaleLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");

export class Bar {
  constructor(ctx) {
    this.ctx = ctx;
    this.where = "channel";
    this.command = null;
    this.offers = [];
    this.at = -1;
    this.asked = 0;
    this.start();
    $("command").addEventListener("submit", (event) => { event.preventDefault(); this.send(); });
    $("where").addEventListener("click", () => ctx.look(this.where === "channel" ? "dm" : "channel"));
    document.addEventListener("keydown", (event) => {
      const typing = event.target.closest("input, textarea, select, dialog, [role=listbox]");
      if (event.key === "/" && !typing) { event.preventDefault(); this.input.focus(); this.input.value ||= "/"; this.offerCommands(); }
    });
    document.addEventListener("click", (event) => { if (!event.target.closest(".bar")) this.hide(); });
  }

  // The bar as it is before a command is picked.
  start() {
    this.command = null;
    this.values = {};
    this.input = this.box("Message field: type a slash to choose a command", "Type / for commands");
    this.input.addEventListener("input", () => this.offerCommands());
    this.input.addEventListener("focus", () => { if (this.input.value) this.offerCommands(); });
    this.input.addEventListener("keydown", (event) => this.onKey(event));
    $("fields").replaceChildren(this.input);
    $("send").disabled = true;
    this.hide();
    this.hint("");
  }

  box(label, placeholder) {
    return el("input", {
      type: "text", role: "combobox", "aria-label": label, placeholder, "aria-expanded": "false", "aria-controls": "offers",
      "aria-autocomplete": "list", autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "send",
    });
  }

  stand(where) {
    if (where !== this.where) { this.where = where; if (this.command) this.start(); }
    $("where").textContent = this.place(where);
  }

  place(where) { return where === "channel" ? `# ${this.ctx.channel}` : `@ ${this.ctx.bot.name}`; }

  refresh() {
    if (!this.command) return;
    const path = this.command.path.join(" ");
    if (!this.ctx.commands[this.where].some((each) => each.path.join(" ") === path)) this.start();
  }

  hint(text) { $("hint").textContent = text; }

  notice(text) {
    $("notice").textContent = text;
    $("notice").hidden = !text;
  }

  // -- the list of suggestions

  show(offers, empty = "") {
    this.offers = offers;
    this.at = offers.length ? 0 : -1;
    const rows = offers.map((offer, index) => el("div", {
      class: "offer", role: "option", id: `offer${index}`, "aria-selected": "false",
      onpointerdown: (event) => event.preventDefault(), onclick: () => this.take(index),
    }, el("b", {}, offer.title), offer.note ? el("span", {}, offer.note) : null));
    $("offers").replaceChildren(...rows, ...(rows.length ? [] : [el("div", { class: "offer-none", role: "option", "aria-disabled": "true" }, empty)]));
    $("offers").hidden = !rows.length && !empty;
    this.mark();
  }

  hide() { this.show([]); }

  mark() {
    [...$("offers").querySelectorAll(".offer")].forEach((row, index) => {
      row.setAttribute("aria-selected", String(index === this.at));
      if (index === this.at) row.scrollIntoView({ block: "nearest" });
    });
    const active = document.activeElement;
    for (const input of $("fields").querySelectorAll("input")) {
      const here = input === active && !$("offers").hidden;
      input.setAttribute("aria-expanded", String(here));
      if (here && this.at >= 0) input.setAttribute("aria-activedescendant", `offer${this.at}`);
      else input.removeAttribute("aria-activedescendant");
    }
  }

  move(step) {
    if (!this.offers.length) return false;
    this.at = (this.at + step + this.offers.length) % this.offers.length;
    this.mark();
    return true;
  }

  take(index) {
    const offer = this.offers[index];
    if (offer) offer.take();
  }

  onKey(event) {
    const input = event.target;
    if (event.isComposing) return;
    if (event.key === "ArrowDown" && this.move(1)) event.preventDefault();
    else if (event.key === "ArrowUp" && this.move(-1)) event.preventDefault();
    else if (event.key === "Escape") { if (this.offers.length) this.hide(); else { this.start(); this.input.focus(); } event.preventDefault(); }
    else if ((event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) && this.offers.length && !input.dataset.taken) {
      event.preventDefault();
      this.take(this.at);
    } else if (event.key === "Backspace" && !input.value && this.command) {
      event.preventDefault();
      const inputs = [...$("fields").querySelectorAll("input")];
      const before = inputs[inputs.indexOf(input) - 1];
      if (before) before.focus(); else { this.start(); this.input.focus(); }
    }
  }

  // -- picking a command

  offerCommands() {
    const typed = plain(this.input.value.trim().replace(/^\//, "").replace(/\s+/g, " "));
    if (!this.input.value.startsWith("/")) { this.hide(); this.hint(this.input.value ? "Commands begin with a slash." : ""); return; }
    this.hint("");
    const fits = (command) => plain(command.shown).includes(typed) || command.path.join(" ").includes(typed);
    const first = (command) => Number(!plain(command.shown).startsWith(typed) && !command.path.join(" ").startsWith(typed));
    const here = this.ctx.commands[this.where].filter(fits).sort((a, b) => first(a) - first(b));
    const there = this.where === "channel" ? "dm" : "channel";
    const known = new Set(this.ctx.commands[this.where].map((command) => command.shown));
    const elsewhere = this.ctx.commands[there].filter((command) => fits(command) && !known.has(command.shown));
    const offer = (command) => ({ title: `/${command.shown}`, note: command.description, take: () => this.pick(command) });
    const move = (command) => ({
      title: `/${command.shown}`, note: `${command.description} · in ${this.place(there)}`,
      take: () => { this.ctx.look(there); this.pick(command); },
    });
    this.show([...here.map(offer), ...elsewhere.map(move)].slice(0, MOST), "There is no such command.");
  }

  pick(command) {
    this.command = command;
    this.values = {};
    this.notice("");
    const name = el("span", { class: "chosen" }, `/${command.shown}`);
    const fields = command.options.map((option) => this.field(option));
    const last = fields.length ? [] : [this.bare()];
    $("fields").replaceChildren(name, ...fields.map((field) => field.node), ...last);
    $("send").disabled = false;
    this.hide();
    this.hint(command.description);
    (fields[0]?.input ?? last[0]).focus();
  }

  // A command without options still needs a place for the focus, where Enter sends.
  bare() {
    const input = el("input", { class: "bare", "aria-label": "Press Enter to send", readonly: true });
    input.addEventListener("keydown", (event) => this.onKey(event));
    return input;
  }

  field(option) {
    const input = this.box(`${option.shown}: ${option.description}`, option.required ? "" : "optional");
    const node = el("label", { class: `field${option.required ? " required" : ""}` }, el("span", {}, option.shown), input);
    input.addEventListener("focus", () => { this.hint(option.description); this.offerValues(option, input); });
    input.addEventListener("input", () => { delete input.dataset.taken; this.values[option.name] = input.value; node.classList.remove("bad"); this.offerValues(option, input); });
    input.addEventListener("keydown", (event) => this.onKey(event));
    return { node, input };
  }

  offerValues(option, input) {
    const typed = plain(input.value);
    const offer = (choices) => {
      if (document.activeElement !== input) return;
      const shown = choices.map((choice) => ({ title: String(choice.name), note: "", take: () => this.fill(option, input, choice) }));
      this.show(shown, option.autocomplete && !input.dataset.taken ? "No options match." : "");
    };
    if (input.dataset.taken) this.hide();
    else if (option.autocomplete) this.complete(option, input, offer);
    else if (option.choices?.length) offer(option.choices.filter((choice) => plain(choice.name).includes(typed)));
    else if (option.type === BOOLEAN) offer([{ name: "True", value: true }, { name: "False", value: false }]);
    else if (option.type === USER) offer(Object.entries(this.ctx.people).map(([value, name]) => ({ name, value })).filter((choice) => plain(choice.name).includes(typed)));
    else this.hide();
  }

  complete(option, input, offer) {
    const mine = (this.asked += 1);
    setTimeout(async () => {
      if (mine !== this.asked || !this.command) return;
      const reply = await this.ctx.act({
        do: "complete", path: this.command.path.join(" "), option: option.name, typed: input.value, where: this.where, options: this.given(),
      });
      if (mine !== this.asked) return;
      if (reply.error) this.show([], reply.error);
      else offer(reply.choices);
    }, PAUSE);
  }

  fill(option, input, choice) {
    this.asked += 1;
    input.value = choice.name;
    input.dataset.taken = "1";
    this.values[option.name] = choice.value;
    this.hide();
    const inputs = [...$("fields").querySelectorAll("input")];
    const next = inputs[inputs.indexOf(input) + 1];
    if (next && this.command.options[inputs.indexOf(next)]?.required) next.focus();
  }

  given() {
    return Object.fromEntries(Object.entries(this.values).filter(([, value]) => value !== ""));
  }

  // -- sending

  async send() {
    if (!this.command) return;
    const missing = this.command.options.findIndex((option) => option.required && (this.values[option.name] ?? "") === "");
    if (missing >= 0) {
      const field = $("fields").querySelectorAll(".field")[missing];
      field.classList.add("bad");
      field.querySelector("input").focus();
      this.hint("This option is required. Specify a value.");
      return;
    }
    const number = this.command.options.find((option) => option.type === INTEGER && this.values[option.name] && !/^-?\d+$/.test(this.values[option.name]));
    if (number) { this.hint(`${number.shown}: a whole number is needed.`); return; }
    const asked = { do: "slash", path: this.command.path.join(" "), where: this.where, options: this.given() };
    this.start();
    this.input.focus();
    this.notice("");
    this.hint("Sending…");
    const reply = await this.ctx.act(asked);
    this.hint("");
    if (reply.error) this.notice(`/${asked.path}: ${reply.error}`);
    if (reply.modal) this.ctx.open(reply.form, reply.modal);
  }
}
