/**
 * What happens, one thing after another: a click finishes it, and who asked for calm sees fades. In a race nothing
 * waits for anything.
 *
 * @import { Effect, Frame, Scene, SpriteElement } from "./types.js"
 * @import { Drawing } from "./scene.js"
 */

import { $, calm, drawn, make } from "./dom.js";
import { artOf } from "./scene.js";
import { sound } from "./sound.js";

/**
 * How long things take at most, in ms: a turn, a moment of it, what was missed, a movement, a fade, dice, going home.
 */
const TURN = 1200;
const STEP = 420;
const AWAY = 6000;
const MOVE = 200;
const CALM = 250;
const DICE = 800;
const HOME = 350;
/** How long a die rolls, how much longer the next one, how long it shows a face, and how long it takes to lie: ms. */
const ROLL = 520;
const AFTER = 90;
const FACE = 65;
const LIE = 160;
/** Words in the air that are this near would cover each other: pixels. */
const WIDE = 90;
const HIGH = 30;
/** How far words rise before they fly: pixels. */
const RISE = 26;
const EASE = "cubic-bezier(.2,.7,.2,1)";

/**
 * @typedef {object} Table what shows it
 * @property {(scene: Scene, length: number, last: boolean, rolling?: boolean) => void} show
 * @property {(frame: Frame, fresh: boolean) => void} tell
 * @property {(seat: number) => Element | null} home
 *
 * @typedef {{frames: Frame[], after?: number, catchup?: boolean, race?: boolean}} News
 */

export class Motion {
  /** @param {Table} table @param {Record<string, Drawing>} drawings */
  constructor(table, drawings) {
    this.table = table;
    this.drawings = drawings;
    /** @type {{frame: Frame, step: number, rests: boolean, fresh: boolean, live: boolean}[]} */
    this.queue = [];
    this.playing = false;
    this.hurried = false;
    this.wake = () => {};
    /** @type {Set<Point>} where words are in the air */
    this.aloft = new Set();
  }

  /** Whether something is still to come that the viewer has not seen. */
  get behind() {
    return this.queue.length > 0;
  }

  /**
   * Who comes for the first time sees how things stand; everybody else sees what happened since. Where nothing happened
   * (somebody came, a hint was given, a choice was taken back) nothing waits, and no key is taken for "go on".
   * @param {News} news
   */
  add({ frames, after = 0, catchup = false, race = false }) {
    const turns = frames.flatMap(({ lines }) => lines).filter(({ tone }) => tone === "turn").length || 1;
    const seen = frames.filter(({ scene, effects }) => scene || effects.length);
    const rests = frames.some(({ lines, effects }) => lines.length || effects.length);
    const step = Math.min(STEP, Math.min(AWAY, TURN * turns) / seen.length);
    this.queue.push(
      ...frames.map((frame, i) => {
        const fresh = after >= 0 || (catchup && i > 0);
        const live = race && !catchup;
        return { frame, step: fresh && !live && seen.includes(frame) ? step : 0, rests, fresh, live };
      }),
    );
    if (!this.playing) this.run();
    else if (race) this.finish();
  }

  async run() {
    this.playing = true;
    for (let next = this.queue.shift(); next; next = this.queue.shift()) {
      const quick = this.hurried || document.hidden;
      const step = quick ? 0 : next.step;
      const live = next.live && next.fresh && !quick;
      const { effects, scene } = next.frame;
      if (step) await this.before(effects, step);
      if (step && scene && effects.some(({ kind }) => kind === "tumble")) {
        await this.roll(next.frame, scene, next.fresh);
        continue;
      }
      this.table.tell(next.frame, next.fresh);
      if (scene && !((quick || next.live) && this.behind))
        this.table.show(scene, step || live ? MOVE : 0, !this.behind);
      if (step || live) this.after(effects);
      if (step && next.rests) await this.rest(step);
    }
    this.playing = this.hurried = false;
  }

  /**
   * What the dice show is told and asked about once they lie.
   * @param {Frame} frame
   * @param {Scene} scene
   * @param {boolean} fresh
   */
  async roll(frame, scene, fresh) {
    this.table.show(scene, MOVE, false, true);
    this.after(frame.effects);
    await this.rest(calm() ? CALM : DICE);
    this.table.tell(frame, fresh);
    this.table.show(scene, 0, !this.behind);
  }

  /** Show at once how everything stands now. */
  finish() {
    const { playing } = this; // what was shown last may still move on the drawings after that
    for (const animation of document.getAnimations()) {
      const { effect } = animation;
      const drawing = effect instanceof KeyframeEffect && effect.target?.closest(".drawing, .float");
      if ((playing || drawing) && effect?.getTiming().iterations !== Infinity) animation.finish();
    }
    if (!playing) return;
    this.hurried = true;
    this.wake();
  }

  /** @param {number} length */
  rest(length) {
    if (this.hurried) return;
    return new Promise((done) => {
      const timer = setTimeout(done, length);
      this.wake = () => {
        clearTimeout(timer);
        done(undefined);
      };
    });
  }

  /**
   * What is seen on the old scene: things counted, things on their way, things going home.
   * @param {Effect[]} effects
   * @param {number} step
   */
  async before(effects, step) {
    for (const effect of effects.filter(({ kind }) => kind === "count")) await this.count(effect);
    const walks = effects.filter(({ kind, path = [] }) => kind === "walk" && path.length > 1);
    const steps = walks.reduce((sum, { path = [] }) => sum + path.length - 1, 0);
    for (const effect of walks) await this.walk(effect, Math.min(MOVE, TURN / steps));
    const leaving = effects.filter(({ kind }) => kind === "home");
    for (const effect of leaving) {
      sound.play(effect.sound ?? "");
      for (const element of this.elements(effect)) this.homeward(element, effect, step);
    }
    if (leaving.length) await this.rest(Math.min(step, HOME));
  }

  /** One thing after another pulses. @param {Effect} effect */
  async count(effect) {
    const beat = Math.min(120, TURN / 2 / (effect.keys?.length || 1));
    const pulse = [{ transform: "none" }, { transform: "scale(1.35)" }, { transform: "none" }];
    for (const element of this.elements(effect)) {
      sound.play(effect.sound || "wood");
      this.animate(artOf(element), pulse, beat * 2);
      await this.rest(beat);
    }
  }

  /** What is seen on the new scene: dice thrown, gains flying. @param {Effect[]} effects */
  after(effects) {
    let late = 0;
    for (const effect of effects.filter(({ kind }) => !["count", "walk", "home"].includes(kind))) {
      sound.play(effect.sound ?? "");
      if (effect.kind === "tumble")
        for (const [i, element] of this.elements(effect).entries()) this.tumble(element, i, effect.faces ?? []);
      if (effect.at && effect.text) this.float(effect, 150 * late++);
    }
  }

  /** The sprites that an effect is about. @param {{keys?: string[]}} effect */
  elements({ keys = [] }) {
    const all = Object.values(this.drawings);
    const find = (/** @type {string} */ key) => all.map(({ elements }) => elements.get(key)).find(Boolean);
    return keys.map(find).filter((element) => element !== undefined);
  }

  /** @param {Element} element @param {Keyframe[]} frames @param {number} duration @param {string} [easing] */
  animate(element, frames, duration, easing = EASE) {
    if (calm()) frames = [{ opacity: 0.3 }, { opacity: 1 }];
    return element.animate(frames, { duration, easing });
  }

  /**
   * Throw a die: it comes near, shows one face after another, and lies down with the one that was rolled.
   * @param {SpriteElement} element
   * @param {number} i
   * @param {string[]} faces
   */
  tumble(element, i, faces) {
    const art = artOf(element);
    if (calm() || !faces.length) return void this.animate(art, thrown(i), ROLL);
    const duration = ROLL + AFTER * i;
    const rolling = drawn("g.rolling", oneOf(faces));
    art.before(rolling);
    const turning = setInterval(() => rolling.replaceChildren(drawn("g", oneOf(faces))), FACE);
    art.animate([{ opacity: 0 }, { opacity: 0 }], { duration });
    rolling.animate(thrown(i), { duration, easing: "ease-out" }).finished.finally(() => {
      clearInterval(turning);
      rolling.remove();
      if (element.isConnected && !this.hurried) art.animate([{ transform: "scale(1.25)" }, { transform: "none" }], LIE);
    });
  }

  /**
   * Step by step along a path; what has walked stays where it came to.
   * @param {Effect} effect
   * @param {number} beat ms a step
   */
  async walk({ keys, path = [], sound: tone = "" }, beat) {
    const walkers = this.elements({ keys });
    const still = calm();
    for (const element of walkers) {
      const turned = element.at.replace(/^translate\(.*?\)/, "");
      const at = path.map(([x, y]) => `translate(${x}px, ${y}px)${turned}`);
      if (!element.contains(document.activeElement)) element.parentElement?.append(element); // over what it passes
      this.animate(
        element,
        at.map((transform) => ({ transform, easing: "ease-out" })),
        still ? CALM : beat * (at.length - 1),
        "linear",
      );
      element.style.transform = element.at = at.at(-1) ?? element.at;
    }
    for (let step = still ? path.length - 1 : 1; walkers.length && step < path.length; step++) {
      sound.play(tone);
      await this.rest(still ? CALM : beat);
    }
  }

  /** @param {SpriteElement} element @param {Effect} effect @param {number} step */
  homeward(element, { seat = 0, at, area = "board" }, step) {
    const drawing = Object.values(this.drawings).find(({ svg }) => svg.contains(element));
    const goal = at ? this.drawings[area].screen(...at) : middle(this.table.home(seat));
    if (!goal || !drawing) return;
    const to = drawing.inside(goal.x, goal.y);
    this.animate(
      element,
      [{ transform: element.at }, { transform: `translate(${to.x}px, ${to.y}px)`, opacity: 0.2 }],
      Math.min(step, HOME),
    );
  }

  /**
   * A few words that rise where something was earned, and fly to whom they belong.
   * @param {Effect} effect
   * @param {number} delay
   */
  float({ kind, text = "", at = [0, 0], area = "board", seat, giver }, delay) {
    const from = this.free(
      (giver !== undefined && middle(this.table.home(giver))) || this.drawings[area].screen(...at),
    );
    const goal = kind === "fly" && seat !== undefined ? this.table.home(seat) : null;
    const label = make(`div.float.${/^[-−]/.test(text) ? "loss" : "gain"}`, { "aria-hidden": "true" }, text);
    document.body.append(label);
    const flight = label.animate(floating(from, middle(goal)), { duration: 1000, delay, fill: "backwards" });
    this.aloft.add(from);
    flight.finished.finally(() => {
      label.remove();
      this.aloft.delete(from);
      if (goal?.isConnected) goal.animate([{ transform: "scale(1.25)" }, { transform: "none" }], 200);
    });
  }

  /**
   * Above the words that are in the air already and under the page's head, so that all can be read.
   * @param {Point} at
   * @returns {Point}
   */
  free({ x, y }) {
    const highest = $(".top").getBoundingClientRect().bottom + HIGH / 2 + RISE;
    const taken = [...this.aloft].some((one) => Math.abs(one.x - x) < WIDE && Math.abs(one.y - y) < HIGH);
    return taken && y - HIGH > highest ? this.free({ x, y: y - HIGH }) : { x, y: Math.max(y, highest) };
  }
}

/** The way of a die that is thrown. @param {number} i @returns {Keyframe[]} */
function thrown(i) {
  const turn = (i % 2 ? -1 : 1) * (540 + 90 * i);
  return [
    { transform: `translate(${-50 - 14 * i}px, -34px) rotate(${turn}deg) scale(1.4)` },
    { transform: `translate(${-18 - 5 * i}px, 8px) rotate(${turn / 3}deg) scale(1.9)`, offset: 0.5 },
    { transform: "none" },
  ];
}

/** @param {string[]} all */
const oneOf = (all) => all[Math.floor(Math.random() * all.length)];

/**
 * The way of words from a point to another, or only up.
 * @param {Point} from
 * @param {Point | null} to
 * @returns {Keyframe[]}
 */
function floating({ x, y }, to) {
  const here = centred({ x, y });
  const up = centred({ x, y: y - RISE });
  if (calm()) return [0, 1, 0].map((opacity) => ({ transform: up, opacity }));
  return [
    { transform: here, opacity: 0 },
    { transform: up, opacity: 1, offset: 0.25 },
    { transform: up, opacity: 1, offset: 0.5 },
    to ? { transform: `${centred(to)} scale(.7)`, opacity: 0.3 } : { transform: up, opacity: 0 },
  ];
}

/** @typedef {{x: number, y: number}} Point */

/** @param {Point} point */
const centred = ({ x, y }) => `translate(${x}px, ${y}px) translate(-50%, -50%)`;

/** @param {Element | null} element @returns {Point | null} */
function middle(element) {
  const box = element?.getBoundingClientRect();
  return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
}
