// The words of the page itself, in one language: a table from the server.

import { el } from "./dom.js";

let table = {};

// Takes another table, and says everything in the document anew that has a key: text, tooltip or label.
export function speak(words, language) {
  table = words;
  document.documentElement.lang = language;
  for (const node of document.querySelectorAll("[data-say]")) node.replaceChildren(...phrase(node.dataset.say, { slash: el("kbd", {}, "/") }));
  for (const node of document.querySelectorAll("[data-say-title]")) node.title = say(node.dataset.sayTitle);
  for (const node of document.querySelectorAll("[data-say-label]")) node.setAttribute("aria-label", say(node.dataset.sayLabel));
}

export function say(key, facts = {}) {
  return phrase(key, facts).join("");
}

// Returns the parts of a sentence, in which nodes may stand for placeholders.
export function phrase(key, facts) {
  return (table[key] ?? "").split(/\{(\w+)\}/).map((part, index) => (index % 2 ? facts[part] : part));
}
