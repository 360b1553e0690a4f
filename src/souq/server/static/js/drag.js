/**
 * Dragging: what is clicked in one place and then in another can be carried there, by mouse or finger.
 *
 * A drop makes the choice that the clicks would make. A piece that is dropped anywhere else goes back, and so does the
 * decision that lifting it was.
 *
 * @import { Pick, SpriteElement, Tap } from "./types.js"
 * @import { Chooser } from "./choose.js"
 * @import { Point } from "./pointing.js"
 * @import { Drawing } from "./scene.js"
 */

import { isTap } from "./asked.js";
import { calm, drawn, make } from "./dom.js";
import { nearest, slack, spritesAt } from "./pointing.js";
import { artOf } from "./scene.js";

/** How near to the edge of an enlarged board the board moves along, and how far in each frame: pixels. */
const EDGE = 36;
const CREEP = 7;
/** A finger hides what is under it, so a piece is carried above the finger, and larger: pixels, factor. */
const ABOVE = 12;
const LARGER = 1.2;
/** How long a piece takes to go back: ms. */
const BACK = 180;
/** A point outside the page. */
const NOWHERE = { clientX: -99, clientY: -99, pointerType: "" };

/**
 * @typedef {object} Held what is pressed, and carried once it has moved
 * @property {string} key of the sprite
 * @property {SpriteElement} element
 * @property {Drawing} drawing
 * @property {PointerEvent} from
 * @property {Point} at
 * @property {SVGSVGElement | null} ghost what is seen of it, once it is carried
 * @property {number} above how far that is above the pointer: pixels
 * @property {boolean} lifting whether lifting it was a choice
 * @property {boolean} dropped whether it was let go before that was answered
 */

export class Drag {
  /** @param {Chooser} chooser */
  constructor(chooser) {
    this.chooser = chooser;
    /** @type {Held | null} */
    this.held = null;
    /** Whether the click that ends a drag is still to come. */
    this.clicks = false;
    /** A finger that holds a piece does not scroll the page. @param {Event} event */
    this.keep = (event) => {
      if (this.held && event.cancelable) event.preventDefault();
    };
    addEventListener("pointermove", (event) => this.moved(event));
    addEventListener("pointerup", (event) => this.released(event));
    addEventListener("pointercancel", (event) => event.pointerId === this.held?.from.pointerId && this.cancel());
    addEventListener("click", (event) => this.unclick(event), true);
    const pressed = () => (this.clicks = false); // a finger that drags does not click
    addEventListener("pointerdown", pressed, true);
  }

  /** Whether something is being carried. */
  get carries() {
    return !!this.held?.ghost;
  }

  /** Let things be carried from a drawing. @param {Drawing} drawing */
  watch(drawing) {
    const { svg } = drawing;
    svg.addEventListener("pointerdown", (event) => this.pressed(event, drawing));
    svg.addEventListener("touchmove", this.keep, { passive: false });
    svg.addEventListener("contextmenu", this.keep);
  }

  /** @param {PointerEvent} event @param {Drawing} drawing */
  pressed(event, drawing) {
    if (this.held) return this.cancel(); // a second finger enlarges
    if (event.button || !event.isPrimary) return;
    const element = spritesAt(event).find((each) => each.matches(".drags")) ?? nearest(event, ".drags");
    if (!element || !drawing.svg.contains(element)) return;
    const { key } = element.sprite;
    this.held = {
      key,
      element,
      drawing,
      from: event,
      at: event,
      ghost: null,
      above: 0,
      lifting: false,
      dropped: false,
    };
    drawing.carries = true;
    // A touch belongs to what it began on, also when that is drawn anew.
    event.target?.addEventListener("touchmove", this.keep, { passive: false });
  }

  /** @param {PointerEvent} event */
  moved(event) {
    const { held } = this;
    if (!held || held.dropped || event.pointerId !== held.from.pointerId) return;
    if (!event.buttons) return this.cancel(); // let go outside the window
    held.at = event;
    const moved = Math.hypot(event.clientX - held.from.clientX, event.clientY - held.from.clientY);
    if (!held.ghost && moved < slack(event)) return;
    if (!held.ghost) this.lift(held);
    this.show(held);
  }

  /** The piece leaves its place; where that is a choice, it is made. @param {Held} held */
  lift(held) {
    const { chooser } = this;
    const { key, element, drawing, from } = held;
    if (!chooser.asked.drags(key)) return this.cancel();
    const pick = chooser.asked.lifts(key);
    const finger = from.pointerType === "touch";
    held.ghost = ghost(element, drawing, finger);
    if (finger) held.above = ABOVE + held.ghost.getBBox().height / 2;
    drawing.svg.setPointerCapture(from.pointerId);
    document.body.classList.add("carrying");
    chooser.asked.dragged = key;
    held.lifting = !!pick;
    if (pick) chooser.choose(pick);
    else chooser.refresh();
    this.creep(held);
  }

  /** The piece is at the pointer, and what a drop there would do is shown. @param {Held} held */
  show(held) {
    if (!held.ghost) return;
    const { clientX: x, clientY: y } = held.at;
    held.ghost.style.transform = `translate(${x}px, ${y - held.above}px)`;
    const { pick } = this.under(held);
    this.chooser.compose.element.classList.toggle("onto", !!pick && isTap(pick));
    held.ghost.classList.toggle("over", !!pick);
    this.chooser.hover(pick && !isTap(pick) ? pick : null);
  }

  /**
   * What a drop would choose, and on what.
   * @param {Held} held
   * @returns {{pick: Pick | Tap | null, on: Element | null}}
   */
  under({ key, at, drawing }) {
    const { asked, compose } = this.chooser;
    const tap = asked.tapOn(key);
    const inside = tap && compose.element.contains(document.elementFromPoint(at.clientX, at.clientY));
    if (inside) return { pick: tap, on: drawing.elements.get(key) ?? null };
    const on = spritesAt(at).find((each) => each.matches(".can")) ?? nearest(at, ".can") ?? null;
    return { pick: this.chooser.pickOf(on), on };
  }

  /** At the edge of an enlarged board, what lies beyond comes in. @param {Held} held */
  creep(held) {
    if (held !== this.held || held.dropped) return;
    const { board } = this.chooser.drawings;
    const { left, right, top, bottom } = board.host.getBoundingClientRect();
    const { clientX: x, clientY: y } = held.at;
    const by = (/** @type {number} */ at, /** @type {number} */ least, /** @type {number} */ most) =>
      at < least + EDGE ? CREEP : at > most - EDGE ? -CREEP : 0;
    const inside = x > left && x < right && y > top && y < bottom;
    if (inside && board.pan?.(by(x, left, right), by(y, top, bottom))) this.show(held);
    requestAnimationFrame(() => this.creep(held));
  }

  /** @param {PointerEvent} event */
  released(event) {
    const { held } = this;
    if (!held || held.dropped || event.pointerId !== held.from.pointerId) return;
    if (!held.ghost) return this.forget();
    held.at = event;
    this.clicks = true;
    held.dropped = true;
    this.settle();
  }

  /** What can be chosen has changed. */
  renew() {
    const { held } = this;
    if (!held?.ghost) return;
    if (held.dropped) this.settle();
    else this.show(held);
  }

  /** The piece was dropped: choose what that means, once it is known, else put it back. */
  settle() {
    const { held, chooser } = this;
    if (!held || chooser.asked.waiting) return;
    const { pick, on } = this.under(held);
    if (!pick || !on) return this.cancel();
    held.ghost?.remove();
    this.forget();
    if (isTap(pick)) pick.act(on);
    else chooser.drop(pick);
  }

  /** Put the piece back, and take back what lifting it was. */
  cancel() {
    const { held, chooser } = this;
    if (!held) return;
    if (held.ghost) this.clicks = true; // letting go of the button clicks what is there then
    const { asked, acts } = chooser;
    if (held.lifting && asked.waiting) return void Object.assign(held, { dropped: true, at: NOWHERE });
    const lifted = held.lifting && !asked.waiting && asked.drops(held.key).length > 0;
    this.forget();
    if (!held.ghost) return;
    this.goBack(held.ghost, held);
    chooser.hover(null);
    if (lifted && asked.scene.prompt.can_undo) chooser.send(acts.undo);
  }

  /** @param {SVGSVGElement} piece @param {Held} held */
  goBack(piece, { element, drawing }) {
    const home = drawing.elements.get(element.sprite.key);
    if (calm() || !home) return piece.remove();
    const { x, y } = middle(home, drawing);
    const to = { transform: `translate(${x}px, ${y}px)` };
    void piece.animate([{}, to], { duration: BACK, easing: "ease-out" }).finished.finally(() => piece.remove());
  }

  /** Nothing is held any more. */
  forget() {
    const { held, chooser } = this;
    if (!held) return;
    this.held = null;
    held.drawing.carries = false;
    document.body.classList.remove("carrying");
    chooser.compose.element.classList.remove("onto");
    if (!held.ghost) return;
    chooser.asked.dragged = "";
    chooser.refresh();
  }

  /** A drag ends with a click that means nothing; a key's click has no `detail`. @param {MouseEvent} event */
  unclick(event) {
    if (!this.clicks || !event.detail) return;
    this.clicks = false;
    event.stopPropagation();
    event.preventDefault();
  }
}

/** Where a sprite is on the screen. @param {SpriteElement} element @param {Drawing} drawing */
const middle = ({ sprite }, drawing) => drawing.screen(sprite.x, sprite.y);

/**
 * What is seen of a piece while it is carried.
 * @param {SpriteElement} element
 * @param {Drawing} drawing
 * @param {boolean} finger
 */
function ghost(element, drawing, finger) {
  const { sprite } = element;
  const tones = (sprite.classes ?? "").split(" ").filter((name) => /^(seat|tone)-/.test(name));
  const piece = make(`svg.carried.${tones.join(".")}`, { "aria-hidden": "true" }, drawn("g", artOf(element).innerHTML));
  const grown = drawing.matrix.a * (sprite.scale ?? 1) * (finger ? LARGER : 1);
  const art = /** @type {SVGGElement} */ (piece.firstElementChild);
  art.style.transform = `rotate(${sprite.rotation ?? 0}deg) scale(${grown})`;
  document.body.append(piece);
  return piece;
}
