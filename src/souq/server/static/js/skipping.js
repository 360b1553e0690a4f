/**
 * A click or key ends the animations; when some were still to come, it does nothing else.
 *
 * @import { Motion } from "./motion.js"
 */

import { $, about } from "./dom.js";

/** What works at once, whatever is being animated. */
const ASIDE = ".top, .log, .whole, .sheet, .doubt, .offer, dialog";

/**
 * Whether a click or key has a meaning of its own: it is for something beside the board, moves the focus, or belongs to
 * the browser.
 * @param {Event} event
 */
export function isAside(event) {
  const { key, ctrlKey, altKey, metaKey } = /** @type {Partial<KeyboardEvent>} */ (event);
  return key === "Tab" || (key && (ctrlKey || altKey || metaKey)) || !!about(event).closest(ASIDE);
}

/** Let clicks and keys end the animations. @param {Motion} motion */
export function skippable(motion) {
  let swallowed = false;

  /** Whether a click or key has ended animations, and does nothing else. @param {Event} event */
  function ends(event) {
    const stop = event.type === "click" && swallowed;
    swallowed = false;
    if (event.type === "click") return stop;
    const key = event instanceof KeyboardEvent ? event.key : "";
    const box = $(".callout");
    const unseen = motion.behind && !isAside(event);
    const closing = key === "Escape" && !box.hidden;
    swallowed = event.type === "pointerdown" && unseen;
    box.hidden = true;
    motion.finish();
    return event.type === "keydown" && (unseen || closing);
  }

  for (const kind of ["pointerdown", "keydown", "click"]) {
    addEventListener(
      kind,
      (event) => {
        if (!ends(event)) return;
        event.stopPropagation();
        event.preventDefault();
      },
      true,
    );
  }
}
