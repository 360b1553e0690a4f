/**
 * Small helpers over the DOM. What people typed only ever goes in as text; `drawn` alone parses markup, the game's own
 * art.
 *
 * @import { Child, Found, Made, Props, SpriteElement } from "./types.js"
 */

import { ask } from "./server.js";

/** What is said where no server answers. */
export const UNREACHED = "The table can’t be reached. Try again in a moment.";
const SVG = "http://www.w3.org/2000/svg";
const DRAWN = new Set(["svg", "g", "use", "rect", "title"]);

/**
 * The first element that a selector finds, if there is one.
 * @template {string} Query
 * @param {Query} query
 * @param {ParentNode} [root]
 */
export const maybe = (query, root = document) => /** @type {Found<Query> | null} */ (root.querySelector(query));

/**
 * The element that a selector finds: of something that is surely there.
 * @template {string} Query
 * @param {Query} query
 * @param {ParentNode} [root]
 */
export const $ = (query, root = document) => /** @type {Found<Query>} */ (root.querySelector(query));

/**
 * All elements that a selector finds.
 * @template {string} Query
 * @param {Query} query
 * @param {ParentNode} [root]
 */
export const $$ = (query, root = document) => /** @type {Found<Query>[]} */ ([...root.querySelectorAll(query)]);

/**
 * The sprites that a selector finds.
 * @param {string} query
 * @param {ParentNode} [root]
 */
export const sprites = (query, root = document) =>
  /** @type {SpriteElement[]} */ ([.../** @type {NodeListOf<SpriteElement>} */ (root.querySelectorAll(query))]);

/** The element that an event is about. @param {Event} event */
export const about = (event) => /** @type {HTMLElement} */ (event.target);

/** The element that has the focus, or the page. */
export const focused = () => /** @type {HTMLElement} */ (document.activeElement ?? document.body);

/**
 * An element: `make("button.btn.go", { type: "button", onclick: act }, "Build here")`.
 * @template {string} What
 * @param {What} what tag name and classes
 * @param {Props<What>} [props]
 * @param {...Child} children
 * @returns {Made<What>}
 */
export function make(what, props, ...children) {
  const [tag, ...classes] = what.split(".");
  const element = DRAWN.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  if (classes.length) element.setAttribute("class", classes.filter(Boolean).join(" "));
  for (const [name, value] of Object.entries(props ?? {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...nodes(children));
  return /** @type {Made<What>} */ (element);
}

/** A form says what it said before, and that nothing came of the change. @param {HTMLFormElement} form */
export function unchanged(form) {
  form.reset();
  (maybe(".refused", form) ?? form.appendChild(make("p.refused", { role: "alert" }))).textContent = UNREACHED;
}

/** What stands in an element, one after another. @param {Child[]} children */
function nodes(children) {
  const all = /** @type {Exclude<Child, Child[]>[]} */ (children.flat(2));
  return all.filter((child) => child || child === 0).map((child) => (child instanceof Node ? child : String(child)));
}

/**
 * An element around markup that the game drew.
 * @template {string} What
 * @param {What} what
 * @param {string} markup
 * @param {Props<What>} [props]
 */
export function drawn(what, markup, props) {
  const element = make(what, props);
  element.innerHTML = markup;
  return element;
}

/** A symbol of the game's or the house's sheet. @param {string} id @param {string} [classes] */
export const symbol = (id, classes = "") =>
  make(`svg.${classes}`, { viewBox: "0 0 24 24", "aria-hidden": "true" }, make("use", { href: `#${id}` }));

/** A symbol of the house's sheet as an icon. @param {string} name */
export const icon = (name) => symbol(`i-${name}`, "icon-art");

/** A seat's coin. @param {{tone?: number, emblem?: string}} seat @param {string} [extra] more classes */
export const coin = (seat, extra = "") =>
  make(
    `svg.coin.seat-${seat.tone ?? 1}.${extra}`,
    { viewBox: "0 0 24 24", "aria-hidden": "true" },
    make("use", { href: "#marker" }),
    make("use.sign", { href: `#e-${seat.emblem ?? "crescent"}`, x: 5.7, y: 5.7, width: 12.6, height: 12.6 }),
  );

/** A sentence of the story: `**bold**` and `[[+2]]` become elements. @param {string} text @returns {Node[]} */
export function words(text) {
  return text
    .split(/(\*\*.+?\*\*|\[\[.+?\]\])/)
    .filter(Boolean)
    .map((part) => {
      if (/^\*\*.+\*\*$/.test(part)) return make("b", {}, part.slice(2, -2));
      if (/^\[\[.+\]\]$/.test(part)) return make("span.pos", {}, part.slice(2, -2));
      return document.createTextNode(part);
    });
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
export const coarse = () => matchMedia("(pointer: coarse)").matches;
export const small = matchMedia("(max-width: 700px), (max-height: 540px)");
export const layout = () => (small.matches ? "tall" : "wide");

/** What this browser remembers: volume, theme, the guest's name. Storage may be refused; then nothing is remembered. */
export const memory = {
  /**
   * @template Kept
   * @param {string} name
   * @param {Kept} usual what it is until it is remembered
   * @returns {Kept}
   */
  get(name, usual) {
    try {
      return JSON.parse(localStorage.getItem(`souq.${name}`) ?? "null") ?? usual;
    } catch {
      return usual;
    }
  },
  /** @param {string} name @param {unknown} value */
  set(name, value) {
    try {
      localStorage.setItem(`souq.${name}`, JSON.stringify(value));
      if (FOLLOWS.includes(name) && document.querySelector('meta[name="souq-settings"]')) this.tell(name, value);
    } catch {
      /* a private window: forgotten with the page */
    }
  },
  /** Let a setting follow its person, in a moment: sliders pass many. @param {string} name @param {unknown} value */
  tell(name, value) {
    localStorage.setItem("souq.untold", JSON.stringify({ ...this.get("untold", {}), [name]: value }));
    clearTimeout(telling);
    telling = setTimeout(tellAll, 300);
  },
};

const FOLLOWS = ["theme", "sound", "volume", "quiet"];
let telling = 0;

/** Tell the server which settings were chosen: they count for more than what a page says that was asked for before. */
export async function tellAll() {
  const body = localStorage.getItem("souq.untold");
  if (!body) return;
  const how = { method: "POST", keepalive: true, headers: { "content-type": "application/json" }, body };
  const answer = await ask("/api/you/settings", how).catch(() => null);
  if (answer && answer.status < 500 && localStorage.getItem("souq.untold") === body) {
    localStorage.setItem("souq.told", String(Date.now()));
    localStorage.removeItem("souq.untold");
  }
}

/** Copy a text and say so on the button that asked. @param {Element} button @param {string | Promise<string>} text */
export async function copy(button, text) {
  const at = /** @type {HTMLElement} */ (button);
  const label = (at.dataset.label ??= button.textContent ?? "");
  const wanted = await Promise.resolve(text).catch(() => "");
  try {
    if (wanted) await navigator.clipboard.writeText(wanted);
    button.textContent = wanted ? "Copied" : "That didn’t work";
  } catch {
    prompt("Copy this", wanted);
  }
  setTimeout(() => {
    button.textContent = label;
    delete at.dataset.label;
  }, 1600);
}

/**
 * Buttons that pass a text on: a copy, and the system's own way where there is one.
 * @param {() => string} text
 * @returns {{label: string, act: (event: Event) => void}[]}
 */
export function sharing(text) {
  const ways = [{ label: "Copy result", act: (/** @type {Event} */ event) => void copy(about(event), text()) }];
  const share = () => void navigator.share({ text: text() }).catch(() => {});
  return "share" in navigator ? [...ways, { label: "Share", act: share }] : ways;
}
