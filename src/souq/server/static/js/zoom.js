/**
 * Enlarging a drawing, by a button, two fingers, the wheel, or a tap on what is too small.
 *
 * @import { Drawing } from "./scene.js"
 */

import { $, focused, make, maybe, sprites } from "./dom.js";
import { slack } from "./pointing.js";

const LARGEST = 3;
/** By how much a button enlarges. */
const STEP = 1.75;

/** @typedef {{x: number, y: number}} Point */

/**
 * Pinch, drag and wheel over a drawing: it grows up to three times, and never leaves its frame.
 * @param {Drawing} drawing
 */
export function zoomable(drawing) {
  const { host, stage } = drawing;
  /** @type {Map<number, Point>} */
  const touches = new Map();
  let scale = 1;
  let left = 0;
  let top = 0;
  let dragged = false;
  let enlarged = false;
  const whole = make("button.btn.whole", { type: "button", hidden: true, onclick: () => show() }, "Whole board");
  host.append(whole);
  const larger = /** @type {HTMLButtonElement} */ ($(".enlarge"));
  larger.addEventListener("click", () => grow());

  /** @param {number} factor @param {number} x @param {number} y @param {number} dx @param {number} dy */
  function turn(factor, x, y, dx = 0, dy = 0) {
    const box = host.getBoundingClientRect();
    const to = Math.min(LARGEST, Math.max(1, scale * factor));
    const grown = to / scale;
    left = held(left, x - box.left, grown, dx, box.width * (1 - to));
    top = held(top, y - box.top, grown, dy, box.height * (1 - to));
    scale = to;
    host.classList.toggle("enlarged", scale > 1);
    stage.style.transform = scale === 1 ? "" : `translate(${left}px, ${top}px) scale(${scale})`;
    const button = focused();
    whole.hidden = scale === 1;
    larger.disabled = scale === LARGEST;
    if (button === whole && whole.hidden) next()?.focus({ preventScroll: true });
    if (button === larger && larger.disabled) whole.focus({ preventScroll: true });
  }

  /** What has the focus after the button that shows all of it: the one that enlarges, where it is shown. */
  const next = () => (larger.getClientRects().length ? larger : maybe("[tabindex='0']", drawing.svg));

  /** Enlarge what can be chosen; what is enlarged already, or has nothing to choose, about its middle. */
  function grow() {
    const kinds = scale > 1 ? [] : [".chosen, .hinted", ".can"];
    const can = kinds.map((kind) => sprites(`.sprite:is(${kind})`, drawing.svg)).find((all) => all.length);
    const boxes = (can ?? [host]).map((each) => each.getBoundingClientRect());
    const middle = (/** @type {number[]} */ ...ends) => (Math.min(...ends) + Math.max(...ends)) / 2;
    const x = middle(...boxes.flatMap(({ left: from, right }) => [from, right]));
    const y = middle(...boxes.flatMap(({ top: from, bottom }) => [from, bottom]));
    const frame = host.getBoundingClientRect();
    stage.classList.add("eased");
    turn(STEP, x, y, (frame.left + frame.right) / 2 - x, (frame.top + frame.bottom) / 2 - y);
  }

  /** Show all of it again. */
  function show() {
    stage.classList.add("eased");
    enlarged = false;
    turn(1 / scale, 0, 0);
  }

  new ResizeObserver(() => turn(1, 0, 0)).observe(host); // a phone that is turned leaves no part of the frame empty
  drawing.enlarge = (factor = 0, x = 0, y = 0) => {
    if (!factor && !enlarged) return;
    const { top: above, height } = host.getBoundingClientRect();
    whole.classList.toggle("low", y < above + height / 2); // a second tap is meant for what was tapped
    stage.classList.add("eased");
    enlarged = factor > 0;
    turn(factor || 1 / scale, x, y);
  };
  drawing.pan = (dx, dy) => {
    const before = [left, top];
    if (scale > 1) turn(1, 0, 0, dx, dy);
    return left !== before[0] || top !== before[1];
  };
  drawing.reveal = (...parts) => {
    if (!parts.length) return;
    const frame = host.getBoundingClientRect();
    const all = parts.map((part) => part.getBoundingClientRect());
    const [from, to] = [Math.min(...all.map(({ left: x }) => x)), Math.max(...all.map(({ right: x }) => x))];
    const [above, below] = [Math.min(...all.map(({ top: y }) => y)), Math.max(...all.map(({ bottom: y }) => y))];
    if (from >= frame.left && to <= frame.right && above >= frame.top && below <= frame.bottom) return;
    const [x, y] = [(from + to) / 2, (above + below) / 2];
    if (to - from > frame.width || below - above > frame.height) {
      if (parts.length > 1) return show(); // one part that is larger than the frame need only be in the middle of it
      if (x > frame.left && x < frame.right && y > frame.top && y < frame.bottom) return;
    }
    stage.classList.add("eased");
    turn(1, x, y, (frame.left + frame.right) / 2 - x, (frame.top + frame.bottom) / 2 - y);
  };
  host.addEventListener("pointerdown", (event) => {
    if (!touches.size) dragged = false;
    if (event.button || (event.pointerType !== "touch" && scale === 1)) return;
    touches.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });
  addEventListener("pointermove", (event) => {
    const old = touches.get(event.pointerId);
    if (!old) return;
    if (!event.buttons) return void touches.delete(event.pointerId); // let go outside the window
    const now = { x: event.clientX, y: event.clientY };
    const other = [...touches].find(([id]) => id !== event.pointerId)?.[1];
    if (other) turn(apart(now, other) / Math.max(1, apart(old, other)), other.x, other.y);
    else if (drawing.carries) return void touches.set(event.pointerId, now);
    else if (scale > 1 && (dragged || apart(now, old) > slack(event)))
      turn(1, now.x, now.y, now.x - old.x, now.y - old.y);
    else return;
    dragged = true;
    enlarged = false;
    stage.classList.remove("eased");
    touches.set(event.pointerId, now);
  });
  for (const end of ["pointerup", "pointercancel"])
    addEventListener(end, (event) => touches.delete(/** @type {PointerEvent} */ (event).pointerId));
  // One finger may scroll the page, two enlarge.
  const pinch = (/** @type {TouchEvent} */ event) =>
    event.touches.length > 1 && event.cancelable && event.preventDefault();
  host.addEventListener("touchmove", pinch, { passive: false });
  host.addEventListener(
    "click",
    (event) => {
      if (dragged) {
        dragged = false;
        event.stopPropagation();
      }
    },
    true,
  );
  host.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      turn(Math.exp(-event.deltaY / 200), event.clientX, event.clientY);
    },
    { passive: false },
  );
}

/** @param {Point} one @param {Point} other */
const apart = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

/**
 * Where an edge is drawn after growing about a point, which stays where it is but for what it was moved. Nothing of the
 * frame is left empty.
 * @param {number} old
 * @param {number} at
 * @param {number} grown
 * @param {number} moved
 * @param {number} least
 */
const held = (old, at, grown, moved, least) => Math.min(0, Math.max(least, at - (at - old) * grown + moved));
