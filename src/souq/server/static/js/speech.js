/**
 * What somebody says, for some seconds in a bubble at their seat. Screen readers read it once, from a region of its
 * own, so that it and what is asked do not replace each other.
 *
 * @import { Said } from "./types.js"
 */

import { $, $$, make } from "./dom.js";

/** How long a bubble stays, how much longer for each letter, and how long at most: ms. */
const LEAST = 3200;
const LETTER = 45;
const MOST = 8000;
/** How far it stays from its seat, and from the edge of the page: pixels. */
const GAP = 6;
const EDGE = 8;

export class Speech {
  constructor() {
    this.aloud = $("#said");
    /** The bubble at each seat. @type {Map<number, HTMLElement>} */
    this.bubbles = new Map();
  }

  /** Show what was said. @param {Said} said @param {boolean} own whether this player did */
  say({ seat, name, text }, own) {
    if (!own) this.aloud.textContent = `${name}: ${text}`;
    this.bubbles.get(seat)?.remove();
    const near = seatOf(seat);
    if (!near) return;
    const bubble = make("div.bubble", { "aria-hidden": "true" }, make("span", {}, text));
    this.bubbles.set(seat, bubble);
    document.body.append(bubble);
    stand(bubble, near);
    setTimeout(() => bubble.remove(), Math.min(MOST, LEAST + LETTER * text.length));
  }
}

/** Where a seat is shown now: beside the board, or as a chip over it. @param {number} seat */
function seatOf(seat) {
  const all = $$(`.list .seat[data-seat="${seat}"], .chip[data-seat="${seat}"]`);
  return all.find((each) => each.getClientRects().length);
}

/** Beside a panel, or under a chip; its tip points at the seat. @param {HTMLElement} bubble @param {Element} near */
function stand(bubble, near) {
  const { width, height } = bubble.getBoundingClientRect();
  const seat = near.getBoundingClientRect();
  const beside = near.matches(".seat");
  const middle = seat.left + seat.width / 2;
  const left = beside ? seat.right + GAP : Math.max(EDGE, Math.min(innerWidth - width - EDGE, middle - width / 2));
  const top = beside ? Math.max(EDGE, Math.min(innerHeight - height - EDGE, seat.top)) : seat.bottom + GAP;
  bubble.classList.toggle("beside", beside);
  bubble.style.left = `${left}px`;
  bubble.style.top = `${top}px`;
  bubble.style.setProperty("--tip", `${middle - left}px`);
}
