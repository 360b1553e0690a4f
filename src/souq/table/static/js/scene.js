/** Drawings of keyed sprites: an element is kept as long as its key is there, and moves by transform alone. */

import { calm, drawn, make } from "./dom.js";

const EASE = "cubic-bezier(.2,.7,.2,1)";

/** @param {import("./types.js").Sprite} sprite */
const place = (sprite) => `translate(${sprite.x}px, ${sprite.y}px) rotate(${sprite.rotation ?? 0}deg) scale(${sprite.scale ?? 1})`;

export class Drawing {
  /** @param {HTMLElement} host what the drawing fills @param {string} name of the area */
  constructor(host, name) {
    this.host = host;
    this.name = name;
    this.size = { width: 1, height: 1 };
    /** @type {Map<string, any>} */
    this.elements = new Map();
    /** Enlarges it about a point of the screen by a factor, or shows all of it again; where it can be. @type {((factor?: number, x?: number, y?: number) => void) | undefined} */
    this.enlarge = undefined;
    this.backdrop = make("svg.backdrop", { "aria-hidden": "true", preserveAspectRatio: "xMidYMid slice" });
    this.ground = make("g.ground", { "aria-hidden": "true" });
    this.sprites = make("g.sprites");
    this.over = make("g.over", { "aria-hidden": "true" });
    this.svg = make("svg.drawing", { role: "group" }, this.ground, this.sprites, this.over);
    this.stage = make("div.stage", {}, this.backdrop, this.svg);
    host.append(this.stage);
  }

  /**
   * Show an area. @param {import("./types.js").Area | undefined} area @param {number} length of the movement in ms, 0 for none
   */
  draw(area, length) {
    this.host.hidden = !area;
    if (!area) return;
    this.size = area;
    for (const svg of [this.svg, this.backdrop]) svg.setAttribute("viewBox", `0 0 ${area.width} ${area.height}`);
    this.svg.setAttribute("aria-label", area.label ?? area.name);
    this.still(this.ground, area.ground);
    this.still(this.backdrop, area.backdrop);
    const wanted = [...area.sprites].sort((a, b) => (a.layer ?? 0) - (b.layer ?? 0));
    const keys = new Set(wanted.map((sprite) => sprite.key));
    for (const [key, element] of this.elements) if (!keys.has(key)) this.drop(key, element, length);
    /** @type {any} */
    let next = this.sprites.firstChild;
    for (const sprite of wanted) {
      const element = this.sprite(sprite, length);
      while (next?.leaving) next = next.nextSibling;
      if (element === next) next = next.nextSibling;
      else this.sprites.insertBefore(element, next);
    }
  }

  /** Static markup; what is not sent again stays. @param {any} element @param {string} [markup] */
  still(element, markup) {
    if (markup === undefined || element.markup === markup) return;
    element.markup = markup;
    element.innerHTML = markup;
  }

  /** The element of a sprite, made, redrawn or moved as needed. @param {import("./types.js").Sprite} sprite @param {number} length */
  sprite(sprite, length) {
    const old = this.elements.get(sprite.key);
    const element = old ?? make("g.sprite", { "data-key": sprite.key }, make("title"), make("g.art"));
    const to = place(sprite), from = element.at;
    if (element.markup !== sprite.art) element.lastChild.innerHTML = element.markup = sprite.art;
    element.sprite = sprite;
    element.setAttribute("class", `sprite ${sprite.classes ?? ""}`);
    element.style.transform = element.at = to;
    this.elements.set(sprite.key, element);
    if (length && !old) appear(element, length);
    else if (length && from !== to) move(element, from, to, length);
    return element;
  }

  /** @param {string} key @param {any} element @param {number} length */
  drop(key, element, length) {
    this.elements.delete(key);
    element.leaving = true;
    element.setAttribute("class", "sprite leaving");
    element.removeAttribute("tabindex");
    if (!length) element.remove();
    else element.animate([{ opacity: 1 }, { opacity: 0 }], { duration: length * 0.7, fill: "forwards" }).finished.finally(() => element.remove());
  }

  /** Sprites shown over the drawing until the next preview. @param {import("./types.js").Sprite[]} [sprites] */
  preview(sprites = []) {
    this.over.replaceChildren(...sprites.map((sprite) => {
      const element = make(`g.sprite.${(sprite.classes ?? "").replaceAll(" ", ".")}`, {}, drawn("g.art", sprite.art));
      element.style.transform = place(sprite);
      return element;
    }));
  }

  /** Show where the keyboard is, over everything else. @param {any} element a sprite */
  ring(element) {
    const { x, y, width, height } = element.lastChild.getBBox();
    const box = { x: x - 3, y: y - 3, width: width + 6, height: height + 6, rx: 7 };
    const ring = make("g.rings", {}, make("rect.ring.under", box), make("rect.ring", box));
    ring.style.transform = element.at;
    this.over.append(ring);
  }

  /** Where a point of the drawing is on the screen. @param {number} x @param {number} y */
  screen(x, y) {
    return new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM());
  }

  /** Where a point of the screen is in the drawing. @param {number} x @param {number} y */
  inside(x, y) {
    return new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM().inverse());
  }
}

/** @param {Element} element @param {number} length */
const appear = (element, length) => element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: Math.min(length, 200) });

/** @param {Element} element @param {string} from @param {string} to @param {number} length */
function move(element, from, to, length) {
  if (calm()) appear(element, length);
  else element.animate([{ transform: from }, { transform: to }], { duration: length, easing: EASE });
}

/** Pinch, drag and wheel over a drawing: it grows up to three times, and never leaves its frame. @param {Drawing} drawing */
export function zoomable(drawing) {
  const { host, stage } = drawing;
  /** @type {Map<number, {x: number, y: number}>} */
  const touches = new Map();
  let scale = 1, left = 0, top = 0, dragged = false, enlarged = false;

  /** @param {number} factor @param {number} x @param {number} y @param {number} dx @param {number} dy */
  function turn(factor, x, y, dx = 0, dy = 0) {
    const box = host.getBoundingClientRect(), to = Math.min(3, Math.max(1, scale * factor));
    const hold = (at, edge, moved, old, room) => Math.min(0, Math.max(room * (1 - to), at - edge - (at - edge - old) * (to / scale) + moved));
    left = hold(x, box.left, dx, left, box.width);
    top = hold(y, box.top, dy, top, box.height);
    scale = to;
    stage.style.transform = scale === 1 ? "" : `translate(${left}px, ${top}px) scale(${scale})`;
  }

  drawing.enlarge = (factor = 0, x = 0, y = 0) => {
    if (!factor && !enlarged) return;
    stage.classList.add("eased");
    enlarged = factor > 0;
    turn(factor || 1 / scale, x, y);
  };
  host.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "touch") return;
    if (!touches.size) dragged = false;
    touches.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });
  addEventListener("pointermove", (event) => {
    const old = touches.get(event.pointerId);
    if (!old) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...touches].find(([id]) => id !== event.pointerId)?.[1];
    if (other) turn(Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(old.x - other.x, old.y - other.y)),
      other.x, other.y);
    else if (scale > 1 && (dragged || Math.hypot(now.x - old.x, now.y - old.y) > 6)) turn(1, now.x, now.y, now.x - old.x, now.y - old.y);
    else return;
    dragged = true;
    enlarged = false;
    stage.classList.remove("eased");
    touches.set(event.pointerId, now);
  });
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, (event) => touches.delete(/** @type {PointerEvent} */ (event).pointerId));
  host.addEventListener("click", (event) => { if (dragged) { dragged = false; event.stopPropagation(); } }, true);
  host.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    turn(Math.exp(-event.deltaY / 200), event.clientX, event.clientY);
  }, { passive: false });
}
