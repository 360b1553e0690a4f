/** A few words where they are asked for. */

import { $, make } from "./dom.js";

/** How far it stays from what it is about, and from the edge of the page: pixels. */
const GAP = 10;
const EDGE = 8;

/**
 * Show them; they go with the next click or key.
 * @param {Element} at
 * @param {string} heading
 * @param {string | Node} text
 * @param {{id?: string, why?: string}} [more] the rule that says so, and why it does here
 */
export function callout(at, heading, text, { id = "", why = "" } = {}) {
  const box = $(".callout");
  const reason = why ? make("p.why", {}, why) : "";
  box.replaceChildren(make("b", {}, heading), reason, make("p", {}, text), make("small", {}, id));
  box.hidden = false;
  stand(box, at.getBoundingClientRect());
}

/** Above what it is about, or below where there is no room. @param {HTMLElement} box @param {DOMRect} near */
function stand(box, near) {
  const { width, height } = box.getBoundingClientRect();
  const middle = near.left + near.width / 2 - width / 2;
  const above = near.top - height - GAP;
  const below = Math.min(near.bottom + GAP, innerHeight - height - EDGE);
  box.style.left = `${Math.max(EDGE, Math.min(innerWidth - width - EDGE, middle))}px`;
  box.style.top = `${above > EDGE ? above : below}px`;
}
