/**
 * What the prompt says: of what is pointed at, else of what is selected, else of what is asked. Nothing here needs a
 * page.
 *
 * @import { Asked } from "./asked.js"
 * @import { Hints } from "./hints.js"
 * @typedef {{value: number | null, hint: string}} Counted what a field says, and what follows from that
 * @typedef {{title: string, sentence: string}} Composing what is said while a proposal is put together
 */

/** A label as a question: "Build here" asks "Build here?". @param {string} label */
const question = (label) => `${label.replace(/[.?!]$/, "")}?`;

/**
 * The prompt's two sentences.
 * @param {Asked} asked
 * @param {Hints} hints
 * @param {Counted} field
 * @param {Composing | null} composing
 * @returns {{title: string, detail: string}}
 */
export function prompted(asked, hints, field, composing) {
  const advice = advised(asked, hints, field.value);
  return { title: title(asked, advice, composing), detail: detail(asked, advice, field, composing) };
}

/**
 * The hint, unless something else is looked at than what it is about.
 * @param {Asked} asked
 * @param {Hints} hints
 * @param {number | null} value
 */
function advised(asked, hints, value) {
  const { seen, control } = asked;
  const about = !seen || seen === asked.asker || seen === hints.pick;
  const there = !control || hints.advice?.amount === value;
  return about && there ? hints.advice : null;
}

/** @param {Asked} asked @param {{text: string} | null} advice @param {Composing | null} composing */
function title(asked, advice, composing) {
  const { seen, pointedAt, selected, control, scene } = asked;
  const asker = asked.waiting ? null : asked.asker;
  if (pointedAt) return pointedAt.title;
  if (selected && seen === selected) return question(selected.label);
  if (advice) return `Hint: ${advice.text}`;
  return control?.title ?? asker?.label ?? composing?.title ?? scene.prompt.title;
}

/**
 * @param {Asked} asked
 * @param {{why: string} | null} advice
 * @param {Counted} field
 * @param {Composing | null} composing
 */
function detail(asked, advice, field, composing) {
  const said = advice?.why || asked.seen?.hint;
  if (said) return said;
  if (asked.pointedAt) return "";
  if (asked.control) return field.hint;
  return composing ? composing.sentence : (asked.scene.prompt.detail ?? "");
}
