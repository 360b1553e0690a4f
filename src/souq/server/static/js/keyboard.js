/**
 * The keyboard at the table: keys do what they mean (`keys.js`), and the focus is kept near what is asked.
 *
 * @import { SpriteElement } from "./types.js"
 * @import { Chooser } from "./choose.js"
 */

import { about, focused, maybe } from "./dom.js";
import { isForTable, isHeld, isLost, meant, step } from "./keys.js";

export class Keyboard {
  /** @param {Chooser} chooser */
  constructor(chooser) {
    this.chooser = chooser;
    /** Whether keys were used last: then the focus goes to the next choice. */
    this.keyed = false;
    document.addEventListener("keydown", (event) => this.pressed(event));
    document.addEventListener("pointerdown", () => {
      this.keyed = false;
    });
    document.addEventListener("click", (event) => {
      // a key or a screen reader clicked
      if (!event.detail && about(event).closest(".btn, .drawing, .compose")) this.keyed = true;
    });
  }

  /**
   * Move a lost focus: to the next choice if keys were used last and something is asked, else to the prompt. Otherwise
   * screen readers would start again at the top of the page.
   */
  keepFocus() {
    const { asked, host } = this.chooser;
    const held = focused();
    host.classList.toggle("unmarked", !this.keyed);
    if (!(isLost(held) || held === host)) return;
    const to = (this.keyed && !asked.waiting && this.next) || host;
    if (to !== held) to.focus({ preventScroll: to === host });
  }

  /**
   * The next choice: where a lesson points, on the board, a button, in the hand or the tray; never a button that only
   * gives advice.
   * @returns {HTMLElement | SVGElement | null}
   */
  get next() {
    const { drawings, host } = this.chooser;
    const { board, ...others } = drawings;
    const can = ".sprite.can[tabindex='0']";
    return (
      maybe(`${can}.pointed`) ??
      maybe(can, board.svg) ??
      maybe(".go:enabled", host) ??
      maybe(".acts button:enabled", host) ??
      Object.values(others)
        .map(({ svg }) => maybe(can, svg))
        .find(Boolean) ??
      maybe("[tabindex='0']", board.svg) ??
      maybe(".aids button:enabled:not(.hint)", host)
    );
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (!isForTable(event)) return;
    if (event.repeat && isHeld(event)) return event.preventDefault(); // a key that is held down chooses only once
    if (event.key !== "Shift") this.keyed = true;
    const key = meant(event);
    if (!key) return;
    const sprite = /** @type {SpriteElement | null} */ (/** @type {Element} */ (event.target).closest(".sprite"));
    if (key === "step") step(sprite, event);
    else if (key === "back") this.chooser.back(event.shiftKey);
    else if (key === "ask") this.ask(sprite);
    else if (key === "hint") this.chooser.consult();
    else if (sprite) this.chooser.act(sprite);
    event.preventDefault();
  }

  /** Explain what is focused, else the keys. @param {SpriteElement | null} element */
  ask(element) {
    const { acts, asked } = this.chooser;
    const pick = this.chooser.pickOf(element);
    const tooltip = this.chooser.tooltipOf(element);
    if (!element) return acts.help();
    const { label = "", refused } = element.sprite;
    if (pick) acts.hint(element, pick.label, pick.hint || label);
    else if (refused !== undefined) acts.explain(refused, element, asked.asker?.then);
    else if (tooltip) acts.hint(element, tooltip.title, tooltip.hint ?? "");
    else acts.help();
  }
}
