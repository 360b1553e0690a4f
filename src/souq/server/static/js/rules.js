/** Rules: find a rule by its words or its number, show in which chapter one reads, and what words mean. */

import { mark as explain } from "./glossary.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector(".find"));
const input = /** @type {HTMLInputElement} */ (form.querySelector("input"));
const found = /** @type {HTMLElement} */ (form.querySelector(".found"));
const nothing = /** @type {HTMLElement} */ (document.querySelector(".nothing"));
const rules = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".rule")]);
const chapters = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".chapter:not(.words)")]);
const plain = new Map(rules.map((rule) => [rule, texts(rule).map(said).join(" ")]));
const words = document.querySelector(".words");

/** What a rule says: its number, its title and its sentences, without what stands beside it. @param {Element} rule */
function texts(rule) {
  return [...rule.querySelectorAll(":scope > :is(.id, h3, p)")];
}

/** @param {Element} element */
function said(element) {
  return (element.textContent ?? "").toLowerCase();
}

/** Say what words mean, the first time in every chapter and in every part of what begins the page. */
function explained() {
  for (const part of document.querySelectorAll(".primer li > p, .about")) explain(/** @type {HTMLElement} */ (part));
  for (const chapter of chapters) {
    const known = new Set();
    for (const text of chapter.querySelectorAll("p, figcaption > span"))
      explain(/** @type {HTMLElement} */ (text), known);
  }
}

/** Show the rules that hold every word of the search. */
function find() {
  const wanted = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const rule of rules) {
    rule.hidden = !wanted.every((word) => plain.get(rule)?.includes(word));
    count += rule.hidden ? 0 : 1;
    mark(rule, wanted);
  }
  for (const chapter of chapters) chapter.hidden = !chapter.querySelector(".rule:not([hidden])");
  if (words instanceof HTMLElement) words.hidden = wanted.length > 0;
  if (!wanted.length) explained();
  nothing.hidden = count > 0;
  found.textContent = wanted.length ? `${count} of ${rules.length} rules` : "";
}

/** Mark the words in a rule. @param {HTMLElement} rule @param {string[]} words */
function mark(rule, words) {
  for (const element of texts(rule).slice(1)) {
    const text = element.textContent ?? "";
    const at = words.length
      ? new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "gi")
      : null;
    element.replaceChildren(
      ...(at ? text.split(at) : [text]).map((part, i) => {
        if (i % 2 === 0) return part;
        const marked = document.createElement("mark");
        marked.textContent = part;
        return marked;
      }),
    );
  }
}

explained();
form.hidden = false;
input.addEventListener("input", find);
form.addEventListener("submit", (event) => event.preventDefault());
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== input) {
    event.preventDefault();
    input.focus();
  }
  if (event.key === "Escape" && document.activeElement === input) {
    input.value = "";
    find();
  }
});

const links = new Map(
  [...document.querySelectorAll(".contents nav a")].map((link) => [link.getAttribute("href")?.slice(1), link]),
);
const watch = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      for (const link of links.values()) link.removeAttribute("aria-current");
      links.get(entry.target.id)?.setAttribute("aria-current", "true");
    }
  },
  { rootMargin: "-10% 0px -80% 0px" },
);
for (const part of [...chapters, ...document.querySelectorAll(".primer, .words")]) watch.observe(part);
