/** A number to be said: a field, smaller and larger, and a few quick ones. */

import { make } from "./dom.js";

/** @typedef {import("./types.js").Amount} Amount */

/** Words around a number. @param {string} words @param {number | null} value @param {number} [purse] what it is taken from */
export const around = (words, value, purse = 0) => words.replace("{}", value?.toLocaleString("en") ?? "…").replace("{rest}", (purse - (value ?? 0)).toLocaleString("en"));

export class Field {
  /** @param {{changed(): void, say(): void, leave(): void}} acts */
  constructor(acts) {
    this.acts = acts;
    const by = (sign, label, way) => make("button.btn", { type: "button", "aria-label": label, onclick: () => this.add(way * this.amount.step) }, sign);
    this.input = make("input", { type: "number", inputmode: "numeric", required: true, autocomplete: "off", oninput: () => this.told(), onkeydown: (event) => this.pressed(event) });
    [this.less, this.more] = [by("−", "less", -1), by("+", "more", 1)];
    this.unit = make("small", {});
    this.quick = make("span.quick");
    this.element = make("div.amount", { role: "group" }, this.less, make("label", {}, this.input, this.unit), this.more, this.quick);
  }

  /** Ask for an amount; without a value what is in the field stays. @param {Amount} amount @param {number} [value] */
  ask(amount, value) {
    const { low, high, step, title, unit = "", quick = [] } = this.amount = amount;
    for (const [name, now] of Object.entries({ min: low, max: high, step, "aria-label": `${title} ${unit}`.trim() })) this.input.setAttribute(name, String(now));
    this.element.setAttribute("aria-label", title);
    this.unit.textContent = unit;
    this.quick.replaceChildren(...quick.map((by) => make("button.btn", { type: "button", onclick: () => this.add(by) }, `+${by}`)));
    if (value !== undefined) this.input.value = String(value);
    this.dress();
  }

  /** What the field says; null when it is none of the amounts. @returns {number | null} */
  get value() {
    return this.input.validity.valid ? this.input.valueAsNumber : null;
  }

  /** What follows from the amount, in a sentence. */
  get hint() {
    const { low, high, step, hints = [], purse } = this.amount, { value } = this;
    if (value === null) return `From ${low.toLocaleString("en")} to ${high.toLocaleString("en")}, in steps of ${step}.`;
    return around(hints.findLast(([from]) => from <= value)?.[1] ?? "", value, purse);
  }

  /** To another amount, that is one. @param {number} by */
  add(by) {
    const { low, high, step } = this.amount, from = this.input.valueAsNumber || low, whole = Math.round((from + by - low) / step) * step + low;
    this.input.value = String(Math.max(low, Math.min(high, whole)));
    this.told();
  }

  told() {
    this.dress();
    this.acts.changed();
  }

  dress() {
    const { low, high } = this.amount, at = this.input.valueAsNumber;
    this.input.setAttribute("aria-invalid", String(this.value === null));
    this.less.disabled = at <= low;
    for (const button of [this.more, ...this.quick.children]) button.disabled = at >= high;
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const { step, quick = [] } = this.amount, far = quick.at(-1) ?? 4 * step;
    const act = { Enter: () => this.acts.say(), Escape: () => this.acts.leave(), PageUp: () => this.add(far), PageDown: () => this.add(-far),
      ArrowUp: () => this.add(step), ArrowDown: () => this.add(-step) }[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }
}
