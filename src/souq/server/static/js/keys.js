/**
 * What keys mean while one chooses, and where the arrows lead.
 *
 * @import { SpriteElement } from "./types.js"
 */

import { $$, sprites } from "./dom.js";
import { ARROWS, isArrow, nearest } from "./arrows.js";

/** @typedef {"step" | "act" | "back" | "ask" | "hint"} Key what a key asks for */

/**
 * Whether a key is for the table, and for no field; a field of numbers has no use for letters.
 * @param {KeyboardEvent} event
 */
export function isForTable({ key, target, ctrlKey, metaKey, altKey }) {
  const at = /** @type {HTMLElement} */ (target);
  const numbers = at instanceof HTMLInputElement && at.type === "number";
  const written = at.closest("input, textarea, select, dialog") && !(numbers && /^[h?]$/.test(key));
  return !ctrlKey && !metaKey && !altKey && !written;
}

/** Whether a key that would choose, or settle a choice, is still down from before. @param {KeyboardEvent} event */
export function isHeld({ key, target }) {
  const at = /** @type {HTMLElement} */ (target);
  return (
    (key === "Enter" || key === " ") && !at.closest(".own, .amount") && Boolean(at.closest(".sprite, .prompt .btn"))
  );
}

/** What a key asks for, if anything. @param {KeyboardEvent} event @returns {Key | null} */
export function meant({ key, target }) {
  const at = /** @type {HTMLElement} */ (target);
  if (isArrow(key)) return at.closest(".log, .tally, .standing") ? null : "step";
  if (key === "Enter" || key === " ") return at.closest(".sprite") ? "act" : null;
  if (key === "Escape") return at.closest(".log") ? null : "back";
  return key === "?" ? "ask" : key === "h" ? "hint" : null;
}

/**
 * Focus the nearest sprite in a direction; with Shift, or where nothing can be chosen, all that have something to say.
 * @param {SpriteElement | null} from
 * @param {KeyboardEvent} event
 */
export function step(from, { key, shiftKey }) {
  if (!isArrow(key)) return;
  const can = sprites(".sprite.can");
  const all = shiftKey || !can.length ? sprites(".sprite:is(.can, .aside, .refused, .telling)") : can;
  const others = all.filter((element) => element !== from);
  const first = others.find((element) => element.matches("[tabindex='0']")) ?? others[0];
  const goal = from ? others[nearest(middle(from), others.map(middle), ARROWS[key])] : first;
  if (!goal?.parentElement) return;
  for (const stop of $$("[tabindex='0']", goal.parentElement)) stop.setAttribute("tabindex", "-1");
  goal.setAttribute("tabindex", "0");
  goal.focus();
}

/** @param {Element} element @returns {[number, number]} */
function middle(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}

/** Whether nothing that could be meant has the focus: it has gone, or can be chosen no more. @param {Element} held */
export function isLost(held) {
  if (held === document.body || ("leaving" in held && held.leaving)) return true;
  return "sprite" in held && !held.matches(".can, .refused");
}
