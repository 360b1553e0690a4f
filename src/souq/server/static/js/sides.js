/**
 * The two sides of a proposal that is put together: what lies there, what can be added, money and tags.
 *
 * @import { Item, Money, Side } from "./types.js"
 * @import { Compose } from "./compose.js"
 */

import { drawn, icon, make, maybe, symbol } from "./dom.js";

export class Sides {
  /** @param {Compose} compose */
  constructor(compose) {
    this.compose = compose;
    this.made = compose.made;
  }

  /** One side: what lies there, what can be added, money and tags. @param {Side} side @param {number} nth */
  draw({ title, items, money }, nth) {
    const tags = items.filter(({ tag }) => tag);
    const cards = this.made.lying(nth).filter(({ item }) => !item.tag);
    const laid = cards.flatMap(({ item, n }) => Array.from({ length: n }, (_, i) => this.laid(item, i)));
    const more = items.length > tags.length && this.more(title, nth);
    return make(
      "div.well",
      { role: "group", "aria-label": title },
      make("h3", {}, title),
      make("div.cards", {}, laid, more),
      this.made.adding === nth && this.palette(items),
      (money || tags.length > 0) &&
        make(
          "div.row",
          {},
          money && this.purse(money, nth, title),
          make(
            "div.tags",
            {},
            tags.map((item) => this.tag(item)),
          ),
        ),
    );
  }

  /** A card that lies there. @param {Item} item @param {number} i */
  laid(item, i) {
    const facts = { title: "Remove it", "aria-label": `${item.label}: remove it` };
    const props = { type: "button", "data-focus": `in ${item.key} ${i}`, ...facts };
    return make(
      "button.card",
      { ...props, onclick: () => this.compose.take(item.key) },
      art(item, this.made.composer?.size),
    );
  }

  /** Opens what can be added to a side. @param {string} title @param {number} nth */
  more(title, nth) {
    const { made } = this;
    const open = made.adding === nth;
    const facts = { "data-focus": `add ${nth}`, "aria-label": `Add to ${title}`, "aria-expanded": String(open) };
    const onclick = () => {
      made.adding = made.adding === nth ? -1 : nth;
      this.compose.show();
      maybe(".well:has(> .palette)", this.compose.element)?.scrollIntoView({ block: "nearest" });
    };
    return make("button.card.slot", { type: "button", ...facts, onclick }, icon(open ? "close" : "plus"));
  }

  /** All that can be added, and greyed what cannot. @param {Item[]} items */
  palette(items) {
    const cards = items.filter(({ tag }) => !tag);
    const groups = [...new Set(cards.map(({ group = "" }) => group))];
    return make(
      "div.palette",
      {},
      groups.map((heading) => {
        const own = cards.filter(({ group = "" }) => group === heading).map((item) => this.card(item));
        const facts = { role: "group", "aria-label": heading || false };
        return make("div", facts, heading && make("h4", {}, heading), make("div.cards", {}, own));
      }),
    );
  }

  /** A card that can be added. @param {Item} item */
  card(item) {
    const why = this.made.why(item.key);
    const n = this.made.count(item.key);
    const facts = {
      type: "button",
      "data-focus": `put ${item.key}`,
      title: why || item.label,
      "aria-label": `${item.label}${n ? `, ${n} there` : ""}${why ? `. ${why}` : ""}`,
      "aria-disabled": why ? "true" : false,
    };
    const props = { ...facts, onclick: (/** @type {MouseEvent} */ event) => this.compose.put(item.key, at(event)) };
    return make(
      "button.card",
      props,
      art(item, this.made.composer?.size),
      make("small", {}, item.label),
      n > 0 && make("b.n", {}, n),
    );
  }

  /** A number with less and more. @param {Money} money @param {number} side @param {string} title */
  purse({ label, icon: sign }, side, title) {
    const now = this.made.money[side];
    const most = this.made.most(side);
    return make(
      "div.purse",
      { role: "group", "aria-label": `${title}: ${label}` },
      this.by("−", `less ${side}`, `less ${label}`, now === 0, (at) => this.compose.pay(side, now - 1, at)),
      sign ? symbol(sign) : make("small", {}, label),
      make("input", {
        type: "number",
        inputmode: "numeric",
        min: 0,
        max: most,
        value: now,
        "data-focus": `sum ${side}`,
        "aria-label": `${title}: ${label}`,
        autocomplete: "off",
        onchange: ({ currentTarget }) => this.compose.pay(side, currentTarget.valueAsNumber || 0, currentTarget),
      }),
      this.by("+", `more ${side}`, `more ${label}`, now >= most, (at) => this.compose.pay(side, now + 1, at)),
    );
  }

  /**
   * @param {string} sign
   * @param {string} focus
   * @param {string} label
   * @param {boolean} stop
   * @param {(at: Element) => void} act
   */
  by(sign, focus, label, stop, act) {
    const facts = { "data-focus": focus, "aria-label": label, "aria-disabled": stop ? "true" : false };
    return make("button.btn", { type: "button", ...facts, onclick: (event) => act(at(event)) }, sign);
  }

  /** @param {Item} item */
  tag({ key, label, icon: sign }) {
    const there = this.made.count(key) > 0;
    const why = there ? "" : this.made.why(key);
    const facts = {
      type: "button",
      "data-focus": `tag ${key}`,
      "aria-pressed": String(there),
      "aria-disabled": why ? "true" : false,
      title: why || false,
      "aria-label": `${label}${why ? `. ${why}` : ""}`,
    };
    const onclick = (/** @type {MouseEvent} */ event) =>
      there ? this.compose.take(key) : this.compose.put(key, at(event));
    return make("button.tag", { ...facts, onclick }, sign && symbol(sign), label);
  }
}

/** What a listener listens on. @param {Event} event */
const at = (event) => /** @type {Element} */ (event.currentTarget);

/** @param {Item} item @param {[number, number]} [size] */
function art({ art: markup = "" }, [width, height] = [60, 84]) {
  const box = `${-width / 2} ${-height / 2} ${width} ${height}`;
  return drawn("svg", markup, { viewBox: box, "aria-hidden": "true" });
}
