/**
 * Advice from the table: asked for, waited for, and kept until something is chosen. Nothing here needs a page.
 *
 * @import { Advice, Pick, Scene } from "./types.js"
 * @import { Asked } from "./asked.js"
 */

import { alike, OPENS } from "./asked.js";

export class Hints {
  constructor() {
    /** What the table has advised, until something is chosen. @type {Pick | null} */
    this.pick = null;
    /**
     * The same in words, and why; of what it was said.
     * @type {{text: string, why: string, amount: number | null, of: string} | null}
     */
    this.advice = null;
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
    if (this.advice?.of !== question(scene)) this.advice = null;
  }

  /** The answer has come. @param {Advice} said @param {Scene} scene */
  take({ choice, then, amount, text, why }, scene) {
    this.pick = amount === null ? advisedPick(scene.picks ?? [], choice, then) : null;
    this.advice = { text: this.pick?.label || text, why: why || this.pick?.hint || "", amount, of: question(scene) };
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

  /** Return what is advised, where it is a part of a drawing that can be chosen now. @param {Asked} asked */
  lit({ waiting }) {
    const { pick } = this;
    return pick?.on?.length && !waiting && pick.choice !== OPENS ? pick : null;
  }

  /** Something is chosen: what was advised is past. */
  forget() {
    this.pick = this.advice = null;
    this.wanted = false;
  }
}

/** Whether a hint can be asked for. @param {Scene} scene */
export const advises = ({ hints, picks, amount, composer }) => !!(hints && (picks?.length || amount || composer));

/** What is asked, as far as a hint depends on it. @param {Scene} scene @returns {string} */
export const question = ({ picks = [], amount, prompt }) =>
  JSON.stringify([prompt.title, picks.map(({ choice, then }) => [choice, then]), amount?.low]);

/**
 * The pick that is advised: the one that goes on in the same way, else the plain one, else any that begins so.
 * @param {Pick[]} picks
 * @param {number} choice
 * @param {number[]} then
 */
function advisedPick(picks, choice, then) {
  const first = picks.filter((pick) => pick.choice === choice);
  const same = first.find((pick) => String(pick.then ?? "") === String(then));
  return same ?? first.find((pick) => !pick.then) ?? first[0] ?? null;
}
