/**
 * What a drawing's sprites are now, to eye, hand and ear.
 *
 * @import { Pick, SpriteElement, Tap, Tooltip, Way } from "./types.js"
 * @import { Asked } from "./asked.js"
 * @import { Drawing } from "./scene.js"
 */

import { isTap, OPENS } from "./asked.js";
import { sentences } from "./text.js";

/**
 * @typedef {object} Means what a sprite is for
 * @property {Pick | Tap | null} pick what choosing it means
 * @property {boolean} drags it can be dragged
 * @property {boolean} dragged it is
 * @property {Tooltip | undefined} tooltip what it says of itself
 * @property {boolean} chosen it is selected, or what it opens is open
 * @property {boolean} aside its pick leads away from what is open
 */

/**
 * Mark what can be chosen on a drawing; the focus comes in where it is most likely wanted, as where a lesson points.
 * @param {Drawing} drawing
 * @param {Asked} asked
 * @param {Pick | null} hinted
 */
export function mark({ elements }, asked, hinted) {
  const { opened, openers, selected } = asked;
  const marked = [selected, ...openers.filter((each) => opened.includes(each))];
  /** @type {SpriteElement | null} */
  let stop = null;
  for (const [key, element] of elements) {
    const means = meaning(key, asked, openers, marked);
    dress(element, means);
    element.classList.toggle("hinted", !!hinted?.on?.includes(key));
    if (means.pick && (!stop || isBetter(element, means, stop))) stop = element;
  }
  stop?.setAttribute("tabindex", "0");
}

/**
 * Whether the focus had better come in here than there.
 * @param {SpriteElement} element
 * @param {Means} means
 * @param {SpriteElement} stop
 */
const isBetter = (element, { aside, chosen }, stop) =>
  !aside &&
  (chosen ||
    stop.matches(".aside") ||
    element === document.activeElement ||
    (element.matches(".pointed") && !stop.matches(".pointed, .chosen") && stop !== document.activeElement));

/** @param {string} key @param {Asked} asked @param {Pick[]} openers @param {(Pick | null)[]} marked @returns {Means} */
function meaning(key, asked, openers, marked) {
  const pick = asked.waiting ? null : asked.pickOn(key);
  const there = !!pick && isTap(pick) && pick.there;
  return {
    pick,
    drags: asked.drags(key),
    dragged: key === asked.dragged,
    tooltip: asked.tooltipOn(key),
    chosen: there || marked.some((each) => each?.on?.includes(key)),
    aside: !!pick && openers.includes(pick),
  };
}

/** @param {SpriteElement} element @param {Means} means */
function dress(element, { pick, drags, dragged, tooltip, chosen, aside }) {
  const { label = "", refused } = element.sprite;
  const asks = !pick && refused !== undefined;
  const spoken = pick
    ? sentences(pick.label, pick.hint)
    : tooltip
      ? sentences(label || tooltip.title, tooltip.hint)
      : label;
  const now = { drags, dragged, chosen, sent: false };
  const classes = { can: !!pick && !aside, aside, refused: asks, telling: !pick && !!tooltip, ...now };
  for (const [name, on] of Object.entries(classes)) element.classList.toggle(name, on);
  /** @type {Element} */ (element.firstElementChild).textContent = pick || tooltip ? "" : label;
  const reached = pick || asks || tooltip || element === document.activeElement;
  describe(element, {
    role: pick ? "button" : spoken ? "img" : "",
    "aria-label": spoken,
    "aria-hidden": spoken ? "" : "true",
    "aria-pressed": pick?.commit ? String(chosen) : "",
    "aria-expanded": pick?.opens && pick.choice === OPENS ? String(chosen) : "",
    tabindex: reached ? "-1" : "",
  });
}

/** Attributes; those that say nothing are left out. @param {Element} element @param {Record<string, string>} facts */
function describe(element, facts) {
  for (const [name, value] of Object.entries(facts)) {
    if (value) element.setAttribute(name, value);
    else element.removeAttribute(name);
  }
}

/**
 * Show over a drawing what would be, and what would leave it.
 * @param {Drawing} drawing
 * @param {Pick | Tooltip | undefined} seen
 */
export function preview(drawing, seen) {
  drawing.preview(seen && (seen.area ?? "board") === drawing.name ? seen.preview : []);
  for (const [key, element] of drawing.elements) {
    element.classList.toggle("rising", !!seen?.lifts?.includes(key));
    if (element.matches(":focus-visible")) drawing.ring(element);
  }
}

/** @type {Way["how"][]} */
const HOWS = ["hinted", "better", "played"];

/**
 * Draw ways to go on, each in its manner: what they would bring, over the drawings, and rings on what they begin with.
 * @param {Drawing[]} drawings
 * @param {Way[]} ways
 */
export function drawWays(drawings, ways) {
  for (const drawing of drawings) {
    const there = ways.flatMap(({ how, drawn }) => drawn.map((each) => ({ how, ...each })));
    drawing.mark(there.filter(({ area }) => area === drawing.name));
    for (const [key, element] of drawing.elements) {
      for (const how of HOWS)
        element.classList.toggle(
          how,
          ways.some((way) => way.how === how && way.on.includes(key)),
        );
      element.classList.toggle(
        "going",
        there.some(({ lifts }) => lifts.includes(key)),
      );
    }
  }
}
