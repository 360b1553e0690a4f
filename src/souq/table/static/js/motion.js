/** What happens, one thing after another: a click finishes it, and who asked for calm sees fades. In a race nothing waits for anything. */

import { calm, make } from "./dom.js";
import { sound } from "./sound.js";

const TURN = 1200, STEP = 420, AWAY = 6000, MOVE = 200, CALM = 250;

/**
 * @typedef {import("./types.js").Frame} Frame
 * @typedef {{show(scene: import("./types.js").Scene, length: number, last: boolean): void, tell(frame: Frame, fresh: boolean): void,
 *   home(seat: number): Element | null}} Table
 */

export class Motion {
  /** @param {Table} table @param {Record<string, import("./scene.js").Drawing>} drawings */
  constructor(table, drawings) {
    this.table = table;
    this.drawings = drawings;
    /** @type {{frame: Frame, step: number, fresh: boolean, live: boolean}[]} */
    this.queue = [];
    this.playing = false;
    this.hurried = false;
    this.wake = () => {};
  }

  /** Whether something is still to come that the viewer has not seen. */
  get behind() {
    return this.queue.length > 0;
  }

  /** Who comes for the first time sees how things stand; everybody else sees what happened since. @param {any} message */
  add({ frames, after = 0, catchup = false, race = false }) {
    const turns = frames.flatMap(({ lines = [] }) => lines).filter(({ tone }) => tone === "turn").length || 1;
    const seen = frames.filter(({ scene, effects }) => scene || effects?.length), step = Math.min(STEP, Math.min(AWAY, TURN * turns) / seen.length);
    this.queue.push(...frames.map((frame, i) => {
      const fresh = after >= 0 || (catchup && i > 0), live = race && !catchup;
      return { frame, step: fresh && !live && seen.includes(frame) ? step : 0, fresh, live };
    }));
    if (!this.playing) this.run();
    else if (race) this.finish();
  }

  async run() {
    this.playing = true;
    for (let next = this.queue.shift(); next; next = this.queue.shift()) {
      const quick = this.hurried || document.hidden, step = quick ? 0 : next.step, live = next.live && next.fresh && !quick;
      const { effects = [], scene } = next.frame;
      if (step) await this.before(effects, step);
      this.table.tell(next.frame, next.fresh);
      if (scene && !((quick || next.live) && this.behind)) this.table.show(scene, step || live ? MOVE : 0, !this.behind);
      if (step || live) this.after(effects);
      if (step) await this.rest(effects.some(({ kind }) => kind === "tumble") ? Math.max(step, 450) : step);
    }
    this.playing = this.hurried = false;
  }

  /** Show at once how everything stands now. */
  finish() {
    if (!this.playing) return;
    this.hurried = true;
    for (const animation of document.getAnimations()) if (animation.effect?.getTiming().iterations !== Infinity) animation.finish();
    this.wake();
  }

  /** @param {number} length */
  rest(length) {
    if (this.hurried) return;
    return new Promise((done) => {
      const timer = setTimeout(done, length);
      this.wake = () => { clearTimeout(timer); done(undefined); };
    });
  }

  /** What is seen on the old scene: things counted, things on their way, things going home. @param {import("./types.js").Effect[]} effects @param {number} step */
  async before(effects, step) {
    for (const effect of effects.filter(({ kind }) => kind === "count")) {
      const beat = Math.min(120, TURN / 2 / (effect.keys?.length || 1));
      for (const element of this.elements(effect)) {
        sound.play(effect.sound || "wood");
        this.animate(element.lastChild, [{ transform: "none" }, { transform: "scale(1.35)" }, { transform: "none" }], beat * 2);
        await this.rest(beat);
      }
    }
    const walks = effects.filter(({ kind, way = [] }) => kind === "walk" && way.length > 1);
    for (const effect of walks) await this.walk(effect, Math.min(MOVE, TURN / walks.reduce((sum, { way = [] }) => sum + way.length - 1, 0)));
    const leaving = effects.filter(({ kind }) => kind === "home");
    for (const effect of leaving) {
      sound.play(effect.sound ?? "");
      for (const element of this.elements(effect)) this.homeward(element, effect, step);
    }
    if (leaving.length) await this.rest(Math.min(step, 350));
  }

  /** What is seen on the new scene: dice thrown, gains flying. @param {import("./types.js").Effect[]} effects */
  after(effects) {
    let late = 0;
    for (const effect of effects.filter(({ kind }) => !["count", "walk", "home"].includes(kind))) {
      sound.play(effect.sound ?? "");
      if (effect.kind === "tumble") for (const [i, element] of this.elements(effect).entries()) this.tumble(element, i);
      if (effect.at && effect.text) this.float(effect, 150 * late++);
    }
  }

  /** @param {import("./types.js").Effect} effect @returns {any[]} */
  elements({ keys = [] }) {
    return keys.map((key) => Object.values(this.drawings).map(({ elements }) => elements.get(key)).find(Boolean)).filter(Boolean);
  }

  /** @param {Element} element @param {Keyframe[]} frames @param {number} duration @param {string} [easing] */
  animate(element, frames, duration, easing = "cubic-bezier(.2,.7,.2,1)") {
    if (calm()) frames = [{ opacity: 0.3 }, { opacity: 1 }];
    return element.animate(frames, { duration, easing });
  }

  /** @param {any} element @param {number} i */
  tumble(element, i) {
    const turn = (i % 2 ? -1 : 1) * (300 + 60 * i);
    this.animate(element.lastChild, [{ transform: `translate(${-30 - 12 * i}px, -26px) rotate(${turn}deg)` },
      { transform: `translate(${-8 - 4 * i}px, 6px) rotate(${turn / 4}deg)`, offset: 0.6 }, { transform: "none" }], 420 + 60 * i);
  }

  /** Step by step along a way; what has walked stays where it came to. @param {import("./types.js").Effect} effect @param {number} beat ms a step */
  async walk({ keys, way = [], sound: tone = "" }, beat) {
    const walkers = this.elements({ kind: "walk", keys }), still = calm();
    for (const element of walkers) {
      const turned = element.at.replace(/^translate\(.*?\)/, ""), at = way.map(([x, y]) => `translate(${x}px, ${y}px)${turned}`);
      if (!element.contains(document.activeElement)) element.parentNode.append(element); // over what it passes
      this.animate(element, at.map((transform) => ({ transform, easing: "ease-out" })), still ? CALM : beat * (at.length - 1), "linear");
      element.style.transform = element.at = at.at(-1);
    }
    for (let step = still ? way.length - 1 : 1; walkers.length && step < way.length; step++) {
      sound.play(tone);
      await this.rest(still ? CALM : beat);
    }
  }

  /** @param {any} element @param {import("./types.js").Effect} effect @param {number} step */
  homeward(element, { seat = 0, at, area = "board" }, step) {
    const drawing = Object.values(this.drawings).find(({ svg }) => svg.contains(element));
    const goal = at ? this.drawings[area].screen(...at) : middle(this.table.home(seat));
    if (!goal || !drawing) return;
    const to = drawing.inside(goal.x, goal.y);
    this.animate(element, [{ transform: element.at }, { transform: `translate(${to.x}px, ${to.y}px)`, opacity: 0.2 }], Math.min(step, 350));
  }

  /** A few words that rise where something was earned, and fly to whom they belong. @param {import("./types.js").Effect} effect @param {number} delay */
  float({ kind, text = "", at = [0, 0], area = "board", seat, giver }, delay) {
    const from = (giver !== undefined && middle(this.table.home(giver))) || this.drawings[area].screen(...at), goal = kind === "fly" && seat !== undefined ? this.table.home(seat) : null;
    const label = make(`div.float.${/^[-−]/.test(text) ? "loss" : "gain"}`, { "aria-hidden": "true" }, text);
    document.body.append(label);
    const here = `translate(${from.x}px, ${from.y}px) translate(-50%, -50%)`, box = goal?.getBoundingClientRect();
    const up = `translate(${from.x}px, ${from.y - 26}px) translate(-50%, -50%)`;
    const there = box ? `translate(${box.x + box.width / 2}px, ${box.y + box.height / 2}px) translate(-50%, -50%) scale(.7)` : up;
    const frames = [{ transform: here, opacity: 0 }, { transform: up, opacity: 1, offset: 0.25 }, { transform: up, opacity: 1, offset: 0.5 }, { transform: there, opacity: box ? 0.3 : 0 }];
    label.animate(calm() ? [{ transform: up, opacity: 0 }, { transform: up, opacity: 1 }, { transform: up, opacity: 0 }] : frames, { duration: 1000, delay, fill: "backwards" }).finished.finally(() => {
      label.remove();
      if (goal?.isConnected) goal.animate([{ transform: "scale(1.25)" }, { transform: "none" }], 200);
    });
  }
}

/** @param {Element | null} element @returns {{x: number, y: number} | null} */
function middle(element) {
  const box = element?.getBoundingClientRect();
  return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
}
