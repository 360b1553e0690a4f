/**
 * The prompt's words and buttons on the page. What did not change is not drawn again: somebody may be about to press
 * it.
 *
 * @import { Button, Pick } from "./types.js"
 * @import { Aid } from "./buttons.js"
 */

import { twice } from "./asked.js";
import { $, focused, icon, make, maybe } from "./dom.js";
import { mark } from "./glossary.js";

/** How long a button is held to mean more, and how long a new row takes to settle: ms. */
const LONG = 550;
const SETTLED = 400;
/** A longer title is set smaller. */
const LENGTH = 44;

/**
 * @typedef {object} Does what is done from here
 * @property {(pick: Pick | null) => void} hover
 * @property {() => void} hint
 * @property {() => void} order
 * @property {() => void} undo
 * @property {() => void} reset
 * @property {() => HTMLElement | SVGElement | null} next where the next thing is chosen
 */

/**
 * @typedef {object} Shown what the bar shows
 * @property {Button[]} buttons
 * @property {Aid[]} aids
 * @property {HTMLElement | null} field
 * @property {{label: string, off: boolean} | null} counted what the filled button says of the number in the field
 * @property {Pick | null} hinted
 * @property {boolean} waiting
 * @property {string} group
 */

export class Bar {
  /** @param {HTMLElement} host @param {Does} does */
  constructor(host, does) {
    this.host = host;
    this.does = does;
    this.row = $(".acts", host);
    this.helps = $(".aids", host);
    const say = $(".say", host);
    const again = () => void requestAnimationFrame(() => fit(say));
    new ResizeObserver(again).observe(say); // its neighbours grow and shrink
    /** @type {Button[]} */
    this.buttons = [];
    /** What the buttons are made of, as far as it can be seen. @type {unknown[]} */
    this.drawn = [];
    /** The labels of the row, and since when they are these: until then a second tap means what was there before. */
    this.labels = "";
    this.said = "";
    this.since = 0;
    /** Where each aid stands, and since when. @type {Map<string, {left: number, since: number}>} */
    this.places = new Map();
  }

  /** The filled button. */
  get filled() {
    return this.buttons.findIndex(({ go }) => go);
  }

  /**
   * Say what is asked, and what could be known about it.
   * @param {string} title
   * @param {string} detail
   * @param {string} warning
   */
  say(title, detail, warning) {
    const box = $(".say", this.host);
    const said = [title, detail, warning].join("\n");
    if (said === this.said) return; // a word that has the focus keeps it
    this.said = said;
    $("b", box).textContent = title;
    $("span", box).textContent = detail;
    $("em", box).textContent = warning;
    mark(box);
    box.classList.toggle("long", title.length > LENGTH);
    box.scrollTop = 0;
    fit(box);
  }

  /** Show buttons. @param {Shown} shown */
  show(shown) {
    this.buttons = shown.buttons;
    const labels = this.buttons.map(({ label }) => label).join("\n");
    if (labels !== this.labels) Object.assign(this, { labels, since: performance.now() });
    const held = focused();
    const inside = /** @type {HTMLElement | null} */ (held.closest(".acts, .aids"));
    const now = visible(shown);
    const changed = !same(now, this.drawn); // else a click or the focus may be on its way to one of them
    this.drawn = now;
    if (changed) this.draw(shown);
    if (shown.counted) this.count(shown.counted);
    if (changed && inside) this.refocus(held, inside);
  }

  /** @param {Shown} shown */
  draw({ buttons, aids, field, hinted, waiting }) {
    const made = buttons.map((button, i) => this.button(button, i, waiting, isHinted(button, hinted)));
    this.row.replaceChildren(field ?? "", ...made);
    this.helps.replaceChildren(...aids.map((aid) => this.aid(aid)));
    fit($(".say", this.host));
    const since = performance.now();
    const now = aids.map(({ name }, i) => ({ name, left: this.helps.children[i].getBoundingClientRect().left, since }));
    const stays = (/** @type {{name: string, left: number}} */ { name, left }) => this.places.get(name)?.left === left;
    this.places = new Map(
      now.map((at) => [at.name, stays(at) ? /** @type {typeof at} */ (this.places.get(at.name)) : at]),
    );
  }

  /** The filled button says another number. @param {{label: string, off: boolean}} counted */
  count({ label, off }) {
    const go = /** @type {HTMLButtonElement} */ ($(".go", this.row));
    go.textContent = label;
    go.disabled = off;
  }

  /** What had the focus, or stands for it now, has it. @param {HTMLElement} held @param {HTMLElement} inside */
  refocus(held, inside) {
    if (inside.contains(held)) return held.focus();
    const again = held.matches(".hint") ? maybe(".hint", this.helps) : maybe(".go:enabled", this.row);
    const to = again ?? this.does.next();
    if (to) return to.focus();
    const prompt = /** @type {HTMLElement | null} */ (inside.closest(".prompt"));
    prompt?.focus({ preventScroll: true }); // until the choice is answered
  }

  /** @param {Button} button @param {number} i @param {boolean} waiting @param {boolean} hinted */
  button({ label, quiet, off, plain, pick }, i, waiting, hinted) {
    const swatch = pick?.tone && !plain ? `swatch.tone-${pick.tone}` : "";
    const hover = () => this.does.hover(this.buttons[i]?.pick ?? null);
    const kind = i === this.filled ? "go" : quiet ? "quiet" : "";
    return make(
      `button.btn.${kind}.${hinted ? "hinted" : ""}.${swatch}`,
      {
        type: "button",
        disabled: waiting || off,
        "aria-label": swatch ? label : false,
        title: swatch ? label : false,
        onclick: (event) => (this.hasty(event, i) ? early(event) : this.buttons[i].act(event)),
        onpointermove: ({ movementX, movementY }) => (movementX || movementY) && hover(),
        onpointerleave: () => this.does.hover(null),
        onfocus: ({ currentTarget }) => currentTarget.matches(":focus-visible") && hover(),
        onblur: () => this.does.hover(null),
      },
      swatch ? label[0] : label,
    );
  }

  /**
   * Whether a tap came before the row had settled: it may have been meant for what stood there before.
   * @param {MouseEvent} event
   * @param {number} i
   */
  hasty({ detail }, i) {
    const { pick } = this.buttons[i];
    const risky = pick && (i !== this.filled || twice(pick));
    return detail > 0 && !!risky && performance.now() - this.since < SETTLED;
  }

  /** Whether a pick has only a button, and that is on another page. @param {Pick | null} pick */
  hides(pick) {
    return !!pick && !pick.on?.length && !this.buttons.some((button) => button.pick === pick);
  }

  /**
   * Whether an aid came only now to where it is clicked: the second click of two was meant for an answer.
   * @param {string} name
   * @param {MouseEvent} event
   */
  moved(name, { detail }) {
    return detail > 0 && performance.now() - (this.places.get(name)?.since ?? 0) < SETTLED;
  }

  /** @param {Aid} aid */
  aid(aid) {
    const { name, label, title = label, spoken = label, how = "", off } = aid;
    const act = name === "undo" ? this.undoing() : { onclick: () => this.does[name]() };
    const onclick = (/** @type {MouseEvent} */ event) => (this.moved(name, event) ? early(event) : act.onclick(event));
    const props = { type: "button", title, "aria-label": spoken, disabled: off, ...act, onclick };
    return make(`button.btn.quiet.${name}.${how}`, props, icon(name), make("span", {}, label));
  }

  /** Undo; held, or with Shift, it takes back the whole turn. */
  undoing() {
    let timer = 0;
    let held = false;
    const reset = () => {
      held = true;
      this.does.reset();
    };
    return {
      onpointerdown: () => {
        held = false;
        timer = setTimeout(reset, LONG);
      },
      onpointerup: () => clearTimeout(timer),
      onpointerleave: () => clearTimeout(timer),
      onclick: (/** @type {MouseEvent} */ event) => {
        if (event.shiftKey && !held) reset();
        else if (!held) this.does.undo();
      },
      oncontextmenu: (/** @type {Event} */ event) => event.preventDefault(),
    };
  }
}

/**
 * Leave icons of the aids that would not fit beside the choices. Set words smaller that would not fit; what doesn't fit
 * then is scrolled, by keys too.
 * @param {HTMLElement} box
 */
function fit(box) {
  const bar = /** @type {HTMLElement} */ (box.closest(".prompt"));
  bar.classList.remove("crowded");
  bar.classList.toggle("crowded", bar.scrollWidth > bar.clientWidth);
  const overflows = () => box.scrollHeight > box.clientHeight;
  box.classList.remove("tight");
  box.classList.toggle("tight", overflows());
  if (overflows()) box.tabIndex = 0;
  else box.removeAttribute("tabindex");
}

/** Show that a click came too early to count. @param {MouseEvent} event */
function early({ currentTarget }) {
  const button = /** @type {HTMLElement} */ (currentTarget);
  button.classList.add("early");
  setTimeout(() => button.classList.remove("early"), SETTLED);
}

/** Whether a button is what the table advises. @param {Button} button @param {Pick | null} hinted */
const isHinted = ({ pick }, hinted) => !!pick && pick === hinted;

/** Everything by which one row of buttons differs from another. @param {Shown} shown */
const visible = ({ buttons, aids, hinted, waiting, group }) => [
  ...buttons.flatMap((button) => [button.label, button.go, button.quiet, button.off, isHinted(button, hinted)]),
  ...aids.flatMap(({ name, label, off }) => [name, label, off]),
  waiting,
  group,
];

/** @param {unknown[]} one @param {unknown[]} other */
const same = (one, other) => one.length === other.length && one.every((fact, i) => fact === other[i]);
