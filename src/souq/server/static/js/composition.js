/**
 * A proposal that is being put together: what lies on the two sides, what else can, and what is sent. Nothing here
 * needs a page.
 *
 * @import { Composer, Filling, Item, Partner, Side, Tap, Tooltip } from "./types.js"
 */

import { listed } from "./text.js";

/** @typedef {{seat?: number, items: [string, number][], money: [number, number]}} Sent what was proposed, to whom */

export class Composition {
  constructor() {
    /** @type {Composer | undefined} */
    this.composer = undefined;
    /** What the composition is for; it is kept until a composer of another key comes. */
    this.key = "";
    this.open = false;
    /** Nothing was done yet: what the partner's proposal asks for lies there. */
    this.untouched = true;
    this.partner = 0;
    /** How many of each item lie there. @type {Map<string, number>} */
    this.items = new Map();
    this.money = [0, 0];
    /** The side to which things are being added. */
    this.adding = -1;
    /** The command that sent it, until it is heard. */
    this.sending = "";
    /** What was proposed last. @type {Sent | null} */
    this.last = null;
  }

  /** What is offered now; a composition goes on as far as it still can. @param {Composer | undefined} composer */
  take(composer) {
    const before = this.with?.head;
    this.composer = composer;
    if (!composer) return;
    const { key, closed, partners } = composer;
    if (key !== this.key) {
      this.empty();
      Object.assign(this, { key, open: !closed, partner: Math.max(0, firstPartner(partners)) });
    } else if (before !== undefined) {
      this.partner = Math.max(
        0,
        partners.findIndex(({ head }) => head === before),
      );
    }
    this.fit();
  }

  /** Begin anew. */
  empty() {
    Object.assign(this, { items: new Map(), money: [0, 0], adding: -1, untouched: true, sending: "" });
  }

  /** With whom. @returns {Partner | undefined} */
  get with() {
    return this.composer?.partners[this.partner];
  }

  /** @returns {readonly Side[]} */
  get sides() {
    return this.composer?.sides ?? [];
  }

  /** Whether it lies on the table now. */
  get shown() {
    return !!this.composer && this.open;
  }

  /** Keep of what lies there what still can; where nothing was done yet, lay what the partner's proposal asks for. */
  fit() {
    const { start = [], money = [0, 0] } = this.with ?? {};
    const items = this.untouched ? new Map(start) : this.items;
    const paid = this.untouched ? money : this.money;
    this.items = new Map();
    for (const [key, count] of items) this.lay(key, count);
    this.money = paid.map((amount, side) => Math.min(amount, this.most(side)));
  }

  /** As many of an item as can lie there, up to a number. @param {string} key @param {number} count */
  lay(key, count) {
    for (let n = 0; n < count && this.item(key) && !this.why(key); n++) this.items.set(key, this.count(key) + 1);
  }

  /** @param {string} key @returns {Item | undefined} */
  item(key) {
    return this.sides.flatMap(({ items }) => items).find((item) => item.key === key);
  }

  /** @param {string} key */
  count(key) {
    return this.items.get(key) ?? 0;
  }

  /** The most money on a side. @param {number} side */
  most(side) {
    const { money } = this.sides[side] ?? {};
    return money ? (this.with?.most?.[side] ?? money.most) : 0;
  }

  /** Why one more of an item cannot lie there; "": it can. @param {string} key @returns {string} */
  why(key) {
    const item = this.item(key);
    const nth = this.sides.findIndex(({ items }) => items.some((each) => each === item));
    if (!item) return "";
    const { refused, cannot = [], limits = [] } = this.with ?? {};
    const forbidden = refused || item.refused || cannot.find(([of]) => of === key)?.[1];
    if (forbidden) return forbidden;
    if (this.composer?.apart && this.across(item, 1 - nth)) return this.composer.apart;
    const full = [...(this.sides[nth].limits ?? []), ...limits].find((limit) => this.reaches(key, limit));
    return full?.why || (this.count(key) >= item.count ? `No more than ${item.count}.` : "");
  }

  /** Whether the same thing lies on a side. @param {Item} item @param {number} side */
  across({ word }, side) {
    return this.sides[side].items.some((other) => other.word === word && this.count(other.key) > 0);
  }

  /** Whether there is no room left for an item. @param {string} key @param {{keys: string[], most: number}} limit */
  reaches(key, { keys, most }) {
    return keys.includes(key) && keys.reduce((sum, each) => sum + this.count(each), 0) >= most;
  }

  /** What lies on a side, item by item. @param {number} side @returns {{item: Item, n: number}[]} */
  lying(side) {
    const all = (this.sides[side]?.items ?? []).map((item) => ({ item, n: this.count(item.key) }));
    return all.filter(({ n }) => n);
  }

  /** What is still missing, in the game's words. @returns {string} */
  get missing() {
    const lacks = (/** @type {Side} */ { empty, goods }, /** @type {number} */ side) =>
      empty && !this.lying(side).length && (goods || !this.money[side]);
    return this.with?.refused || (this.sides.find(lacks)?.empty ?? "");
  }

  /** Whether nothing lies there. */
  get bare() {
    return !this.items.size && !this.money[0] && !this.money[1];
  }

  /** The proposal in a sentence, or what is missing. */
  get sentence() {
    if (this.missing) return this.missing;
    const parts = [0, 1].map((side) => listed(this.named(side)));
    const text = parts.reduce((said, part) => said.replace("{}", part), this.composer?.sentence ?? "{} for {}.");
    return text[0].toUpperCase() + text.slice(1);
  }

  /** What lies on a side, as the sentence names it. @param {number} side */
  named(side) {
    const items = this.lying(side).map(({ item, n }) => (n > 1 ? `${n} ${item.label}` : (item.said ?? item.label)));
    return this.money[side] ? [...items, `${this.money[side]} ${this.sides[side].money?.label}`] : items;
  }

  /** What is sent. */
  get phrase() {
    const clauses = this.sides.map(({ word, money }, side) => {
      const items = this.lying(side).flatMap(({ item, n }) => Array.from({ length: n }, () => item.word));
      const said = this.money[side] ? [...items, `${this.money[side]} ${money?.word}`] : items;
      return said.length ? `${word} ${said.join(", ")}` : "";
    });
    return `${this.with?.head}: ${clauses.filter(Boolean).join("; ")}`;
  }

  /** Put one more there, if possible. @param {string} key */
  add(key) {
    this.untouched = false;
    this.items.set(key, this.count(key) + 1);
  }

  /** One less. @param {string} key */
  remove(key) {
    this.untouched = false;
    const left = this.count(key) - 1;
    if (left > 0) this.items.set(key, left);
    else this.items.delete(key);
  }

  /**
   * Money on one side, as much as can be; there is none on the other then.
   * @param {number} side
   * @param {number} amount
   */
  put(side, amount) {
    this.untouched = false;
    if (Number.isInteger(amount)) this.money[side] = Math.max(0, Math.min(amount, this.most(side)));
    if (this.money[side]) this.money[1 - side] = 0;
  }

  /** With somebody else; what lies there stays as far as it can. @param {number} partner */
  turnTo(partner) {
    this.partner = partner;
    this.untouched ||= this.bare;
    this.fit();
  }

  /** Lay what is given, as far as it can lie there, in place of what does. @param {Filling} filling */
  fill({ head, items, money }) {
    const partner = this.composer?.partners.findIndex((each) => each.head === head) ?? -1;
    this.empty();
    Object.assign(this, { open: true, untouched: false, items: new Map(items), money: [...(money ?? [0, 0])] });
    if (partner >= 0) this.partner = partner;
    this.fit();
  }

  /** What lies there, and for whom, to be proposed again. @returns {Sent} */
  get sent() {
    const [one = 0, two = 0] = this.money;
    return { seat: this.with?.seat, items: [...this.items], money: [one, two] };
  }

  /**
   * What was proposed last, where nothing lies and all of it can be proposed again: to the same partner, or to who is
   * chosen now.
   * @returns {Composition | null}
   */
  get again() {
    const { last, composer } = this;
    if (!last || !composer || !this.bare) return null;
    const to = composer.partners.find(({ seat, refused }) => seat === last.seat && !refused) ?? this.with;
    const trial = Object.assign(new Composition(), { composer, partner: this.partner });
    trial.fill({ head: to?.head ?? "", items: last.items, money: last.money });
    const whole = String([...trial.items]) === String(last.items) && String(trial.money) === String(last.money);
    return whole && !trial.missing ? trial : null;
  }

  /** Take everything back. */
  clear() {
    this.items.clear();
    Object.assign(this, { money: [0, 0], adding: -1, untouched: false });
  }

  /** Every sprite of the game's that stands for an item: of one of which two are in, the first two lie there. */
  get sprites() {
    const items = this.shown ? this.sides.flatMap(({ items }) => items) : [];
    return items.flatMap(({ key, label, on = [] }) =>
      on.map((sprite, i) => ({ key, label, sprite, there: i < this.count(key), why: this.why(key) })),
    );
  }

  /**
   * What tapping the game's own sprites does.
   * @param {{take(key: string): void, put(key: string, at: Element): void}} acts
   * @returns {{picks: Tap[], tooltips: Tooltip[]}}
   */
  taps(acts) {
    const can = this.sprites.filter(({ there, why }) => there || !why);
    const cannot = this.sprites.filter(({ there, why }) => !there && why);
    return {
      picks: can.map(({ key, label, sprite, there }) => ({
        choice: COMPOSES,
        on: [sprite],
        there,
        label: there ? `${label}: remove it` : `${label}: add it`,
        act: (at) => (there ? acts.take(key) : acts.put(key, at)),
      })),
      tooltips: cannot.map(({ label, sprite, why }) => ({ on: [sprite], title: label, hint: why })),
    };
  }
}

/** The `choice` of a tap, which makes no choice of the game's. */
const COMPOSES = -2;

/** Whom one has to do with first: who has made a proposal, else whoever can be made one. @param {Partner[]} partners */
function firstPartner(partners) {
  const asking = partners.findIndex(({ start, refused }) => start && !refused);
  return asking < 0 ? partners.findIndex(({ refused }) => !refused) : asking;
}
