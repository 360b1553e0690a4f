/**
 * What players say they want and have: a form to say it, and what was said last from each seat, as long as it counts.
 *
 * @import { Item, Listing, Said, TableInfo } from "./types.js"
 */

import { $, icon, make, memory, symbol } from "./dom.js";

/** @typedef {"want" | "have"} Side */
/** @typedef {Record<Side, string[]>} Sides words of the game's list */

/** @type {[Side, string][]} */
const SIDES = [
  ["want", "I want"],
  ["have", "I have"],
];

export class Wares {
  /** @param {(sides: Sides) => void} tell */
  constructor(tell) {
    this.tell = tell;
    /** What was said last, by seat. @type {Map<number, Said>} */
    this.said = new Map();
    /** @type {Listing | undefined} */
    this.listing = undefined;
    /** @type {TableInfo | undefined} */
    this.info = undefined;
    /** What is chosen in the form, sent or not. @type {Sides} */
    this.sides = memory.get("wares", { want: [], have: [] });
    this.dialog = $("dialog.wares");
    this.button = make("button", { type: "button", "aria-haspopup": "dialog", onclick: () => this.open() });
    this.element = make("div.standing", { hidden: true }, this.button);
    $(".prompt .aids").before(this.element);
    $("form", this.dialog).addEventListener("submit", ({ submitter }) => {
      const value = submitter?.getAttribute("value");
      if (value === "clear") this.sides = { want: [], have: [] };
      if (value) this.tell(this.sides);
      memory.set("wares", this.sides);
    });
  }

  /** Take what was said; a list replaces the one before. @param {Said} said */
  hear(said) {
    if (said.about !== null) this.said.set(said.seat, said);
    this.show();
  }

  /** @param {TableInfo} info */
  know(info) {
    this.info = info;
    this.show();
  }

  /** @param {Listing} [listing] what can be named now */
  offer(listing) {
    this.listing = listing;
    this.show();
  }

  /** What a seat wants and has, in its player's words; "": nothing was said that still counts. @param {number} seat */
  of(seat) {
    const said = this.said.get(seat);
    const who = this.info?.seats[seat];
    const counts = said && who && said.about === this.listing?.about && said.name === who.name;
    return counts && !this.info?.muted.includes(seat) ? said.text : "";
  }

  /** Whether there is anybody to tell it. */
  get wanted() {
    const { you = null, seats = [], state } = this.info ?? {};
    const others = seats.filter(({ index, kind }) => index !== you && kind === "person");
    return !!this.listing && you !== null && state === "playing" && seats[you].kind === "person" && others.length > 0;
  }

  show() {
    this.element.hidden = !this.wanted;
    const told = !!this.info && this.info.you !== null && this.of(this.info.you) !== "";
    if (this.button.dataset.told === String(told)) return; // somebody may be about to press it
    this.button.dataset.told = String(told);
    this.button.replaceChildren(icon("swap"), make("span", {}, told ? "My list" : "My list…"));
    this.button.setAttribute("aria-label", `My list. ${told ? "Everyone can see it" : "Say what you want and have"}`);
    this.button.classList.toggle("on", told);
  }

  open() {
    this.draw();
    this.dialog.showModal();
  }

  /** The two sides, with everything that can be named. */
  draw() {
    const known = new Set(this.listing?.items.map(({ word }) => word));
    for (const [side] of SIDES) this.sides[side] = this.sides[side].filter((word) => known.has(word));
    const sides = SIDES.map(([side, title]) =>
      make("section", { role: "group", "aria-label": title }, make("h3", {}, title), this.groups(side)),
    );
    $(".sides", this.dialog).replaceChildren(...sides);
  }

  /** @param {Side} side */
  groups(side) {
    const items = this.listing?.items ?? [];
    return [...new Set(items.map(({ group = "" }) => group))].map((group) =>
      make(
        "div.tags",
        { role: "group", "aria-label": group || false },
        items.filter((item) => (item.group ?? "") === group).map((item) => this.tag(item, side)),
      ),
    );
  }

  /** @param {Item} item @param {Side} side */
  tag({ word, label, icon: sign }, side) {
    const pressed = String(this.sides[side].includes(word));
    const facts = { type: "button", "data-word": `${side} ${word}`, "aria-pressed": pressed };
    return make("button.tag", { ...facts, onclick: () => this.turn(word, side) }, sign && symbol(sign), label);
  }

  /** Choose a thing, or not; nobody wants what they have. @param {string} word @param {Side} side */
  turn(word, side) {
    const other = side === "want" ? "have" : "want";
    const there = this.sides[side].includes(word);
    this.sides[other] = this.sides[other].filter((each) => each !== word);
    this.sides[side] = there ? this.sides[side].filter((each) => each !== word) : [...this.sides[side], word];
    for (const [each] of SIDES)
      $(`[data-word="${each} ${word}"]`, this.dialog).setAttribute(
        "aria-pressed",
        String(this.sides[each].includes(word)),
      );
  }
}
