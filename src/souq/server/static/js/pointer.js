/**
 * Mouse, finger and focus on the drawings: what they are over is shown, what they press is done.
 *
 * @import { SpriteElement } from "./types.js"
 * @import { Chooser } from "./choose.js"
 * @import { Drawing } from "./scene.js"
 */

import { Drag } from "./drag.js";
import { growth, spritesAt, under } from "./pointing.js";
import { sentences } from "./text.js";

export class Pointer {
  /** @param {Chooser} chooser */
  constructor(chooser) {
    this.chooser = chooser;
    this.drag = new Drag(chooser);
  }

  /** Let things be chosen on a drawing. @param {Drawing} drawing */
  watch(drawing) {
    const { chooser, drag } = this;
    const { svg } = drawing;
    drag.watch(drawing);
    svg.addEventListener("click", (event) => this.clicked(/** @type {PointerEvent} */ (event)));
    const hovers = (/** @type {PointerEvent} */ { pointerType }) => pointerType === "mouse" && !drag.carries;
    svg.addEventListener("pointermove", (event) => hovers(event) && chooser.hover(this.over(event)));
    svg.addEventListener("pointerleave", () => !drag.carries && chooser.hover(null));
    svg.addEventListener("focusin", ({ target }) => this.reached(/** @type {SpriteElement} */ (target)));
    svg.addEventListener("focusout", () => chooser.hover(null, true));
  }

  /** What is to be shown there: the pick, else what the topmost thing says of itself. @param {PointerEvent} event */
  over(event) {
    const here = spritesAt(event);
    const first = here.map((element) => this.chooser.pickOf(element)).find(Boolean);
    return first ?? here.map((element) => this.chooser.tooltipOf(element)).find(Boolean) ?? null;
  }

  /** The focus came to a sprite. @param {SpriteElement} element */
  reached(element) {
    const told = this.chooser.pickOf(element) ?? this.chooser.tooltipOf(element);
    const { board } = this.chooser.drawings;
    if (element.matches(":focus-visible") && board.svg.contains(element)) board.reveal?.(element);
    this.chooser.hover((element.matches(":focus-visible") && told) || null, true);
  }

  /**
   * A click on a sprite acts; beside all of them it lets go of what is selected or open.
   * @param {PointerEvent} event
   */
  clicked(event) {
    const { acts, asked, drawings } = this.chooser;
    const element = under(event);
    if (element) return this.enlarge(event, element) || this.chooser.act(element);
    drawings.board.enlarge?.();
    this.chooser.hover(this.over(event), true);
    if (asked.hovered) acts.announce(sentences(asked.pointedAt?.title, asked.hovered.hint));
    else if (asked.selected) this.chooser.turn({});
    else if (asked.asker || asked.control) this.chooser.close();
  }

  /**
   * What a finger could mean as well is enlarged first: the second tap chooses.
   * @param {PointerEvent} event
   * @param {SpriteElement} hit
   * @returns {boolean} whether it was
   */
  enlarge(event, hit) {
    const { asked, drawings } = this.chooser;
    const pick = this.chooser.pickOf(hit);
    const drawing = Object.values(drawings).find(({ svg }) => svg.contains(hit));
    if (!drawing?.enlarge || !pick || pick === asked.selected) return false;
    const factor = growth(event, hit, drawing, (element) => this.chooser.pickOf(element));
    if (factor) drawing.enlarge(factor, event.clientX, event.clientY);
    return factor > 0;
  }
}
