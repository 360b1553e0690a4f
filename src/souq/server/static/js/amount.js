/**
 * A number to be said: a field, smaller and larger, and a few quick ones.
 *
 * @import { Amount } from "./types.js"
 */

import { hintOf, stepped } from "./amounts.js";
import { make } from "./dom.js";

export class Field {
  /** @param {{changed(): void, say(): void, leave(): void}} acts */
  constructor(acts) {
    this.acts = acts;
    /** What it asks for; nothing yet. @type {Amount} */
    this.amount = { low: 0, high: 0, step: 1, title: "", say: "", label: "" };
    this.input = make("input", {
      type: "number",
      inputmode: "numeric",
      required: true,
      autocomplete: "off",
      oninput: () => this.told(),
      onkeydown: (event) => this.pressed(event),
    });
    this.less = this.button("−", "less", () => -this.amount.step);
    this.more = this.button("+", "more", () => this.amount.step);
    this.unit = make("small");
    this.quick = make("span.quick");
    const label = make("label", {}, this.input, this.unit);
    this.element = make("div.amount", { role: "group" }, this.less, label, this.more, this.quick);
  }

  /** @param {string} sign @param {string} label @param {() => number} by how much */
  button(sign, label, by) {
    return make("button.btn", { type: "button", "aria-label": label, onclick: () => this.add(by()) }, sign);
  }

  /** Ask for an amount; without a value what is in the field stays. @param {Amount} amount @param {number} [value] */
  ask(amount, value) {
    this.amount = amount;
    const { low, high, step, title, unit = "", quick = [] } = amount;
    const facts = { min: low, max: high, step, "aria-label": `${title} ${unit}`.trim() };
    for (const [name, now] of Object.entries(facts)) this.input.setAttribute(name, String(now));
    this.element.setAttribute("aria-label", title);
    this.unit.textContent = unit;
    this.quick.replaceChildren(
      ...quick.map((by) => make("button.btn", { type: "button", onclick: () => this.add(by) }, `+${by}`)),
    );
    if (value !== undefined) this.input.value = String(value);
    this.dress();
  }

  /** What the field says; null when it is none of the amounts. @returns {number | null} */
  get value() {
    return this.input.validity.valid ? this.input.valueAsNumber : null;
  }

  /** What follows from the amount, in a sentence. */
  get hint() {
    return hintOf(this.amount, this.value);
  }

  /** To another amount, that is one. @param {number} by */
  add(by) {
    this.input.value = String(stepped(this.amount, this.input.valueAsNumber, by));
    this.told();
  }

  told() {
    this.dress();
    this.acts.changed();
  }

  dress() {
    const { low, high } = this.amount;
    const at = this.input.valueAsNumber;
    this.input.setAttribute("aria-invalid", String(this.value === null));
    this.less.disabled = at <= low;
    const quick = /** @type {HTMLCollectionOf<HTMLButtonElement>} */ (this.quick.children);
    for (const button of [this.more, ...quick]) button.disabled = at >= high;
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const act = this.meant(event.key);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  /** What a key does in the field. @param {string} key @returns {(() => void) | undefined} */
  meant(key) {
    const { step, quick = [] } = this.amount;
    const far = quick.at(-1) ?? 4 * step;
    if (key === "Enter") return this.acts.say;
    if (key === "Escape") return this.acts.leave;
    const by = { PageUp: far, PageDown: -far, ArrowUp: step, ArrowDown: -step }[key];
    return by === undefined ? undefined : () => this.add(by);
  }
}
