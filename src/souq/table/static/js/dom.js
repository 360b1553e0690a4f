/** Small helpers over the DOM. What people typed only ever goes in as text; `drawn` alone parses markup, the game's own art. */

const SVG = "http://www.w3.org/2000/svg";
const DRAWN = new Set(["svg", "g", "use", "rect", "title"]);

/** The first element a selector finds. @param {string} query @param {ParentNode} [root] @returns {any} */
export const $ = (query, root = document) => root.querySelector(query);

/** All of them. @param {string} query @param {ParentNode} [root] @returns {any[]} */
export const $$ = (query, root = document) => [...root.querySelectorAll(query)];

/**
 * An element: `make("button.btn.go", { type: "button", onclick: act }, "Build here")`.
 * @param {string} what tag name and classes  @param {Record<string, any>} [props] attributes, or listeners under "on…"
 * @param {...any} children nodes, texts, lists of them; empty ones are left out
 * @returns {any}
 */
export function make(what, props = {}, ...children) {
  const [tag, ...classes] = what.split(".");
  const element = DRAWN.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  if (classes.length) element.setAttribute("class", classes.filter(Boolean).join(" "));
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(2).filter((child) => child || child === 0).map((child) => child.nodeType ? child : String(child)));
  return element;
}

/** An SVG element around markup the game drew. @param {string} what @param {string} markup @param {Record<string, any>} [props] */
export function drawn(what, markup, props = {}) {
  const element = make(what, props);
  element.innerHTML = markup;
  return element;
}

/** A symbol of the house's sheet as an icon. @param {string} name */
export const icon = (name) => make("svg.icon-art", { viewBox: "0 0 24 24", "aria-hidden": "true" }, make("use", { href: `#i-${name}` }));

/** A seat's coin. @param {{tone?: number, emblem?: string}} seat @param {string} [extra] more classes */
export const coin = (seat, extra = "") =>
  make(`svg.coin.seat-${seat.tone ?? 1}.${extra}`, { viewBox: "0 0 24 24", "aria-hidden": "true" },
    make("use", { href: "#marker" }),
    make("use.sign", { href: `#e-${seat.emblem ?? "crescent"}`, x: 5.7, y: 5.7, width: 12.6, height: 12.6 }));

/** A sentence of the story: `**bold**` and `[[+2]]` become elements. @param {string} text @returns {Node[]} */
export function words(text) {
  return text.split(/(\*\*.+?\*\*|\[\[.+?\]\])/).filter(Boolean).map((part) => {
    if (/^\*\*.+\*\*$/.test(part)) return make("b", {}, part.slice(2, -2));
    if (/^\[\[.+\]\]$/.test(part)) return make("span.pos", {}, part.slice(2, -2));
    return document.createTextNode(part);
  });
}

/** The same without its marks. @param {string} text */
export const plain = (text) => words(text).map((node) => node.textContent).join("");

/** Texts one after another; what does not end a sentence gets a full stop. @param {...(string | undefined)} texts */
export const sentences = (...texts) => texts.filter(Boolean).map((text, i, all) => (i < all.length - 1 && !/[.?!…]$/.test(text ?? "") ? `${text}.` : text)).join(" ");

/** A random name for a command, which the server hears once only. */
export const unique = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
export const coarse = () => matchMedia("(pointer: coarse)").matches;
export const small = matchMedia("(max-width: 700px), (max-height: 540px)");
export const layout = () => (small.matches ? "tall" : "wide");

/** What this browser remembers: volume, theme, the guest's name. Storage may be refused; then nothing is remembered. */
export const memory = {
  /** @param {string} name @param {any} [usual] @returns {any} */
  get(name, usual = null) {
    try {
      return JSON.parse(localStorage.getItem(`souq.${name}`) ?? "null") ?? usual;
    } catch {
      return usual;
    }
  },
  /** @param {string} name @param {any} value */
  set(name, value) {
    try {
      localStorage.setItem(`souq.${name}`, JSON.stringify(value));
    } catch { /* a private window: forgotten with the page */ }
  },
};

/** Copy a text and say so on the button that asked. @param {HTMLElement} button @param {string | Promise<string>} text */
export async function copy(button, text) {
  const label = button.textContent, wanted = await Promise.resolve(text).catch(() => "");
  try {
    if (wanted) await navigator.clipboard.writeText(wanted);
    button.textContent = wanted ? "Copied" : "That didn’t work";
  } catch {
    prompt("Copy this", wanted);
  }
  setTimeout(() => { button.textContent = label; }, 1600);
}

/** Buttons that pass a text on: a copy, and the system's own way where there is one. @param {() => string} text @returns {{label: string, act: (event: Event) => void}[]} */
export const sharing = (text) => [{ label: "Copy result", act: ({ target }) => copy(/** @type {HTMLElement} */ (target), text()) },
  ...("share" in navigator ? [{ label: "Share", act: () => navigator.share({ text: text() }).catch(() => {}) }] : [])];
