/**
 * Which buttons stand beside the prompt, and what they do. Nothing here needs a page.
 *
 * @import { Button, Pick } from "./types.js"
 * @import { Asked } from "./asked.js"
 */

import { AMOUNT, ORDER, twice } from "./asked.js";
import { around } from "./text.js";

/** More are shown page by page; small ones are not counted. */
const MOST = 4;

/**
 * @typedef {object} Does what the buttons can do
 * @property {(pick: Pick) => void} take select it, or choose it
 * @property {(pick: Pick) => void} choose
 * @property {(now: {group?: string}) => void} turn open a group
 * @property {(group: string) => void} open the field for an amount or an order
 * @property {() => void} say what is in the field
 * @property {() => void} remove the order that was left
 * @property {() => void} close what is open
 * @property {() => void} confirm
 * @property {() => void} propose
 * @property {(open: boolean) => void} compose
 * @property {(name: string) => void} answer
 * @property {() => Button[]} after the buttons of a game that is over
 *
 * @typedef {{composer?: {say: string, label: string}, shown: boolean, missing: string}} Proposal
 */

/**
 * All buttons that are wanted now.
 * @param {Asked} asked
 * @param {Proposal} proposal
 * @param {Does} does
 * @returns {Button[]}
 */
export function wanted(asked, proposal, does) {
  const { scene, group, control } = asked;
  if (scene.prompt.must_confirm) return [{ label: "Confirm", go: true, act: does.confirm }];
  if (scene.tally) return does.after();
  if (control) return ofField(asked, control.say, does);
  const picked = asked.selected ? [asked.selected, ...loose(asked)] : loose(asked);
  const own = picked.flatMap((pick) => ofPick(pick, asked.selected, does));
  if (scene.amount && !group) own.push({ label: scene.amount.label, act: () => does.open(AMOUNT) });
  const all = withProposal(own, asked, proposal, does);
  if (group) return [...all, back(does)];
  const answers = (scene.answers ?? []).filter(({ say }) => say);
  return [...all, ...answers.map(({ name, say = "" }) => ({ label: say, act: () => does.answer(name) }))];
}

/**
 * What the table advises can be done at once, also where it takes several clicks or only the drawings offer it.
 * @param {Button[]} all
 * @param {Pick | null} hinted
 * @param {Does} does
 * @returns {Button[]}
 */
export function withHint(all, hinted, does) {
  if (!hinted || all.some(({ pick }) => pick && sameChoices(pick, hinted))) return all;
  const others = all.map((button) => ({ ...button, go: false }));
  return [{ label: "Do it", go: true, plain: true, pick: hinted, act: () => does.choose(hinted) }, ...others];
}

/** Whether two picks make the same choices. @param {Pick} one @param {Pick} other */
const sameChoices = (one, other) =>
  String([one.choice, ...(one.then ?? [])]) === String([other.choice, ...(other.then ?? [])]);

/**
 * A page of the buttons, where there are too many.
 * @param {Button[]} all
 * @param {number} page
 * @param {() => void} next
 */
export function paged(all, page, next) {
  if (all.filter(({ pick }) => !pick?.tone).length <= MOST) return all;
  const room = MOST - 1;
  const from = (page % Math.ceil(all.length / room)) * room;
  return [...all.slice(from, from + room), { label: "More…", quiet: true, act: next }];
}

/** Leaves what is open. @param {Does} does @returns {Button} */
const back = ({ close }) => ({ label: "Back", quiet: true, act: close });

/** @param {Asked} asked @param {string} say @param {Does} does @returns {Button[]} */
function ofField({ scene, group }, say, does) {
  const left = group === ORDER && scene.order?.now !== undefined;
  const remove = { label: "Remove", act: does.remove };
  return [{ label: say, go: true, act: does.say }, ...(left ? [remove] : []), back(does)];
}

/** Picks that are no sprites', or buttons as well. @param {Asked} asked */
const loose = ({ picks, selected }) => picks.filter((pick) => pick !== selected && (pick.button || !pick.on?.length));

/**
 * A pick's button, and the one that opens its alternatives.
 * @param {Pick} pick
 * @param {Pick | null} selected
 * @param {Does} does
 */
function ofPick(pick, selected, does) {
  const chosen = pick === selected;
  /** @type {Button[]} */
  const buttons = [
    {
      label: (chosen && pick.commit) || pick.label,
      go: chosen || pick.primary,
      pick,
      act: () => (twice(pick) ? does.take(pick) : does.choose(pick)),
    },
  ];
  if (pick.more) buttons.push({ label: pick.more, act: () => does.turn({ group: pick.opens }) });
  return buttons;
}

/**
 * While a proposal is put together, sending it comes first; not among the answers to another one.
 * @param {Button[]} own
 * @param {Asked} asked
 * @param {Proposal} proposal
 * @param {Does} does
 */
function withProposal(own, { group }, { composer, shown, missing }, does) {
  if (!composer || group) return own;
  const send = { label: composer.say, go: true, off: !!missing, act: does.propose };
  if (shown) return [send, ...own.map((button) => ({ ...button, go: false }))];
  return [...own, { label: composer.label, act: () => does.compose(true) }];
}

/**
 * A button that helps to choose and chooses nothing; where there is little room it is its icon alone.
 * @typedef {object} Aid
 * @property {"hint" | "order" | "reset" | "undo"} name also of its icon
 * @property {string} label
 * @property {string} [title] what is shown when it is pointed at; its label unless this is given
 * @property {string} [spoken] what is read out; its label unless this is given
 * @property {string} [how] a class
 * @property {boolean} [off]
 */

/**
 * What helps to choose now.
 * @param {Asked} asked
 * @param {{wanted: boolean, resting: boolean}} hints
 * @param {boolean} advises whether a hint can be asked for
 * @returns {Aid[]}
 */
export function aids({ scene, group, waiting }, hints, advises) {
  const { order, prompt } = scene;
  /** @type {Aid[]} */
  const all = [];
  if (advises) all.push({ ...(hints.wanted ? THINKING : HINT), off: waiting || hints.resting });
  if (order && !group) all.push(ofOrder(order));
  if (prompt.can_undo && prompt.can_reset) all.push({ ...RESET, off: waiting });
  if (prompt.can_undo) all.push({ ...UNDO, off: waiting });
  return all;
}

/** @type {Aid} */
const HINT = { name: "hint", label: "Hint", title: "Hint (H)" };
/** While a hint is looked for, its button goes on without. @type {Aid} */
const THINKING = {
  name: "hint",
  label: "Thinking …",
  title: "Go on without a hint (H)",
  spoken: "Looking for a hint. Go on without",
  how: "thinking",
};
/** @type {Aid} */
const RESET = { name: "reset", label: "Undo turn", title: "Undo the whole turn" };
/** @type {Aid} */
const UNDO = { name: "undo", label: "Undo", title: "Undo (Esc). Hold, or Shift+click, to undo the whole turn" };

/** @param {import("./types.js").Order} order @returns {Aid} */
const ofOrder = ({ amount, left, now }) =>
  now === undefined ? { name: "order", label: amount.label } : { name: "order", label: around(left, now), how: "left" };
