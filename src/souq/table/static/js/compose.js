/** Putting a proposal together on a table of two sides: things are tapped in and out, and sent as one phrase. */

import { $, $$, coin, drawn, icon, make, small, words } from "./dom.js";

const PAUSE = 150, KEYS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * @typedef {import("./types.js").Composer} Composer
 * @typedef {import("./types.js").Item} Item
 * @typedef {{changed(): void, weigh(text: string): void, hint(at: Element, title: string, text: string): void, announce(text: string): void}} Acts
 */

/** Several things in words. @param {string[]} parts */
const listed = (parts) => parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts[0] ?? "";

export class Compose {
  /** @param {Acts} acts */
  constructor(acts) {
    this.acts = acts;
    /** @type {Composer | undefined} */
    this.composer = undefined;
    /** What the composition is for; it is kept until a composer of another key comes. */
    this.key = "";
    this.open = false;
    this.untouched = true;
    this.partner = 0;
    /** How many of each item lie there. @type {Map<string, number>} */
    this.items = new Map();
    this.money = [0, 0];
    /** The side to which things are being added. */
    this.adding = -1;
    this.weighed = { text: "", words: "" };
    this.sending = "";
    this.timer = 0;
    /** @type {import("./types.js").Seat[]} */
    this.seats = [];
    /** What tapping a sprite of the game's means, and what those say that cannot be put in. @type {any[]} */
    this.picks = [];
    /** @type {any[]} */
    this.looks = [];
    this.element = make("section.own.compose", { "aria-label": "Proposal", hidden: true, onkeydown: (event) => this.pressed(event) });
  }

  /** What is offered now; a composition goes on as far as it still can. @param {Composer | undefined} composer */
  offer(composer) {
    const before = this.with?.head;
    this.composer = composer;
    if (composer && composer.key !== this.key) {
      Object.assign(this, { key: composer.key, open: !composer.closed, partner: 0, items: new Map(), money: [0, 0], untouched: true, adding: -1, sending: "" });
      const asking = composer.partners.findIndex(({ start, refused }) => start && !refused), fit = composer.partners.findIndex(({ refused }) => !refused);
      this.partner = Math.max(0, asking < 0 ? fit : asking);
    } else if (composer && before !== undefined) {
      this.partner = Math.max(0, composer.partners.findIndex(({ head }) => head === before));
    }
    if (composer) this.fit();
    this.show();
  }

  /** With whom. @returns {import("./types.js").Partner | undefined} */
  get with() {
    return this.composer?.partners[this.partner];
  }

  /** Whether it lies on the table now. */
  get shown() {
    return !!this.composer && this.open;
  }

  /** Keep of what lies there what still can; where nothing was done yet, lay what the partner's proposal asks for. */
  fit() {
    const { start = [], money = [0, 0] } = this.with ?? {}, old = this.untouched ? new Map(start) : this.items, paid = this.untouched ? money : this.money;
    this.items = new Map();
    for (const [key, count] of old) for (let n = 0; n < count && this.item(key) && !this.why(key); n++) this.items.set(key, this.count(key) + 1);
    this.money = paid.map((amount, side) => Math.min(amount, this.most(side)));
  }

  /** @param {string} key @returns {Item | undefined} */
  item(key) {
    return this.composer?.sides.flatMap(({ items }) => items).find((item) => item.key === key);
  }

  /** @param {string} key */
  count(key) {
    return this.items.get(key) ?? 0;
  }

  /** The most money on a side. @param {number} side */
  most(side) {
    return this.composer?.sides[side].money ? this.with?.most?.[side] ?? this.composer.sides[side].money.most : 0;
  }

  /** Why one more of an item cannot lie there. @param {string} key @returns {string} */
  why(key) {
    const { sides, apart } = /** @type {Composer} */ (this.composer), { refused = "", cannot = [], limits = [] } = this.with ?? {};
    const item = /** @type {Item} */ (this.item(key)), side = sides.findIndex(({ items }) => items.includes(item));
    const full = [...(sides[side].limits ?? []), ...limits].find(({ keys, most }) => keys.includes(key) && keys.reduce((sum, each) => sum + this.count(each), 0) >= most);
    const across = apart && sides[1 - side].items.some((other) => other.word === item.word && this.count(other.key));
    const said = refused || item.refused || cannot.find(([of]) => of === key)?.[1];
    return said || (across && apart) || full?.why || (this.count(key) >= (item.count ?? 1) ? `No more than ${item.count ?? 1}.` : "");
  }

  /** What lies on a side, item by item. @param {number} side @returns {{item: Item, n: number}[]} */
  lying(side) {
    return (this.composer?.sides[side].items ?? []).map((item) => ({ item, n: this.count(item.key) })).filter(({ n }) => n);
  }

  /** What is still missing, in the game's words. */
  get missing() {
    return this.with?.refused || (this.composer?.sides.find(({ empty, goods }, side) => empty && !this.lying(side).length && (goods || !this.money[side]))?.empty ?? "");
  }

  /** Whether nothing lies there. */
  get bare() {
    return !this.items.size && !this.money[0] && !this.money[1];
  }

  /** The proposal in a sentence, or what is missing. */
  get sentence() {
    if (this.missing) return this.missing;
    const parts = [0, 1].map((side) => listed([...this.lying(side).map(({ item, n }) => (n > 1 ? `${n} ${item.label}` : item.said ?? item.label)),
      ...(this.money[side] ? [`${this.money[side]} ${this.composer?.sides[side].money?.label}`] : [])]));
    const text = parts.reduce((said, part) => said.replace("{}", part), this.composer?.sentence ?? "{} for {}.");
    return text[0].toUpperCase() + text.slice(1);
  }

  /** What is sent. */
  get phrase() {
    const clauses = (this.composer?.sides ?? []).map(({ word, money }, side) => {
      const said = [...this.lying(side).flatMap(({ item, n }) => Array(n).fill(item.word)), ...(this.money[side] ? [`${this.money[side]} ${money?.word}`] : [])];
      return said.length ? `${word} ${said.join(", ")}` : "";
    });
    return `${this.with?.head}: ${clauses.filter(Boolean).join("; ")}`;
  }

  /** Something was done: say and show it, and have it weighed. */
  changed() {
    this.untouched = false;
    this.show();
    this.acts.changed();
    this.acts.announce(this.sentence);
  }

  /** One more, where that can be. @param {string} key @param {Element} at */
  put(key, at) {
    const why = this.why(key), { label } = /** @type {Item} */ (this.item(key));
    if (why) return this.acts.hint(at, label, why);
    this.items.set(key, this.count(key) + 1);
    this.changed();
  }

  /** One less. @param {string} key */
  take(key) {
    const left = this.count(key) - 1;
    if (left > 0) this.items.set(key, left);
    else this.items.delete(key);
    this.changed();
  }

  /** Money on one side; there is none on the other then. @param {number} side @param {number} amount @param {Element} at */
  pay(side, amount, at) {
    const most = this.most(side), money = this.composer?.sides[side].money;
    if (amount > most) this.acts.hint(at, money?.label ?? "", money?.why || `No more than ${most}.`);
    if (Number.isInteger(amount)) this.money[side] = Math.max(0, Math.min(amount, most));
    if (this.money[side]) this.money[1 - side] = 0;
    this.changed();
  }

  /** With somebody else; what lies there stays as far as it can. @param {number} partner @param {Element} at */
  turn(partner, at) {
    const { refused, seat } = this.composer?.partners[partner] ?? {};
    if (refused) return this.acts.hint(at, this.name(seat), refused);
    this.partner = partner;
    this.untouched ||= this.bare;
    const fresh = this.untouched;
    this.fit();
    this.changed();
    this.untouched = fresh;
  }

  clear() {
    this.items.clear();
    Object.assign(this, { money: [0, 0], adding: -1 });
    this.changed();
  }

  /** @param {boolean} open */
  toggle(open) {
    Object.assign(this, { open, adding: -1 });
    this.show();
    this.acts.changed();
    if (open) $("button", this.element)?.focus();
  }

  /** What was sent has been heard. @param {string} id */
  sent(id) {
    if (!id || id !== this.sending) return;
    Object.assign(this, { items: new Map(), money: [0, 0], adding: -1, untouched: true, sending: "", open: this.open && !small.matches && !this.composer?.closed });
    this.show();
    this.acts.changed();
  }

  /** What the game says of a composition, if it is still that. @param {{text: string, words: string}} answer */
  told(answer) {
    if (answer.text !== this.phrase) return;
    this.weighed = answer;
    this.gain();
  }

  gain() {
    const box = $(".gain", this.element), said = this.weighed.text === this.phrase ? this.weighed.words : "";
    if (box && box.dataset.said !== said) {
      box.dataset.said = said;
      box.replaceChildren(...words(said.replace(/^\[*([+−-]\d+)\]*/, "[[$1]]"))); // a gain, or a loss, is large
      box.classList.toggle("loss", /^\[*[−-]/.test(said));
    }
  }

  /** What a seat is called. @param {number} [seat] */
  name(seat) {
    return seat === undefined ? "" : this.seats[seat].name;
  }

  show() {
    const { composer, element } = this;
    element.hidden = !this.shown;
    const home = small.matches ? $(".table") : $(".ledge");
    if (element.parentNode !== home) home.append(element);
    this.pick();
    if (!composer || !this.shown) return;
    const held = element.contains(document.activeElement) ? /** @type {any} */ (document.activeElement).dataset.focus : "";
    const { partners, sides } = composer, partner = /** @type {import("./types.js").Partner} */ (this.with);
    const others = partners.length > 1 && partners.map((each, i) => make("button.with", { type: "button", "data-focus": `with ${i}`, "aria-label": this.name(each.seat), title: each.refused || this.name(each.seat),
      "aria-pressed": String(i === this.partner), "aria-disabled": each.refused ? "true" : false, onclick: ({ currentTarget }) => this.turn(i, currentTarget) }, coin(this.seats[each.seat ?? 0])));
    element.replaceChildren(
      make("div.head", {}, make("h2", {}, partner.seat === undefined ? partner.title : `Offer to ${this.name(partner.seat)}`), others && make("div.who", { role: "group", "aria-label": "With whom" }, others),
        make("button.icon", { type: "button", "data-focus": "close", "aria-label": "Close", onclick: () => this.toggle(false) }, icon("close"))),
      ...sides.map((side, i) => [i === 1 && make("div.swap", { "aria-hidden": "true" }, icon("swap")), this.side(side, i)]).flat().filter(Boolean),
      make("div.foot", {}, make("p.gain", { role: "status" }), make("button.btn.quiet.clear", { type: "button", "data-focus": "clear", disabled: this.bare, onclick: () => this.clear() }, "Clear")),
      make("p.fine", {}, partner.note));
    this.gain();
    if (held) (/** @type {any} */ ($$("[data-focus]", element).find((each) => each.dataset.focus === held && !each.disabled) ?? $("[data-focus]", element)))?.focus();
    clearTimeout(this.timer);
    const text = this.phrase;
    if (!this.bare && text !== this.weighed.text) this.timer = setTimeout(() => this.acts.weigh(text), PAUSE);
  }

  /** One side: what lies there, what can be added, money and tags. @param {import("./types.js").Side} side @param {number} nth */
  side({ title, items, money }, nth) {
    const cards = this.lying(nth).filter(({ item }) => !item.tag).flatMap(({ item, n }) => Array.from({ length: n }, (_, i) =>
      make("button.card", { type: "button", "data-focus": `in ${item.key} ${i}`, title: "Take it back", "aria-label": `${item.label}: take it back`, onclick: () => this.take(item.key) }, this.art(item))));
    const more = items.some((item) => !item.tag) && make("button.card.slot", { type: "button", "data-focus": `add ${nth}`, "aria-label": `Add to ${title}`, "aria-expanded": String(this.adding === nth),
      onclick: () => { this.adding = this.adding === nth ? -1 : nth; this.show(); } }, icon(this.adding === nth ? "close" : "plus"));
    return make("div.well", { role: "group", "aria-label": title }, make("h3", {}, title), make("div.cards", {}, cards, more), this.adding === nth && this.palette(items),
      (money || items.some(({ tag }) => tag)) && make("div.row", {}, money && this.purse(money, nth, title), make("div.tags", {}, items.filter(({ tag }) => tag).map((item) => this.tag(item)))));
  }

  /** All that can be added, and greyed what cannot. @param {Item[]} items */
  palette(items) {
    const cards = items.filter(({ tag }) => !tag), groups = [...new Set(cards.map(({ group = "" }) => group))];
    return make("div.palette", {}, groups.map((heading) => make("div", { role: "group", "aria-label": heading || false }, heading && make("h4", {}, heading), make("div.cards", {}, cards.filter(({ group = "" }) => group === heading).map((item) => {
      const why = this.why(item.key), n = this.count(item.key);
      return make("button.card", { type: "button", "data-focus": `put ${item.key}`, title: why || item.label, "aria-label": `${item.label}${n ? `, ${n} there` : ""}${why ? `. ${why}` : ""}`,
        "aria-disabled": why ? "true" : false, onclick: ({ currentTarget }) => this.put(item.key, currentTarget) }, this.art(item), n > 0 && make("b.n", {}, n));
    })))));
  }

  /** @param {Item} item */
  art({ art = "" }) {
    const [width, height] = this.composer?.size ?? [60, 84];
    return drawn("svg", art, { viewBox: `${-width / 2} ${-height / 2} ${width} ${height}`, "aria-hidden": "true" });
  }

  /** A number with less and more. @param {import("./types.js").Money} money @param {number} side @param {string} title */
  purse({ label, icon: sign }, side, title) {
    const now = this.money[side], by = (mark, name, way, stop) => make("button.btn", { type: "button", "data-focus": `${name} ${side}`, "aria-label": `${name} ${label}`, "aria-disabled": stop ? "true" : false,
      onclick: ({ currentTarget }) => this.pay(side, now + way, currentTarget) }, mark);
    return make("div.purse", { role: "group", "aria-label": `${title}: ${label}` }, by("−", "less", -1, now === 0), sign ? make("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, make("use", { href: `#${sign}` })) : make("small", {}, label),
      make("input", { type: "number", inputmode: "numeric", min: 0, max: this.most(side), value: now, "data-focus": `sum ${side}`, "aria-label": `${title}: ${label}`, autocomplete: "off",
        onchange: ({ currentTarget }) => this.pay(side, currentTarget.valueAsNumber || 0, currentTarget) }), by("+", "more", 1, now >= this.most(side)));
  }

  /** @param {Item} item */
  tag(item) {
    const there = this.count(item.key) > 0, why = there ? "" : this.why(item.key);
    return make("button.tag", { type: "button", "data-focus": `tag ${item.key}`, "aria-pressed": String(there), "aria-disabled": why ? "true" : false, title: why || false,
      "aria-label": `${item.label}${why ? `. ${why}` : ""}`, onclick: ({ currentTarget }) => (there ? this.take(item.key) : this.put(item.key, currentTarget)) },
    item.icon && make("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, make("use", { href: `#${item.icon}` })), item.label);
  }

  /** What tapping the game's own sprites does: of an item of which two are in, the first two are taken back. */
  pick() {
    const all = this.shown ? this.composer?.sides.flatMap(({ items }) => items).filter(({ on }) => on) ?? [] : [];
    const each = all.flatMap(({ key, label, on = [] }) => on.map((sprite, i) => ({ key, label, on: [sprite], there: i < this.count(key), why: this.why(key) })));
    this.picks = each.filter(({ there, why }) => there || !why).map(({ key, label, on, there }) => ({ choice: -2, on, there, label: there ? `${label}: take it back` : `${label}: put it in`,
      act: (at) => (there ? this.take(key) : this.put(key, at)) }));
    this.looks = each.filter(({ there, why }) => !there && why).map(({ label, on, why }) => ({ on, title: label, hint: why }));
  }

  /** The arrows go from one thing to the next. @param {KeyboardEvent} event */
  pressed(event) {
    const target = /** @type {any} */ (event.target), way = KEYS[event.key];
    if (event.key === "Escape" && this.adding >= 0) {
      const side = this.adding;
      this.adding = -1;
      this.show();
      $(`[data-focus="add ${side}"]`, this.element)?.focus();
    } else if (way && !target.matches("input")) {
      const all = $$("button:not(:disabled), input", this.element);
      all[(all.indexOf(target) + way + all.length) % all.length].focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
