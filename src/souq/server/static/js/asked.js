/**
 * What can be chosen now, and how far somebody has come with choosing it. Nothing here needs a page.
 *
 * @import { Amount, Pick, Scene, Tap, Tooltip } from "./types.js"
 */

/** The `choice` of a pick that chooses nothing itself, but opens a group. */
export const OPENS = -1;
/** Groups that hold no picks but a field: an amount, a standing order. */
export const AMOUNT = "=amount";
export const ORDER = "=order";
/** Groups stand in each other so deep at most. */
const DEEPEST = 9;

/** @typedef {Partial<Pick & Tooltip>} Thing a pick or a tooltip */
/** @typedef {{picks: Tap[], tooltips: Tooltip[]}} Taps what tapping the game's own sprites means for a proposal */

export class Asked {
  /** @param {Taps} taps */
  constructor(taps) {
    this.taps = taps;
    /** @type {Scene} */
    this.scene = { areas: [], panels: [], prompt: { title: "" } };
    /** The group of alternatives that is open; "": none. */
    this.group = "";
    /** What waits for its second step. @type {Pick | null} */
    this.selected = null;
    /** What is pointed at, or has the focus. @type {Pick | Tooltip | null} */
    this.hovered = null;
    /** The key of the sprite that is being dragged; "": none. */
    this.dragged = "";
    /** Whether a command has not been answered yet: nothing can be chosen until it is. */
    this.waiting = false;
  }

  /**
   * What can be chosen now; what was selected, opened and pointed at stays as far as it still is there.
   * @param {Scene} scene
   * @param {boolean} waiting
   */
  offer(scene, waiting) {
    const before = this.scene;
    const picks = scene.picks ?? [];
    const same = scene.prompt.title === before.prompt.title;
    const { hovered, selected } = this;
    this.hovered =
      (same && [...picks, ...(scene.tooltips ?? [])].find((each) => alike(each, hovered, "title", "on"))) || null;
    this.scene = scene;
    this.waiting = waiting;
    if (!this.stays(before.order?.about)) this.group = "";
    this.selected = picks.find((pick) => pick.commit && alike(pick, selected)) ?? null;
  }

  /**
   * Whether the open group is there in this scene too.
   * @param {string | undefined} about what the order before was for
   */
  stays(about) {
    if (this.group === ORDER) return this.scene.order?.about === about;
    if (this.group === AMOUNT) return this.scene.amount !== undefined;
    return (this.scene.picks ?? []).some((pick) => pick.group === this.group);
  }

  /** Picks on the table now: those of the open group, or those of none. @returns {Pick[]} */
  get picks() {
    return (this.scene.picks ?? []).filter((pick) => (pick.group ?? "") === this.group);
  }

  /** What opened the group that is open, what opened the group around it, and so on. @returns {Pick[]} */
  get opened() {
    const chain = [];
    for (let group = this.group; group && chain.length < DEEPEST;) {
      const opener = (this.scene.picks ?? []).find((pick) => pick.opens === group);
      if (!opener) break;
      chain.push(opener);
      group = opener.group ?? "";
    }
    return chain;
  }

  /** The group around the one that is open. */
  get outside() {
    return this.opened[0]?.group ?? "";
  }

  /** What only opens things and has opened what is offered now, if that was so opened. @returns {Pick | null} */
  get asker() {
    const [last] = this.opened;
    return last?.choice === OPENS ? last : null;
  }

  /** What opens something else than what is open: it can be gone to without closing that first. @returns {Pick[]} */
  get openers() {
    if (!this.group) return [];
    const around = ["", ...this.opened.map(({ group }) => group ?? "")];
    return (this.scene.picks ?? []).filter(({ choice, group }) => choice === OPENS && around.includes(group ?? ""));
  }

  /** What the open field asks for, if one is open. @returns {Amount | undefined} */
  get control() {
    if (this.group === AMOUNT) return this.scene.amount;
    return this.group === ORDER ? this.scene.order?.amount : undefined;
  }

  /** What a sprite means: choosing it, or dropping on it what is dragged. @param {string | undefined} key */
  pickOn(key) {
    if (key === undefined) return null;
    if (!this.dragged) return this.chosenBy(key);
    return this.drops(this.dragged).find((pick) => places(pick).includes(key)) ?? null;
  }

  /** What choosing a sprite means. @param {string} key @returns {Pick | Tap | null} */
  chosenBy(key) {
    const on = (/** @type {Pick} */ pick) => pick.on?.includes(key);
    const found = this.picks.filter(on);
    if (this.selected && found.includes(this.selected)) return this.selected;
    return found[0] ?? this.openers.find(on) ?? this.taps.picks.find(on) ?? null;
  }

  /** What can be chosen by dragging a sprite somewhere else, in any group. @param {string} key @returns {Pick[]} */
  drops(key) {
    return (this.scene.picks ?? []).filter((pick) => pick.drag?.includes(key) && places(pick).length);
  }

  /** What is chosen by lifting a sprite, after which it is known where it can go. @param {string} key */
  lifts(key) {
    const can = ({ group = "" }) => !group || group === this.group;
    return (this.scene.picks ?? []).find((pick) => can(pick) && pick.drag?.includes(key) && !places(pick).length);
  }

  /** What putting a sprite into a proposal means. @param {string} key @returns {Tap | null} */
  tapOn(key) {
    const pick = this.chosenBy(key);
    return pick && isTap(pick) && !pick.there ? pick : null;
  }

  /** Whether a sprite can be dragged. @param {string} key */
  drags(key) {
    return !this.waiting && !!(this.drops(key).length || this.lifts(key) || this.tapOn(key));
  }

  /** What a sprite says of itself. @param {string | undefined} key @returns {Tooltip | undefined} */
  tooltipOn(key) {
    if (key === undefined) return undefined;
    return [...this.taps.tooltips, ...(this.scene.tooltips ?? [])].find(({ on }) => on.includes(key));
  }

  /** What is previewed: what is pointed at, else what is selected, else what has opened what is offered. */
  get seen() {
    if (this.waiting) return this.pointedAt;
    const dragged = this.dragged ? this.picks.find(({ on }) => on?.includes(this.dragged)) : null;
    return this.hovered ?? dragged ?? this.selected ?? this.asker;
  }

  /** What is pointed at and says something of itself. @returns {Tooltip | null} */
  get pointedAt() {
    return this.hovered && "title" in this.hovered ? this.hovered : null;
  }

  /**
   * What is meant by a choice that was refused before: it itself, else what makes it on the way.
   * @param {number} choice
   */
  pickFor(choice) {
    const picks = this.scene.picks ?? [];
    return picks.find((pick) => pick.choice === choice) ?? picks.find((pick) => pick.then?.includes(choice));
  }
}

/**
 * Whether two picks or tooltips are the same thing on two scenes.
 * @param {Thing | null} one
 * @param {Thing | null} other
 * @param {...keyof Thing} more what has to agree as well
 */
export function alike(one, other, ...more) {
  const parts = /** @type {const} */ (["choice", "then", "label", "group", ...more]);
  return parts.every((part) => String(one?.[part]) === String(other?.[part]));
}

/** On what a pick's sprites are dropped; none where lifting them is the choice. @param {Pick} pick */
const places = ({ drag = [], on = [], onto = on }) => onto.filter((key) => !drag.includes(key));

/** Whether a button asks a second time. @param {Pick} pick */
export const twice = ({ commit, on }) => !!commit && !on?.length;

/** Whether it is for putting a proposal together. @param {Pick | Tap} pick @returns {pick is Tap} */
export const isTap = (pick) => "act" in pick;
