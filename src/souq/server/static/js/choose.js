/**
 * Choosing: by mouse, touch and keyboard, on sprites or by the buttons beside the prompt.
 *
 * What is asked is kept in `asked.js`, what the table advises in `hints.js`. What they come to is worked out without a
 * page (`prompt.js`, `buttons.js`) and shown on it (`sprites.js`, `bar.js`); what a pointer or a key means stands in
 * `pointer.js`, `pointing.js`, `keyboard.js` and `keys.js`. Here it comes together.
 *
 * @import { Acts, Advice, Amount, Button, Pick, Scene, SpriteElement, Tooltip, Way } from "./types.js"
 * @import { Drawing } from "./scene.js"
 */

import { Field } from "./amount.js";
import { AMOUNT, Asked, isTap, OPENS, ORDER } from "./asked.js";
import { Bar } from "./bar.js";
import { aids, paged, wanted, withHint } from "./buttons.js";
import { Compose } from "./compose.js";
import { $$, coarse, maybe, sharing, sprites } from "./dom.js";
import { advises, Hints } from "./hints.js";
import { Keyboard } from "./keyboard.js";
import { Pointer } from "./pointer.js";
import { prompted } from "./prompt.js";
import { drawWays, mark, preview } from "./sprites.js";
import { around, sentences } from "./text.js";

/** So many pages of buttons are looked through for what the table advises. */
const PAGES = 9;

export class Chooser {
  /**
   * @param {Record<string, Drawing>} drawings
   * @param {HTMLElement} host the prompt's
   * @param {Acts} acts
   */
  constructor(drawings, host, acts) {
    this.drawings = drawings;
    this.host = host;
    this.acts = acts;
    /** Which of the buttons are shown where there are too many. */
    this.page = 0;
    /** What was refused, and is tried again once the last decision is taken back. @type {Wish | null} */
    this.wish = null;
    /** What is drawn of a moment that is looked back at. @type {Way[]} */
    this.ways = [];
    /** What can be done there. @type {Button[]} */
    this.onward = [];
    /** What was asked, as it was read out. */
    this.said = "";
    const { weigh, hint, announce } = acts;
    this.compose = new Compose({ changed: () => this.recomposed(), weigh, hint, announce });
    this.asked = new Asked(this.compose);
    this.hints = new Hints();
    this.field = new Field({
      changed: () => {
        this.buttons();
        this.acts.announce(sentences(this.counted?.label, this.field.hint));
      },
      say: () => this.say(),
      leave: () => this.close(),
    });
    this.bar = new Bar(host, {
      hover: (pick) => this.hover(pick),
      hint: () => this.consult(),
      order: () => this.open(ORDER),
      undo: () => this.back(false),
      reset: () => this.send(acts.reset),
      next: () => this.next,
    });
    this.pointer = new Pointer(this);
    for (const drawing of Object.values(drawings)) this.pointer.watch(drawing);
    this.keyboard = new Keyboard(this);
  }

  /** @typedef {{choice: number, at: SpriteElement}} Wish */

  /**
   * What can be chosen now; a selection stays while it can still be chosen.
   * @param {Scene} scene
   * @param {boolean} [waiting] for an answer
   * @param {boolean} [last] whether no other scene follows at once
   */
  offer(scene, waiting = false, last = true) {
    const answered = this.asked.waiting;
    this.asked.offer(scene, waiting);
    if (this.asked.control) this.field.ask(this.asked.control);
    this.compose.offer(scene.prompt.must_confirm ? undefined : scene.composer);
    this.hints.offer(scene);
    this.refresh();
    this.read(scene, answered);
    if (!waiting && this.wish && scene.picks?.length) this.grant(this.wish);
    if (last) this.pointer.drag.renew();
    this.keyboard.keepFocus();
  }

  /**
   * Draw what was done at a moment that is looked back at, and what would have been better.
   * @param {Way[]} ways
   * @param {Button[]} [buttons] what can be done there
   */
  draw(ways, buttons = []) {
    Object.assign(this, { ways, onward: buttons });
    this.host.classList.toggle("line", buttons.length > 0);
    this.refresh();
  }

  /**
   * Read out what is asked, when it is new or a command was answered.
   * @param {Scene} scene
   * @param {boolean} answered
   */
  read({ prompt, warning }, answered) {
    const said = sentences(prompt.title, prompt.detail, warning);
    if (!answered && said === this.said) return;
    this.said = said;
    this.acts.announce(said);
  }

  /** Something else is proposed than what a hint was about: its words give way to those of the proposal. */
  recomposed() {
    this.hints.forget();
    this.refresh();
  }

  /** Choose what was refused before, or say why it still is. @param {Wish} wish */
  grant({ choice, at }) {
    this.wish = null;
    const pick = this.asked.pickFor(choice);
    if (pick) this.take(pick);
    else this.acts.explain(choice, at);
  }

  /** Whether keys were used last. */
  get keyed() {
    return this.keyboard.keyed;
  }

  /** Where the next thing is chosen. */
  get next() {
    return this.keyboard.next;
  }

  /** What choosing a sprite means. @param {SpriteElement | null} element */
  pickOf(element) {
    return this.asked.pickOn(element?.sprite?.key);
  }

  /** What a sprite says of itself. @param {SpriteElement | null} element */
  tooltipOf(element) {
    return this.asked.tooltipOn(element?.sprite?.key);
  }

  refresh() {
    for (const drawing of Object.values(this.drawings)) mark(drawing, this.asked, this.hints.pick);
    const { way } = this.hints;
    drawWays(Object.values(this.drawings), way ? [{ how: "hinted", ...way }] : this.ways);
    this.host.setAttribute("aria-busy", String(this.asked.waiting));
    this.buttons();
    this.show();
  }

  /** @param {Pick | Tooltip | null} what is pointed at or focused @param {boolean} [moved] whether the focus moved */
  hover(what, moved = false) {
    if (what === this.asked.hovered && !moved) return;
    this.asked.hovered = what;
    this.show();
  }

  /** The prompt's words and the preview, of what is looked at, else of what waits to be confirmed. */
  show() {
    const { hovered, scene, seen } = this.asked;
    const shown = this.hints.way ? hovered : (seen ?? scene.held); // a hint is drawn already
    for (const drawing of Object.values(this.drawings)) preview(drawing, shown ?? undefined);
    const { title, detail } = prompted(this.asked, this.hints, this.field, this.compose.composing);
    this.bar.say(title, detail, scene.warning ?? "");
  }

  buttons() {
    const { asked, hints, compose } = this;
    const asks = this.onward.length ? this.onward : wanted(asked, compose.made, this.does);
    const all = withHint(asks, hints.lit(asked), this.does);
    this.bar.show({
      buttons: paged(all, this.page, () => this.turnPage()),
      aids: aids(asked, hints, advises(asked.scene)),
      field: asked.control ? this.field.element : null,
      counted: this.counted,
      hinted: hints.pick,
      waiting: asked.waiting,
      group: asked.group,
    });
    if (asked.control) this.show();
  }

  /** What the filled button says of the number in the field, if one is open. */
  get counted() {
    const { control, waiting } = this.asked;
    const { value } = this.field;
    return control ? { label: around(control.say, value), off: waiting || value === null } : null;
  }

  turnPage() {
    this.page++;
    this.buttons();
  }

  /** What the buttons can do. @returns {import("./buttons.js").Does} */
  get does() {
    const { acts } = this;
    return {
      take: (pick) => this.take(pick),
      choose: (pick) => this.choose(pick),
      turn: (now) => this.turn(now),
      open: (group) => this.open(group),
      say: () => this.say(),
      remove: () => {
        this.close();
        acts.order(this.asked.scene.order?.about ?? "", null);
      },
      close: () => this.close(),
      confirm: () => this.send(acts.confirm),
      propose: () => this.propose(),
      compose: (open) => this.compose.toggle(open),
      answer: (name) => acts.answer(name, true),
      after: () => this.after(),
    };
  }

  /** What is offered when the game is over. @returns {Button[]} */
  after() {
    const share = this.asked.scene.share ? sharing(this.acts.result).slice(-1) : [];
    return [{ ...this.acts.again(), go: true }, { label: "Scores", act: this.acts.scores }, ...share];
  }

  /**
   * Select something, or open a group of alternatives; a hint that is about something else is past.
   * @param {{selected?: Pick | null, group?: string}} now
   */
  turn({ selected = null, group = this.asked.group }) {
    if (selected !== this.hints.pick) this.hints.forget();
    Object.assign(this.asked, { selected, group });
    this.page = 0;
    this.refresh();
    const told = selected ?? this.asked.asker;
    if (told) this.acts.announce(sentences(told.label, told.hint));
  }

  /**
   * Open the field for an amount or a standing order.
   * @param {string} group
   * @param {number} [filled] what stands there at first
   */
  open(group, filled) {
    const { asked, field } = this;
    asked.group = group;
    const amount = /** @type {Amount} */ (asked.control);
    const { low, high, start = low, title } = amount;
    const left = group === ORDER ? asked.scene.order?.now : undefined;
    field.ask(amount, Math.max(low, Math.min(high, (filled ?? left) || start)));
    this.turn({});
    this.acts.announce(sentences(title, field.hint));
    if (this.keyed || !coarse()) field.input.select();
  }

  /** Say the number in the field, or leave the order that it means. */
  say() {
    const { group, scene, waiting } = this.asked;
    const { value } = this.field;
    if (waiting || value === null) return;
    this.close();
    if (group === ORDER) this.acts.order(scene.order?.about ?? "", value);
    else this.send(() => this.acts.amount(value));
  }

  /** Show a hint: drawn on the table, an amount in its field, a proposal in the composer. @param {Advice} said */
  advise(said) {
    if (!this.heard(said.id)) return;
    const { asked, hints, drawings } = this;
    const { text, why, amount } = hints.take(said, asked.scene);
    if (amount !== null && asked.scene.amount) this.open(AMOUNT, amount);
    else Object.assign(asked, { selected: null, group: hints.pick?.group ?? "", hovered: null });
    this.page = 0;
    if (said.proposal) this.compose.advise(said.proposal);
    this.refresh();
    for (let page = 0; page < PAGES && this.bar.hides(hints.pick); page++) this.turnPage();
    drawings.board.reveal?.(...$$(".marks > *, .sprite.hinted", drawings.board.svg));
    if (this.keyed) this.reachHint();
    this.acts.announce(sentences(`Hint: ${text}`, why));
  }

  /** Focus what does what the hint says; the words stay the hint's, whatever that says of itself. */
  reachHint() {
    const { bar, hints, host } = this;
    const all = sprites(".sprite.hinted");
    const button = maybe(bar.buttons[0]?.plain ? ".acts .go" : ".acts .hinted", host);
    (all.find((element) => this.pickOf(element) === hints.pick) ?? button ?? all[0])?.focus();
    this.hover(null, true);
  }

  /** Ask the table for advice, where it gives any; while it thinks, go on without. */
  consult() {
    const { asked, hints } = this;
    if (asked.waiting || hints.resting || !advises(asked.scene)) return;
    hints.turn(this.acts.advice);
    this.buttons();
    this.acts.announce(hints.wanted ? "Looking for a hint …" : "No hint.");
  }

  /** A command was answered. @param {string} id @returns {boolean} whether anybody still waits for its answer */
  heard(id) {
    const wanted = this.hints.heard(id);
    this.buttons();
    return wanted;
  }

  /** Hints are rationed: the next can be asked for in a while. @param {number} seconds */
  rest(seconds) {
    this.hints.rest(seconds, () => this.buttons());
  }

  /** Send what was put together. */
  propose() {
    this.send(() => {
      this.compose.remember();
      this.compose.made.sending = this.acts.propose(this.compose.made.phrase);
    });
  }

  /** Leave the group that is open for the one around it. */
  close() {
    this.turn({ group: this.asked.outside });
  }

  /** @param {Pick} pick */
  choose(pick) {
    const { asked } = this;
    if (pick.fills) {
      this.turn({ group: "" });
      return this.compose.fill(pick.fills);
    }
    if (pick.choice === OPENS)
      return this.turn({ group: asked.opened.includes(pick) ? (pick.group ?? "") : pick.opens });
    if (asked.asker) asked.group = "";
    this.send(() => this.acts.choose(pick.choice, pick.then));
    for (const { elements } of Object.values(this.drawings))
      pick.on?.forEach((key) => elements.get(key)?.classList.add("sent"));
  }

  /** Something was dropped: that chooses, unless there is more to choose from. @param {Pick} pick */
  drop(pick) {
    if (pick.more) this.turn({ selected: pick, group: pick.group ?? "" });
    else this.choose(pick);
  }

  /** One command at a time: until it is answered nothing else can be chosen. @param {() => void} act */
  send(act) {
    if (this.asked.waiting) return;
    Object.assign(this.asked, { waiting: true, hovered: null });
    this.hints.forget();
    this.wish = null;
    this.page = 0;
    this.drawings.board.enlarge?.();
    act();
    this.refresh();
  }

  /** A sprite was clicked, or Enter pressed on it. @param {SpriteElement} element */
  act(element) {
    const { asked } = this;
    const pick = this.pickOf(element);
    const { refused } = element.sprite;
    if (pick && isTap(pick)) return pick.act(element);
    if (asked.waiting) return;
    if (pick) return this.take(pick);
    if (refused === undefined) return;
    if (!element.matches(".swap") || !asked.scene.prompt.can_undo)
      return this.acts.explain(refused, element, asked.asker?.then);
    this.send(this.acts.undo);
    this.wish = { choice: refused, at: element };
  }

  /** Select a pick that is settled in a second step, else choose it. @param {Pick} pick */
  take(pick) {
    if (pick.commit && pick !== this.asked.selected) this.turn({ selected: pick });
    else this.choose(pick);
  }

  /** Escape: close what is open, drop the selection, then undo. @param {boolean} whole the whole turn */
  back(whole) {
    if (this.pointer.drag.carries) return this.pointer.drag.cancel();
    if (this.onward.length) return this.acts.leave();
    const { selected, asker, group, scene } = this.asked;
    if (selected && !whole && (asker || !group)) this.turn({});
    else if (group) this.close();
    else if (scene.prompt.can_undo) this.send(whole ? this.acts.reset : this.acts.undo);
  }
}
