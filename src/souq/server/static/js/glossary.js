/**
 * What a game's words mean, a tap away: `mark` makes buttons of them in a text, and each opens one small box.
 *
 * The words come with the page: `data-words` says where they are. Only the first time a text says a word is it marked.
 *
 * @typedef {{forms: string[], text: string, rule: string}} Term
 */

import { make, maybe } from "./dom.js";
import { ask, page } from "./server.js";

/** How far the box stays from its word, and from the edge of the page: pixels. */
const GAP = 8;
const EDGE = 10;

/** @type {Map<string, Term>} terms by each of their forms */
const terms = new Map();
/** @type {RegExp | null} any of the words */
let any = null;
/** @type {Map<HTMLElement, Set<Term>>} texts that wait for the words, and what is known in them */
const waiting = new Map();
/** @type {HTMLElement | null} */
let box = null;
/** @type {HTMLElement | null} the word that is explained */
let open = null;

const home = maybe("[data-words]");
const address = home?.dataset.words ?? "";
if (address) load(address).catch(() => waiting.clear());

/** Get the words, a name only as it is written, and mark what has been waiting for them. @param {string} from */
async function load(from) {
  const answer = await ask(from);
  const found = /** @type {Term[]} */ (answer.ok ? await answer.json() : []);
  for (const term of found) {
    for (const form of term.forms) {
      terms.set(form, term);
      terms.set(form.charAt(0).toUpperCase() + form.slice(1), term);
    }
  }
  const words = [...terms.keys()].sort((a, b) => b.length - a.length);
  if (words.length) any = new RegExp(`(?<![\\p{L}\\d-])(${words.map(quoted).join("|")})(?![\\p{L}\\d-])`, "gu");
  for (const [element, known] of waiting) mark(element, known);
  waiting.clear();
}

/** @param {string} word */
const quoted = (word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * Make buttons of the words in an element, each the first time it is said. Links and buttons stay as they are.
 * @param {HTMLElement} element
 * @param {Set<Term>} [known] terms that need no mark, to which those that get one are added
 */
export function mark(element, known = new Set()) {
  if (!address) return;
  if (!any) {
    waiting.set(element, known);
    return;
  }
  for (const button of element.querySelectorAll(".term")) known.add(meant(button.textContent ?? ""));
  for (const node of texts(element)) {
    const parts = (node.textContent ?? "").split(any);
    const made = parts.map((part, nth) => (nth % 2 ? marked(part, known) : part));
    if (made.some((part) => typeof part !== "string")) node.replaceWith(...made);
  }
}

/** The text in an element that is not part of something to be pressed. @param {HTMLElement} element */
function texts(element) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  /** @type {Text[]} */
  const found = [];
  while (walker.nextNode()) {
    const node = /** @type {Text} */ (walker.currentNode);
    if (!node.parentElement?.closest("button, a, summary, mark, svg, .term")) found.push(node);
  }
  return found;
}

/** What a word says that the pattern has found. @param {string} word */
const meant = (word) => /** @type {Term} */ (terms.get(word));

/** A word as a button, unless it is known. @param {string} word @param {Set<Term>} known */
function marked(word, known) {
  const term = meant(word);
  if (known.has(term)) return word;
  known.add(term);
  const said = { role: "button", tabindex: 0, "aria-haspopup": "dialog", "aria-expanded": "false" };
  const button = make("dfn.term", said, word);
  const press = (/** @type {Event} */ event) => {
    event.preventDefault();
    event.stopPropagation();
    if (open === button) close();
    else show(button, term);
  };
  button.addEventListener("click", press);
  button.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") press(event);
  });
  return button;
}

/** Explain a word beside it. @param {HTMLElement} button @param {Term} term */
function show(button, term) {
  close();
  box ??= made();
  const link = make("a", { href: page(`/rules/${home?.dataset.game}#${term.rule}`) }, `Rule ${term.rule}`);
  if (home?.dataset.table) link.setAttribute("target", "_blank");
  box.replaceChildren(make("b", {}, /** @type {string} */ (term.forms[0])), make("p", {}, term.text), link);
  box.setAttribute("aria-label", /** @type {string} */ (term.forms[0]));
  box.showPopover();
  stand(box, button.getBoundingClientRect());
  button.setAttribute("aria-expanded", "true");
  open = button;
  box.focus();
}

/** Put the box away. */
function close() {
  if (open && box?.matches(":popover-open")) box.hidePopover();
}

/** The one box there is; Esc, a click elsewhere or another word closes it. */
function made() {
  const dialog = make("dialog.meaning", { popover: "auto", tabindex: "-1" });
  dialog.addEventListener("toggle", (event) => {
    if (/** @type {ToggleEvent} */ (event).newState === "open" || !open) return;
    open.setAttribute("aria-expanded", "false");
    if (dialog.contains(document.activeElement) || document.activeElement === document.body) open.focus();
    open = null;
  });
  document.body.append(dialog);
  return dialog;
}

/** Below its word, or above where there is no room. @param {HTMLElement} dialog @param {DOMRect} near */
function stand(dialog, near) {
  const { width, height } = dialog.getBoundingClientRect();
  const left = Math.max(EDGE, Math.min(innerWidth - width - EDGE, near.left + near.width / 2 - width / 2));
  const below = near.bottom + GAP;
  const above = near.top - GAP - height;
  dialog.style.left = `${left}px`;
  dialog.style.top = `${below + height + EDGE < innerHeight || above < EDGE ? below : above}px`;
}
