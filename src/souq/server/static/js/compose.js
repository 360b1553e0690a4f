/**
 * Putting a proposal together on a table of two sides: things are tapped in and out, and sent as one phrase.
 *
 * @import { Advice, Composer, Filling, Partner, SeatInfo, Tap, Tooltip, Weighed } from "./types.js"
 * @import { Sent } from "./composition.js"
 */

import { Composition } from "./composition.js";
import { $, $$, coin, drawn, focused, icon, make, maybe, memory, small, words } from "./dom.js";
import { Sides } from "./sides.js";

/** How long nothing is changed before the game is asked what it would bring: ms. */
const PAUSE = 150;
/** @type {Record<string, number>} */
const KEYS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * @typedef {object} Acts
 * @property {() => void} changed
 * @property {(text: string) => void} weigh ask what it would bring
 * @property {(at: Element, title: string, text: string) => void} hint
 * @property {(text: string) => void} announce
 */

export class Compose {
  /** @param {Acts} acts */
  constructor(acts) {
    this.acts = acts;
    this.made = new Composition();
    this.made.last = remembered();
    this.weighed = { text: "", words: "" };
    this.timer = 0;
    /** @type {SeatInfo[]} */
    this.seats = [];
    /** What a seat says that it wants and has. @type {(seat: number) => string} */
    this.says = () => "";
    /** What tapping a sprite of the game's means, and what those say that cannot be put in. @type {Tap[]} */
    this.picks = [];
    /** @type {Tooltip[]} */
    this.tooltips = [];
    const facts = { "aria-label": "Proposal", hidden: true };
    this.sides = new Sides(this);
    this.element = make("section.own.compose", { ...facts, onkeydown: (event) => this.pressed(event) });
  }

  /** What is offered now; a composition goes on as far as it still can. @param {Composer | undefined} composer */
  offer(composer) {
    this.made.take(composer);
    this.show();
  }

  /** What the prompt says of it while it lies on the table. */
  get composing() {
    const { shown, with: partner, sentence } = this.made;
    return shown && partner ? { title: partner.title, sentence } : null;
  }

  /** Something was done: say and show it, and have it weighed. */
  changed() {
    this.show();
    this.acts.changed();
    this.acts.announce(this.made.sentence);
  }

  /** Put one more there, or say why not. @param {string} key @param {Element} at */
  put(key, at) {
    const why = this.made.why(key);
    if (why) return this.acts.hint(at, this.made.item(key)?.label ?? "", why);
    this.made.add(key);
    this.changed();
    if (!at.isConnected || this.element.contains(at)) return; // what is tapped here stays under the finger
    $$(`[data-focus^="in ${key} "]`, this.element).at(-1)?.scrollIntoView({ block: "nearest" });
  }

  /** One less. @param {string} key */
  take(key) {
    this.made.remove(key);
    this.changed();
  }

  /**
   * Money on one side; there is none on the other then.
   * @param {number} side
   * @param {number} amount
   * @param {Element} at
   */
  pay(side, amount, at) {
    const most = this.made.most(side);
    const { money } = this.made.sides[side];
    if (amount > most) this.acts.hint(at, money?.label ?? "", money?.why || `No more than ${most}.`);
    this.made.put(side, amount);
    this.changed();
  }

  /** With somebody else; what lies there stays as far as it can. @param {number} nth @param {Element} at */
  turn(nth, at) {
    const { refused, seat } = this.made.composer?.partners[nth] ?? {};
    if (refused) return this.acts.hint(at, this.name(seat), refused);
    this.made.turnTo(nth);
    this.changed();
  }

  /** Lay there what the table advises to propose. @param {NonNullable<Advice["proposal"]>} proposal */
  advise({ partner, items, money }) {
    const head = this.made.composer?.partners[partner]?.head ?? "";
    this.made.fill({ head, items: Object.entries(items), money });
    this.show();
  }

  clear() {
    this.made.clear();
    this.changed();
  }

  /** Put in what is given, in place of what lies there. @param {Filling} filling */
  fill(filling) {
    this.made.fill(filling);
    this.changed();
    maybe("button", this.element)?.focus();
  }

  /** What is sent now can be proposed again later, also when the page has been loaded again. */
  remember() {
    this.made.last = this.made.sent;
    memory.set("offered", { table, ...this.made.last });
  }

  /** @param {boolean} open */
  toggle(open) {
    Object.assign(this.made, { open, adding: -1 });
    this.show();
    this.acts.changed();
    if (open) maybe("button", this.element)?.focus();
  }

  /** What was sent has been heard. @param {string} id */
  sent(id) {
    const { made } = this;
    if (!id || id !== made.sending) return;
    made.empty();
    made.open &&= !small.matches && !made.composer?.closed;
    this.show();
    this.acts.changed();
  }

  /** What the game says of a composition, if it is still that. @param {Weighed} answer */
  told(answer) {
    if (answer.text !== this.made.phrase) return;
    this.weighed = answer;
    this.gain();
  }

  gain() {
    const box = maybe(".gain", this.element);
    const said = this.weighed.text === this.made.phrase ? this.weighed.words : "";
    if (!box || box.dataset.said === said) return;
    box.dataset.said = said;
    const large = said.replaceAll(" → ", "\u00a0→\u00a0").replace(/^\[*([+−-]\d+)\]*/, "[[$1]]"); // a gain, or a loss
    box.replaceChildren(...words(large));
    box.classList.toggle("loss", /^\[*[−-]/.test(said));
  }

  /** What a seat is called. @param {number} [seat] */
  name(seat) {
    return seat === undefined ? "" : this.seats[seat].name;
  }

  show() {
    const { element, made, sides } = this;
    element.hidden = !made.shown;
    const home = small.matches ? $(".table") : $(".ledge");
    if (element.parentNode !== home) home.append(element);
    Object.assign(this, made.taps(this));
    if (!made.composer || !made.with || !made.shown) return;
    const held = element.contains(document.activeElement) ? focused().dataset.focus : "";
    element.replaceChildren(
      this.head(made.composer, made.with),
      ...this.again(),
      ...(made.with.art ? [theirs(made.with.art, made.composer.shows)] : []),
      ...made.sides.flatMap((side, i) => (i === 1 ? [swap(), sides.draw(side, i)] : [sides.draw(side, i)])),
      this.foot(),
      make("p.fine", {}, made.with.note),
    );
    this.wishes();
    this.gain();
    if (held) this.refocus(held);
    this.weigh();
  }

  /** What the partner wants and has, if that was said: it alone is shown anew when it is said. */
  wishes() {
    const { seat } = this.made.with ?? {};
    const said = seat === undefined ? "" : this.says(seat);
    maybe(".says", this.element)?.remove();
    if (said) this.element.append(make("p.says", {}, make("bdi", {}, this.name(seat)), `: “${said}”`));
  }

  /** What had the focus has it again, or the first thing there is. @param {string} held */
  refocus(held) {
    const all = $$("[data-focus]", this.element);
    const again = all.find((each) => each.dataset.focus === held && !each.matches(":disabled"));
    (again ?? all[0])?.focus();
  }

  /** Have it weighed, once nothing is changed for a moment. */
  weigh() {
    clearTimeout(this.timer);
    const { bare, phrase } = this.made;
    if (!bare && phrase !== this.weighed.text) this.timer = setTimeout(() => this.acts.weigh(phrase), PAUSE);
  }

  /** @param {Composer} composer @param {Partner} partner */
  head({ partners }, { seat, title }) {
    const others = partners.length > 1 && partners.map((each, i) => this.partner(each, i));
    const facts = { type: "button", "data-focus": "close", "aria-label": "Close" };
    return make(
      "div.head",
      {},
      make("h2", {}, seat === undefined ? title : [make("span", {}, "Offer to "), this.name(seat)]),
      others && make("div.who", { role: "group", "aria-label": "With whom" }, others),
      make("button.icon", { ...facts, onclick: () => this.toggle(false) }, icon("close")),
    );
  }

  /** @param {Partner} partner @param {number} i */
  partner({ seat, refused }, i) {
    const name = this.name(seat);
    const facts = {
      type: "button",
      "data-focus": `with ${i}`,
      "aria-label": name,
      title: refused || name,
      "aria-pressed": String(i === this.made.partner),
      "aria-disabled": refused ? "true" : false,
    };
    const coins = coin(this.seats[seat ?? 0]);
    return make("button.with", { ...facts, onclick: ({ currentTarget }) => this.turn(i, currentTarget) }, coins);
  }

  foot() {
    const facts = { type: "button", "data-focus": "clear", disabled: this.made.bare };
    const clear = make("button.btn.quiet.clear", { ...facts, onclick: () => this.clear() }, "Clear");
    return make("div.foot", {}, make("p.gain", { role: "status" }), clear);
  }

  /** Puts in what was proposed last. */
  again() {
    const { again } = this.made;
    if (!again) return [];
    const label = `Last offer: ${again.sentence}`;
    const filling = { head: again.with?.head ?? "", ...again.sent };
    const facts = { type: "button", "data-focus": "again", title: `${label} Puts it in again` };
    return [make("button.btn.again", { ...facts, onclick: () => this.fill(filling) }, label)];
  }

  /** The arrows go from one thing to the next. @param {KeyboardEvent} event */
  pressed(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const way = KEYS[event.key];
    if (event.key === "Escape" && this.made.adding >= 0) this.stopAdding();
    else if (way && !target.matches("input")) this.step(target, way);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  stopAdding() {
    const side = this.made.adding;
    this.made.adding = -1;
    this.show();
    maybe(`[data-focus="add ${side}"]`, this.element)?.focus();
  }

  /** @param {HTMLElement} from @param {number} way */
  step(from, way) {
    /** @type {HTMLElement[]} */
    const all = $$("button:not(:disabled), input", this.element);
    all[(all.indexOf(from) + way + all.length) % all.length].focus();
  }
}

const { table } = document.body.dataset;

/** What was proposed last at this table. @returns {Sent | null} */
function remembered() {
  const kept = memory.get("offered", /** @type {Sent & {table?: string}} */ ({ items: [], money: [0, 0] }));
  return kept.table === table ? kept : null;
}

/** Between the two sides. */
const swap = () => make("div.swap", { "aria-hidden": "true" }, icon("swap"));

/** What is seen of the partner; the note says it in words. @param {string} markup @param {[number, number]} size */
const theirs = (markup, [width, height]) =>
  drawn("svg.theirs", markup, { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
