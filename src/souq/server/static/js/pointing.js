/**
 * What is meant where somebody points, clicks or taps.
 *
 * @import { Pick, SpriteElement } from "./types.js"
 * @import { Drawing } from "./scene.js"
 */

import { sprites } from "./dom.js";

/** @typedef {{clientX: number, clientY: number, pointerType: string}} Point of the screen, and what points there */

/** How far a finger may miss, and how large is what it surely hits: pixels. */
const NEAR = 18;
const FINGER = 44;
/** A drawing grows no more than this, and then a little over what is needed. */
const LARGEST = 3;
const SPARE = 1.05;

/** A pointer that moves less than this holds still: pixels. @param {{pointerType: string}} point */
export const slack = ({ pointerType }) => (pointerType === "touch" ? 10 : 6);

/** The sprites at a point of the screen, the topmost first. @param {{clientX: number, clientY: number}} point */
export const spritesAt = ({ clientX, clientY }) =>
  document
    .elementsFromPoint(clientX, clientY)
    .map((element) => /** @type {SpriteElement | null} */ (element.closest(".sprite")))
    .filter((element) => element !== null);

/**
 * What a pointer means: what can be chosen, else the refused thing under it; a finger may miss by a little.
 * @param {PointerEvent} event
 */
export function under(event) {
  const here = spritesAt(event);
  const find = (/** @type {string} */ kind) => here.find((element) => element.matches(kind));
  const hit = find(".can") ?? find(".aside") ?? find(".refused");
  return hit || find(".telling") ? hit : nearest(event, ".can");
}

/**
 * The nearest of some sprites, where a finger missed them by a little.
 * @param {Point} event
 * @param {string} kind
 * @returns {SpriteElement | undefined}
 */
export function nearest(event, kind) {
  if (event.pointerType !== "touch") return undefined;
  const near = sprites(`.sprite${kind}`).filter((element) => away(element, event) < NEAR);
  return near.sort((a, b) => away(a, event) - away(b, event))[0];
}

/**
 * By how much a drawing is to grow before a tap means anything, because it could mean something else as well; 0: it is
 * clear.
 * @param {PointerEvent} event
 * @param {SpriteElement} hit
 * @param {Drawing} drawing
 * @param {(element: SpriteElement) => Pick | null} pickOf
 */
export function growth(event, hit, drawing, pickOf) {
  if (event.pointerType !== "touch" || drawing.stage.style.transform) return 0;
  const can = sprites(".sprite.can", drawing.svg);
  const near = can.filter((element) => element === hit || away(element, event) < FINGER / 2);
  const least = Math.min(...near.map(breadth));
  const clear = least >= FINGER - 1 || near.every((element) => pickOf(element) === pickOf(hit));
  return clear ? 0 : Math.min(LARGEST, (SPARE * FINGER) / least);
}

/** The shorter side of what stands on the screen. @param {Element} element */
function breadth(element) {
  const { width, height } = element.getBoundingClientRect();
  return Math.min(width, height);
}

/**
 * How far a sprite is from a point of the screen.
 * @param {Element} element
 * @param {{clientX: number, clientY: number}} point
 */
function away(element, { clientX: x, clientY: y }) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}
