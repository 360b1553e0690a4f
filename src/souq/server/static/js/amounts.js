/**
 * Numbers that can be said: what follows from one, and which is the next. Nothing here needs a page.
 *
 * @import { Amount } from "./types.js"
 */

import { around } from "./text.js";

/**
 * What follows from a number, in a sentence; of none, which there are.
 * @param {Amount} amount
 * @param {number | null} value
 */
export function hintOf({ low, high, step, hints = [], purse }, value) {
  if (value === null)
    return `From ${low.toLocaleString("en-GB")} to ${high.toLocaleString("en-GB")}, in steps of ${step}.`;
  return around(hints.findLast(([from]) => from <= value)?.[1] ?? "", value, purse);
}

/**
 * The amount that is so much more, or the nearest there is.
 * @param {Amount} amount
 * @param {number} from NaN: the lowest
 * @param {number} by
 */
export function stepped({ low, high, step }, from, by) {
  const whole = Math.round(((from || low) + by - low) / step) * step + low;
  return Math.max(low, Math.min(high, whole));
}
