/**
 * Advice from the table: asked for, waited for, and kept until something is chosen. Nothing here needs a page.
 *
 * @import { Advice, Pick, Scene } from "./types.js"
 * @import { Asked } from "./asked.js"
 */

import { alike } from "./asked.js";

export class Hints {
  constructor() {
    /** What the table has advised, until something is chosen. @type {Pick | null} */
    this.pick = null;
    /**
     * The same in words, with the reason, and the scene it is about.
     * @type {{text: string, why: string, amount: number | null, of: string} | null}
     */
    this.advice = null;
    /** How it is drawn, and done. @type {Advice | null} */
    this.way = null;
    /** The command that asked for advice, until it is answered. */
    this.id = "";
    /** Whether its answer is still waited for. */
    this.wanted = false;
    /** Whether the table gives no hint for a few seconds. */
    this.resting = false;
  }

  /**
   * What was advised stays while it can still be chosen, and its words while the same is asked.
   * @param {Scene} scene
   */
  offer(scene) {
    const { pick } = this;
    this.pick = (pick && scene.picks?.find((each) => alike(each, pick))) ?? null;
    if (this.advice?.of !== question(scene)) this.advice = this.way = null;
  }

  /** The answer has come. @param {Advice} said @param {Scene} scene */
  take(said, scene) {
    const { choice, then, amount, text, why } = said;
    this.pick = amount === null ? advisedPick(scene.picks ?? [], choice, then) : null;
    this.advice = {
      text: text || this.pick?.label || "",
      why: why || this.pick?.hint || "",
      amount,
      of: question(scene),
    };
    this.way = said;
    return this.advice;
  }

  /** Ask for advice, or wait for it no more. @param {() => string} ask gives the command's id */
  turn(ask) {
    this.wanted = !this.wanted;
    if (this.wanted) this.id ||= ask();
  }

  /** A command was answered. @param {string} id @returns {boolean} whether anybody still waits for its answer */
  heard(id) {
    if (!id || id !== this.id) return true;
    const { wanted } = this;
    this.id = "";
    this.wanted = false;
    return wanted;
  }

  /** Allow no hint for a while. @param {number} seconds @param {() => void} changed called when it begins and ends */
  rest(seconds, changed) {
    this.resting = true;
    changed();
    setTimeout(() => {
      this.resting = false;
      changed();
    }, seconds * 1000);
  }

  /** What the table advises, where all of it can be done at once now. @param {Asked} asked @returns {Pick | null} */
  lit({ waiting }) {
    const { pick, way } = this;
    if (waiting || !way || way.amount !== null || way.proposal || !pick) return null;
    return { ...pick, choice: way.choice, then: way.then };
  }

  /** Something is chosen: what was advised is past. */
  forget() {
    this.pick = this.advice = this.way = null;
    this.wanted = false;
  }
}

/** Whether a hint can be asked for. @param {Scene} scene */
export const advises = ({ hints, picks, amount, composer }) => !!(hints && (picks?.length || amount || composer));

/** What is asked, as far as a hint depends on it. @param {Scene} scene @returns {string} */
export const question = ({ picks = [], amount, prompt }) =>
  JSON.stringify([prompt.title, picks.map(({ choice, then }) => [choice, then]), amount?.low]);

/**
 * The pick that is advised: the one that goes on in the same way for longest, else any that begins so.
 * @param {Pick[]} picks
 * @param {number} choice
 * @param {number[]} then
 */
function advisedPick(picks, choice, then) {
  const first = picks.filter((pick) => pick.choice === choice);
  const length = (/** @type {Pick} */ { then: own = [] }) =>
    own.every((each, i) => each === then[i]) ? own.length : -1;
  const [longest] = first.toSorted((one, other) => length(other) - length(one));
  return longest ?? null;
}
