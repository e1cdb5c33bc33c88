// The command bar: type "/", pick a command, fill in its options, send. It can be used by keyboard alone.

import { el } from "./dom.js";
import { say } from "./words.js";

const INTEGER = 4, BOOLEAN = 5, USER = 6, ATTACHMENT = 11;
const LARGEST_FILE = 1_000_000; // bytes
const MAX_SUGGESTIONS = 50;
const AUTOCOMPLETE_DELAY = 90; // milliseconds

const $ = (id) => document.getElementById(id);
const normalized = (text) => text.toLocaleLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");

export class CommandBar {
  constructor(ctx) {
    this.ctx = ctx;
    this.where = "channel";
    this.command = null;
    this.suggestions = [];
    this.selected = -1;
    this.completions = 0;
    this.reset();
    $("command").addEventListener("submit", (event) => { event.preventDefault(); this.send(); });
    $("where").addEventListener("click", () => ctx.showPane(this.where === "channel" ? "dm" : "channel"));
    document.addEventListener("keydown", (event) => {
      const typing = event.target.closest("input, textarea, select, dialog, [role=listbox]");
      if (event.key === "/" && !typing) { event.preventDefault(); this.input.focus(); this.input.value ||= "/"; this.suggestCommands(); }
    });
    // By its path: a suggestion that was clicked may be gone from the page by now.
    const inBar = (event) => event.composedPath().some((each) => each.classList?.contains("bar"));
    document.addEventListener("click", (event) => { if (!inBar(event)) this.hide(); });
  }

  // Restores the state before a command is picked.
  reset() {
    this.command = null;
    this.values = {};
    this.input = this.makeInput(say("bar.field"), say("bar.placeholder"));
    this.input.addEventListener("input", () => this.suggestCommands());
    this.input.addEventListener("focus", () => { if (this.input.value) this.suggestCommands(); });
    this.input.addEventListener("keydown", (event) => this.onKey(event));
    $("fields").replaceChildren(this.input);
    $("send").disabled = true;
    this.hide();
    this.showHint("");
  }

  makeInput(label, placeholder) {
    return el("input", {
      type: "text", role: "combobox", "aria-label": label, placeholder, "aria-expanded": "false", "aria-controls": "suggestions",
      "aria-autocomplete": "list", autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "send",
    });
  }

  setWhere(where) {
    if (where !== this.where) { this.where = where; if (this.command) this.reset(); }
    $("where").textContent = this.placeName(where);
  }

  placeName(where) { return where === "channel" ? `# ${this.ctx.channelName(this.ctx.channel)}` : `@ ${this.ctx.bot.name}`; }

  // Shows the bar in the language that was chosen; a command being filled in is given up.
  translate() {
    if (this.command) { this.reset(); return; }
    this.input.placeholder = say("bar.placeholder");
    this.input.setAttribute("aria-label", say("bar.field"));
    this.hide();
    this.showHint("");
  }

  refresh() {
    if (!this.command) return;
    const path = this.command.path.join(" ");
    if (!this.ctx.commands[this.where].some((each) => each.path.join(" ") === path)) this.reset();
  }

  showHint(text) { $("hint").textContent = text; }

  showNotice(text) {
    $("notice").textContent = text;
    $("notice").hidden = !text;
  }

  // -- the list of suggestions

  show(suggestions, empty = "", preselect = true) {
    this.suggestions = suggestions;
    this.selected = suggestions.length && preselect ? 0 : -1;
    const rows = suggestions.map((suggestion, index) => el("div", {
      class: "suggestion", role: "option", id: `suggestion${index}`, "aria-selected": "false",
      onpointerdown: (event) => event.preventDefault(), onclick: () => this.accept(index),
    }, el("b", {}, suggestion.title), suggestion.note ? el("span", {}, suggestion.note) : null));
    $("suggestions").replaceChildren(...rows, ...(rows.length ? [] : [el("div", { class: "suggestion-none", role: "option", "aria-disabled": "true" }, empty)]));
    $("suggestions").hidden = !rows.length && !empty;
    this.updateSelection();
  }

  hide() { this.show([]); }

  updateSelection() {
    [...$("suggestions").querySelectorAll(".suggestion")].forEach((row, index) => {
      row.setAttribute("aria-selected", String(index === this.selected));
      if (index === this.selected) row.scrollIntoView({ block: "nearest" });
    });
    const active = document.activeElement;
    for (const input of $("fields").querySelectorAll("input")) {
      const here = input === active && !$("suggestions").hidden;
      input.setAttribute("aria-expanded", String(here));
      if (here && this.selected >= 0) input.setAttribute("aria-activedescendant", `suggestion${this.selected}`);
      else input.removeAttribute("aria-activedescendant");
    }
  }

  moveSelection(step) {
    if (!this.suggestions.length) return false;
    const from = this.selected < 0 && step < 0 ? 0 : this.selected;
    this.selected = (from + step + this.suggestions.length) % this.suggestions.length;
    this.updateSelection();
    return true;
  }

  accept(index) {
    const suggestion = this.suggestions[index];
    if (suggestion) suggestion.accept();
  }

  onKey(event) {
    const input = event.target;
    if (event.isComposing) return;
    if (event.key === "ArrowDown" && this.moveSelection(1)) event.preventDefault();
    else if (event.key === "ArrowUp" && this.moveSelection(-1)) event.preventDefault();
    else if (event.key === "Escape") { if (this.suggestions.length) this.hide(); else { this.reset(); this.input.focus(); } event.preventDefault(); }
    else if ((event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) && this.selected >= 0 && !input.dataset.chosen) {
      event.preventDefault();
      this.accept(this.selected);
    } else if (event.key === "Backspace" && !input.value && this.command) {
      event.preventDefault();
      const inputs = [...$("fields").querySelectorAll("input")];
      const before = inputs[inputs.indexOf(input) - 1];
      if (before) before.focus(); else { this.reset(); this.input.focus(); }
    }
  }

  // -- picking a command

  suggestCommands() {
    const typed = normalized(this.input.value.trim().replace(/^\//, "").replace(/\s+/g, " "));
    if (!this.input.value.startsWith("/")) { this.hide(); this.showHint(this.input.value ? say("bar.slash_first") : ""); return; }
    this.showHint("");
    const matches = (command) => normalized(command.shown).includes(typed) || command.path.join(" ").includes(typed);
    const order = (command) => Number(!normalized(command.shown).startsWith(typed) && !command.path.join(" ").startsWith(typed));
    const here = this.ctx.commands[this.where].filter(matches).sort((a, b) => order(a) - order(b));
    const there = this.where === "channel" ? "dm" : "channel";
    const known = new Set(this.ctx.commands[this.where].map((command) => command.shown));
    const elsewhere = this.ctx.commands[there].filter((command) => matches(command) && !known.has(command.shown));
    const suggestHere = (command) => ({ title: `/${command.shown}`, note: command.description, accept: () => this.pickCommand(command) });
    const suggestThere = (command) => ({
      title: `/${command.shown}`, note: say("bar.elsewhere", { description: command.description, place: this.placeName(there) }),
      accept: () => { this.ctx.showPane(there); this.pickCommand(command); },
    });
    this.show([...here.map(suggestHere), ...elsewhere.map(suggestThere)].slice(0, MAX_SUGGESTIONS), say("bar.no_command"));
  }

  pickCommand(command) {
    this.command = command;
    this.values = {};
    this.showNotice("");
    const name = el("span", { class: "command-name" }, `/${command.shown}`);
    const fields = command.options.map((option) => this.field(option));
    const last = fields.length ? [] : [this.emptyField()];
    $("fields").replaceChildren(name, ...fields.map((field) => field.node), ...last);
    $("send").disabled = false;
    this.hide();
    this.showHint(command.description);
    (fields[0]?.input ?? last[0]).focus();
  }

  // Puts a command that a message names into the bar.
  use(path) {
    const names = (command) => command.path.join(" ") === path;
    const here = [this.where, "channel", "dm"].find((where) => this.ctx.commands[where].some(names));
    if (!here) { this.showNotice(say("bar.not_usable", { command: `/${path}` })); return; }
    if (here !== this.where) this.ctx.showPane(here);
    this.pickCommand(this.ctx.commands[here].find(names));
  }

  // A command without options still needs an element with the focus, where Enter sends the command.
  emptyField() {
    const input = el("input", { class: "bare", "aria-label": say("bar.press_enter"), readonly: true });
    input.addEventListener("keydown", (event) => this.onKey(event));
    return input;
  }

  // A file is sent with its name, its content in base 64.
  fileField(option) {
    const input = el("input", { type: "file", "aria-label": `${option.shown}: ${option.description}` });
    const node = el("label", { class: `field${option.required ? " required" : ""}` }, el("span", {}, option.shown), input);
    input.addEventListener("focus", () => { this.showHint(option.description); this.hide(); });
    input.addEventListener("change", async () => {
      node.classList.remove("invalid");
      const [file] = input.files;
      if (!file) { delete this.values[option.name]; return; }
      if (file.size > LARGEST_FILE) { this.showNotice(say("bar.file_too_large", { name: file.name })); input.value = ""; return; }
      const bytes = new Uint8Array(await file.arrayBuffer());
      this.values[option.name] = { name: file.name, content: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")) };
    });
    return { node, input };
  }

  field(option) {
    if (option.type === ATTACHMENT) return this.fileField(option);
    const input = this.makeInput(`${option.shown}: ${option.description}`, option.required ? "" : say("bar.optional"));
    if (option.max_length) input.maxLength = option.max_length;
    const node = el("label", { class: `field${option.required ? " required" : ""}` }, el("span", {}, option.shown), input);
    input.addEventListener("focus", () => { this.showHint(option.description); this.suggestValues(option, input); });
    input.addEventListener("input", () => { delete input.dataset.chosen; this.values[option.name] = input.value; node.classList.remove("invalid"); this.suggestValues(option, input); });
    input.addEventListener("keydown", (event) => this.onKey(event));
    return { node, input };
  }

  suggestValues(option, input) {
    const typed = normalized(input.value);
    const suggest = (choices) => {
      if (document.activeElement !== input) return;
      const shown = choices.map((choice) => ({ title: String(choice.name), note: "", accept: () => this.fill(option, input, choice) }));
      // An optional field stays empty until something is chosen: Enter then sends the command.
      this.show(shown, option.autocomplete && !input.dataset.chosen ? say("bar.no_match") : "", option.required || input.value !== "");
    };
    if (input.dataset.chosen) this.hide();
    else if (option.autocomplete) this.complete(option, input, suggest);
    else if (option.choices?.length) suggest(option.choices.filter((choice) => normalized(choice.name).includes(typed)));
    else if (option.type === BOOLEAN) suggest([{ name: say("bar.true"), value: true }, { name: say("bar.false"), value: false }]);
    else if (option.type === USER) suggest(Object.entries(this.ctx.people).map(([value, name]) => ({ name, value })).filter((choice) => normalized(choice.name).includes(typed)));
    else this.hide();
  }

  complete(option, input, suggest) {
    const number = (this.completions += 1);
    setTimeout(async () => {
      if (number !== this.completions || !this.command) return;
      const reply = await this.ctx.request({
        do: "complete", path: this.command.path.join(" "), option: option.name, typed: input.value, where: this.where, channel: this.ctx.channel, options: this.filledValues(),
      });
      if (number !== this.completions) return;
      if (reply.error) this.show([], reply.error);
      else suggest(reply.choices);
    }, AUTOCOMPLETE_DELAY);
  }

  fill(option, input, choice) {
    this.completions += 1;
    input.value = choice.name;
    input.dataset.chosen = "1";
    this.values[option.name] = choice.value;
    this.hide();
    const inputs = [...$("fields").querySelectorAll("input")];
    const next = inputs[inputs.indexOf(input) + 1];
    if (next && this.command.options[inputs.indexOf(next)]?.required) next.focus();
  }

  filledValues() {
    return Object.fromEntries(Object.entries(this.values).filter(([, value]) => value !== ""));
  }

  // -- sending

  async send() {
    if (!this.command) return;
    const missing = this.command.options.findIndex((option) => option.required && (this.values[option.name] ?? "") === "");
    if (missing >= 0) {
      const field = $("fields").querySelectorAll(".field")[missing];
      field.classList.add("invalid");
      field.querySelector("input").focus();
      this.showHint(say("bar.required"));
      return;
    }
    const number = this.command.options.find((option) => option.type === INTEGER && this.values[option.name] && !/^-?\d+$/.test(this.values[option.name]));
    if (number) { this.showHint(say("bar.whole_number", { option: number.shown })); return; }
    const request = { do: "slash", path: this.command.path.join(" "), where: this.where, channel: this.ctx.channel, options: this.filledValues() };
    this.reset();
    this.input.focus();
    this.showNotice("");
    this.showHint(say("bar.sending"));
    const reply = await this.ctx.request(request);
    this.showHint("");
    if (reply.error) this.showNotice(`/${request.path}: ${reply.error}`);
  }
}
