/**
 * Drawings of keyed sprites: an element is kept as long as its key is there, and moves by transform alone.
 *
 * @import { Area, Mark, Sprite, SpriteElement } from "./types.js"
 */

import { calm, drawn, make } from "./dom.js";

const EASE = "cubic-bezier(.2,.7,.2,1)";
/** What was drawn in an element: the same is not drawn again. @type {WeakMap<Element, string>} */
const MARKUP = new WeakMap();

/** @param {Sprite} sprite */
const place = (sprite) =>
  `translate(${sprite.x}px, ${sprite.y}px) rotate(${sprite.rotation ?? 0}deg) scale(${sprite.scale ?? 1})`;

/** The part of a sprite that is its art. @param {SpriteElement} element */
export const artOf = (element) => /** @type {SVGGElement} */ (element.lastElementChild);

export class Drawing {
  /** @param {HTMLElement} host what the drawing fills @param {string} name of the area */
  constructor(host, name) {
    this.host = host;
    this.name = name;
    /** @type {Omit<Area, "name" | "sprites">} */
    this.size = { width: 1, height: 1 };
    /** @type {Map<string, SpriteElement>} */
    this.elements = new Map();
    /**
     * Enlarges it about a point of the screen by a factor, or shows all of it again; where it can be.
     * @type {((factor?: number, x?: number, y?: number) => void) | undefined}
     */
    this.enlarge = undefined;
    /**
     * Moves it by so many pixels, where it is enlarged and can move.
     * @type {((x: number, y: number) => boolean) | undefined}
     */
    this.pan = undefined;
    /** Whether one of its pieces is being carried: then the pointer does not move the drawing. */
    this.carries = false;
    /** Moves what is enlarged so that parts are seen whole. @type {((...parts: Element[]) => void) | undefined} */
    this.reveal = undefined;
    this.backdrop = make("svg.backdrop", { "aria-hidden": "true", preserveAspectRatio: "xMidYMid slice" });
    this.ground = make("g.ground", { "aria-hidden": "true" });
    this.sprites = make("g.sprites");
    this.marks = make("g.marks", { "aria-hidden": "true" });
    this.over = make("g.over", { "aria-hidden": "true" });
    this.lights = make("g.lights", { "aria-hidden": "true" });
    const parts = [this.ground, this.sprites, this.marks, this.over, this.lights];
    this.svg = make("svg.drawing", { role: "group" }, ...parts);
    this.stage = make("div.stage", {}, this.backdrop, this.svg);
    host.append(this.stage);
  }

  /** Show an area. @param {Area | undefined} area @param {number} length of the movement in ms, 0 for none */
  draw(area, length) {
    this.host.hidden = !area;
    if (!area) return this.arrange([], 0); // nor does what somebody else held stay
    this.size = area;
    for (const svg of [this.svg, this.backdrop]) svg.setAttribute("viewBox", `0 0 ${area.width} ${area.height}`);
    this.svg.setAttribute("aria-label", area.label ?? area.name);
    if (area.ground !== undefined) redraw(this.ground, area.ground); // what is not sent again stays
    if (area.backdrop !== undefined) redraw(this.backdrop, area.backdrop);
    this.arrange(area.sprites, length);
  }

  /** Every sprite where it belongs, the lowest layer first. @param {Sprite[]} sprites @param {number} length */
  arrange(sprites, length) {
    const wanted = [...sprites].sort((a, b) => (a.layer ?? 0) - (b.layer ?? 0));
    const keys = new Set(wanted.map((sprite) => sprite.key));
    for (const [key, element] of this.elements) if (!keys.has(key)) this.drop(key, element, length);
    let next = /** @type {SpriteElement | null} */ (this.sprites.firstElementChild);
    const after = () => /** @type {SpriteElement | null} */ (next?.nextElementSibling ?? null);
    for (const sprite of wanted) {
      const element = this.sprite(sprite, length);
      while (next?.leaving) next = after();
      if (element === next) next = after();
      else this.sprites.insertBefore(element, next);
    }
  }

  /** The element of a sprite, made, redrawn or moved as needed. @param {Sprite} sprite @param {number} length */
  sprite(sprite, length) {
    const old = this.elements.get(sprite.key);
    const element = old ?? made(sprite);
    const to = place(sprite);
    const from = element.at;
    redraw(artOf(element), sprite.art);
    element.sprite = sprite;
    element.setAttribute("class", `sprite ${sprite.classes ?? ""}`);
    element.style.transform = element.at = to;
    this.elements.set(sprite.key, element);
    if (length && !old) appear(element, length);
    else if (length && from !== to) move(element, from, to, length);
    return element;
  }

  /** @param {string} key @param {SpriteElement} element @param {number} length */
  drop(key, element, length) {
    this.elements.delete(key);
    element.leaving = true;
    element.setAttribute("class", "sprite leaving");
    element.removeAttribute("tabindex");
    if (!length) return element.remove();
    const fading = element.animate([{ opacity: 1 }, { opacity: 0 }], { duration: length * 0.7, fill: "forwards" });
    fading.finished.finally(() => element.remove());
  }

  /** Sprites shown over the drawing until the next preview. @param {Sprite[]} [sprites] */
  preview(sprites = []) {
    this.over.replaceChildren(...sprites.map(still));
  }

  /**
   * Sprites that stay over the drawing, wherever somebody points: of a hint, or of other ways to go on.
   * @param {Mark[]} marks
   */
  mark(marks) {
    this.marks.replaceChildren(...marks.map(({ how, sprites }) => make(`g.mark.${how}`, {}, ...sprites.map(still))));
  }

  /** Show where the keyboard is, over everything else. @param {SpriteElement} element */
  ring(element) {
    const { x, y, width, height } = artOf(element).getBBox();
    const box = { x: x - 3, y: y - 3, width: width + 6, height: height + 6, rx: 7 };
    const ring = make("g.rings", {}, make("rect.ring.under", box), make("rect.ring", box));
    ring.style.transform = element.at;
    this.over.append(ring);
  }

  /** Draw rings around spots, and around no others. @param {{x: number, y: number, radius: number}[]} spots */
  light(spots) {
    this.lights.replaceChildren(
      ...spots.map(({ x, y, radius: r }) => {
        const box = { x: x - r, y: y - r, width: 2 * r, height: 2 * r, rx: r };
        return make("g.spot", {}, make("rect.ring.under", box), make("rect.ring", box));
      }),
    );
    this.reveal?.(...this.lights.children);
  }

  /** From the drawing's units to those of the screen. */
  get matrix() {
    return /** @type {DOMMatrix} */ (this.svg.getScreenCTM());
  }

  /** Where a point of the drawing is on the screen. @param {number} x @param {number} y */
  screen(x, y) {
    return new DOMPoint(x, y).matrixTransform(this.matrix);
  }

  /** Where a point of the screen is in the drawing. @param {number} x @param {number} y */
  inside(x, y) {
    return new DOMPoint(x, y).matrixTransform(this.matrix.inverse());
  }
}

/** A sprite that only shows something. @param {Sprite} sprite */
function still(sprite) {
  const element = make(`g.sprite.${(sprite.classes ?? "").replaceAll(" ", ".")}`, {}, drawn("g.art", sprite.art));
  element.style.transform = place(sprite);
  return element;
}

/** @param {Sprite} sprite @returns {SpriteElement} */
function made(sprite) {
  const element = make("g.sprite", { "data-key": sprite.key }, make("title"), make("g.art"));
  return Object.assign(element, { sprite, at: "" });
}

/** Draw markup of the game's, unless it stands there. @param {Element} element @param {string} markup */
function redraw(element, markup) {
  if (MARKUP.get(element) === markup) return;
  MARKUP.set(element, markup);
  element.innerHTML = markup;
}

/** @param {Element} element @param {number} length */
const appear = (element, length) =>
  element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: Math.min(length, 200) });

/** @param {Element} element @param {string} from @param {string} to @param {number} length */
function move(element, from, to, length) {
  if (calm()) appear(element, length);
  else element.animate([{ transform: from }, { transform: to }], { duration: length, easing: EASE });
}
