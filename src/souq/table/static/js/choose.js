/** Choosing: by mouse, touch and keyboard, on sprites or by the buttons beside the prompt. */

import { around, Field } from "./amount.js";
import { Compose } from "./compose.js";
import { $, $$, coarse, icon, make, sentences, sharing } from "./dom.js";

/** Groups that hold no picks but a field: an amount, a standing order. */
const AMOUNT = "=amount", ORDER = "=order";
const OPENS = -1, LONG = 550, NEAR = 18, FINGER = 44, BUTTONS = 4, SETTLED = 400;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @typedef {import("./types.js").Pick} Pick
 * @typedef {import("./types.js").Look} Look
 * @typedef {{choose(choice: number, then?: number[]): void, amount(amount: number): void, order(about: string, amount: number | null): void, explain(choice: number, at: Element, after?: number[]): void, undo(): void, reset(): void, confirm(): void,
 *   hint(at: Element, title: string, text: string): void, help(): void, advice(): string, propose(phrase: string): string, weigh(text: string): void, answer(name: string, on: boolean): void, scores(): void, again(): {label: string, act: () => void}, result(): string, announce(text: string): void}} Acts
 */

export class Chooser {
  /** @param {Record<string, import("./scene.js").Drawing>} drawings @param {HTMLElement} bar the prompt's @param {Acts} acts */
  constructor(drawings, bar, acts) {
    this.drawings = drawings;
    this.bar = bar;
    this.acts = acts;
    this.group = "";
    this.page = 0;
    this.waiting = false;
    /** Whether keys were used last: then the focus is kept near what is asked. */
    this.keyed = false;
    /** When the row of buttons became what it is: until it has settled a second tap does not mean what moved under it. */
    this.row = { labels: "", since: 0, kind: "" };
    /** @type {{label: string, act: (event: Event) => void, go?: boolean, quiet?: boolean, pick?: Pick}[]} what the buttons do */
    this.shown = [];
    /** What was refused, and is tried again once the last decision is taken back. @type {{choice: number, at: any} | null} */
    this.wish = null;
    /** @type {import("./types.js").Scene} */
    this.scene = { areas: [], panels: [], prompt: { title: "" } };
    /** @type {Pick | null} */
    this.selected = null;
    /** @type {any} a pick or a look */
    this.hovered = null;
    /** What the table has advised, until something is chosen. @type {Pick | null} */
    this.hinted = null;
    /** The same in words, and why; of what it was said. @type {{text: string, why: string, amount: number | null, of: string} | null} */
    this.advised = null;
    /** The command that asked for advice, until it is answered, and whether the answer is still waited for. */
    this.advice = { id: "", wanted: false };
    /** Whether the table gives no hint for a few seconds. */
    this.resting = false;
    this.field = new Field({ changed: () => this.acts.announce(this.counted()), say: () => this.say(), leave: () => this.close() });
    this.compose = new Compose({ changed: () => this.refresh(), weigh: acts.weigh, hint: acts.hint, announce: acts.announce });
    for (const drawing of Object.values(drawings)) this.watch(drawing);
    document.addEventListener("keydown", (event) => this.pressed(event));
    document.addEventListener("pointerdown", () => { this.keyed = false; });
  }

  /** Let things be chosen on a drawing. @param {import("./scene.js").Drawing} drawing */
  watch(drawing) {
    const { svg } = drawing;
    svg.addEventListener("click", (event) => this.clicked(event));
    svg.addEventListener("pointermove", (event) => event.pointerType === "mouse" && this.hover(this.pointed(event)));
    svg.addEventListener("pointerleave", () => this.hover(null));
    svg.addEventListener("focusin", (event) => this.hover(event.target.matches(":focus-visible") ? this.pickOf(event.target) ?? this.lookOf(event.target) : null, true));
    svg.addEventListener("focusout", () => this.hover(null, true));
    return drawing;
  }

  /** What can be chosen now; a selection stays while it can still be chosen. @param {import("./types.js").Scene} scene @param {boolean} [waiting] for an answer */
  offer(scene, waiting = false) {
    const picks = scene.picks ?? [], { selected: old, hovered, waiting: asked, scene: { prompt, order } } = this, about = order?.about;
    const still = prompt.title === scene.prompt.title && [...picks, ...(scene.looks ?? [])].find((each) => alike(each, hovered, "title", "on"));
    Object.assign(this, { scene, waiting, hovered: still || null });
    if (!(this.group === ORDER ? scene.order?.about === about : this.control ?? picks.some((pick) => pick.group === this.group))) this.group = "";
    if (this.control) this.field.ask(this.control);
    this.compose.offer(scene.prompt.must_confirm ? undefined : scene.composer);
    this.selected = picks.find((pick) => pick.commit && alike(pick, old)) ?? null;
    this.hinted = (this.hinted && picks.find((pick) => alike(pick, this.hinted))) ?? null;
    if (this.advised?.of !== this.question) this.advised = null;
    this.refresh();
    const said = sentences(scene.prompt.title, scene.prompt.detail, scene.warning);
    if (asked || said !== this.said) this.acts.announce(this.said = said);
    if (waiting) return;
    if (this.wish && picks.length) this.grant(this.wish);
    const focused = /** @type {any} */ (document.activeElement);
    if (this.keyed && (focused === document.body || focused?.leaving || (focused?.sprite && !focused.matches(".can, .refused")))) this.refocus();
  }

  /** Choose what was refused before, or say why it still is. @param {{choice: number, at: any}} wish */
  grant({ choice, at }) {
    this.wish = null;
    const picks = this.scene.picks ?? [];
    const pick = picks.find((each) => each.choice === choice) ?? picks.find((each) => each.then?.includes(choice));
    if (pick) this.take(pick);
    else this.acts.explain(choice, at);
  }

  /** Put the focus where the next thing is chosen: on the board, else on the first button. */
  refocus() {
    this.asked?.focus();
  }

  /** Where the next thing is chosen: on the board, with a button, in the hand or the tray; never what only advises. @returns {any} */
  get asked() {
    const stops = [this.drawings.board, ...Object.values(this.drawings)].map(({ svg }) => $(".sprite.can[tabindex='0']", svg));
    const [board, ...others] = stops, button = $(".go:enabled", this.bar) ?? $(".acts button:enabled", this.bar);
    return board ?? button ?? others.find(Boolean) ?? $("[tabindex='0']", this.drawings.board.svg) ?? $(".aids button:enabled:not(.hint)", this.bar);
  }

  /** Picks on the table now: those of the open group, or those of none. @returns {Pick[]} */
  get picks() {
    return (this.scene.picks ?? []).filter((pick) => (pick.group ?? "") === this.group);
  }

  /** What opened the group that is open, what opened the group around it, and so on. @returns {Pick[]} */
  get opened() {
    const chain = [];
    for (let group = this.group; group && chain.length < 9; group = chain.at(-1).group ?? "") chain.push((this.scene.picks ?? []).find((pick) => pick.opens === group) ?? {});
    return chain;
  }

  /** What the open field asks for, if one is open. @returns {import("./types.js").Amount | undefined} */
  get control() {
    return this.group === AMOUNT ? this.scene.amount : this.group === ORDER ? this.scene.order?.amount : undefined;
  }

  /** What only opens things and has opened what is offered now, if that was so opened. @returns {Pick | null} */
  get asker() {
    const [last] = this.opened;
    return last?.choice === OPENS ? last : null;
  }

  /** What opens something else than what is open: it can be gone to without closing that first. @returns {Pick[]} */
  get openers() {
    const around = this.opened.map(({ group }) => group ?? "");
    return (this.scene.picks ?? []).filter(({ choice, group }) => choice === OPENS && around.includes(group ?? ""));
  }

  /** What choosing a sprite means. @param {any} element @returns {Pick | null} */
  pickOf(element) {
    const on = (pick) => pick.on?.includes(element?.sprite?.key), found = this.picks.filter(on);
    return found.find((pick) => pick === this.selected) ?? found[0] ?? this.openers.find(on) ?? this.compose.picks.find(on) ?? null;
  }

  /** What a sprite says of itself. @param {any} element @returns {Look | undefined} */
  lookOf(element) {
    return [...this.compose.looks, ...this.scene.looks ?? []].find(({ on }) => on.includes(element?.sprite?.key));
  }

  refresh() {
    const { opened, openers } = this;
    for (const { elements } of Object.values(this.drawings)) {
      /** @type {any} */
      let stop = null;
      for (const [key, element] of elements) {
        const pick = this.waiting ? null : this.pickOf(element), aside = pick !== null && openers.includes(pick);
        const chosen = pick?.there || [this.selected, ...openers.filter((each) => opened.includes(each))].some((each) => each?.on?.includes(key));
        dress(element, pick, this.lookOf(element), chosen, aside);
        element.classList.toggle("hinted", !!this.hinted?.on?.includes(key));
        if (pick && (!stop || (!aside && (chosen || stop.matches(".aside") || element === document.activeElement)))) stop = element;
      }
      stop?.setAttribute("tabindex", "0");
    }
    this.bar.setAttribute("aria-busy", String(this.waiting));
    this.buttons();
    this.show();
  }

  /** @param {any} what is pointed at or focused: a pick, a look, or null @param {boolean} [moved] whether the focus moved */
  hover(what, moved = false) {
    if (what === this.hovered && !moved) return;
    this.hovered = what;
    this.show();
  }

  /** The prompt's words and the preview, of what is pointed at, else of what is selected, else of what waits to be confirmed. */
  show() {
    const { prompt, warning, held } = this.scene, { hovered, waiting } = this, asker = waiting ? null : this.asker, { control } = this, composing = this.compose.shown ? this.compose.with : null;
    const look = hovered?.title ? hovered : null, pick = look ?? (waiting ? null : hovered ?? this.selected ?? asker), seen = pick ?? held;
    for (const [name, drawing] of Object.entries(this.drawings)) {
      drawing.preview(seen && (seen.area ?? "board") === name ? seen.preview : []);
      for (const [key, element] of drawing.elements) {
        element.classList.toggle("rising", !!seen?.lifts?.includes(key));
        if (element.matches(":focus-visible")) drawing.ring(element);
      }
    }
    const meant = !look && (!pick || pick === asker || pick === this.hinted) && (!control || this.advised?.amount === this.field.value), told = meant ? this.advised : null;
    const asked = look?.title ?? (pick && pick === this.selected ? `${pick.label?.replace(/[.?!]$/, "")}?` : told ? `Hint: ${told.text}` : control?.title ?? asker?.label ?? composing?.title ?? prompt.title);
    $(".say b", this.bar).textContent = asked;
    $(".say", this.bar).classList.toggle("long", asked.length > 44);
    $(".say span", this.bar).textContent = (told?.why || pick?.hint) ?? (look ? "" : control ? this.field.hint : composing ? this.compose.sentence : prompt.detail ?? "");
    $(".say em", this.bar).textContent = warning ?? "";
    const say = $(".say", this.bar);
    say.classList.remove("tight");
    say.classList.toggle("tight", say.scrollHeight > say.clientHeight);
  }

  buttons() {
    const row = $(".acts", this.bar), aids = $(".aids", this.bar), focused = /** @type {any} */ (document.activeElement), inside = focused.closest(".acts, .aids"), { order, prompt } = this.scene;
    this.shown = this.wanted();
    const filled = this.shown.findIndex((button) => button.go), labels = this.shown.map(({ label }) => label).join("\n");
    if (labels !== this.row.labels) Object.assign(this.row, { labels, since: performance.now() });
    const lit = (button) => !!button.pick && button.pick === this.hinted;
    const kind = JSON.stringify([this.shown.map((button) => [button.label, button.go, button.quiet, button.off, lit(button)]), this.group, this.waiting, prompt.can_undo, prompt.can_reset, order?.now, order?.amount.label, this.advises, this.advice.wanted, this.resting]);
    const hasty = ({ detail }, i) => detail > 0 && this.shown[i].pick && (i !== filled || twice(this.shown[i].pick)) && performance.now() - this.row.since < SETTLED;
    const hover = (i) => this.hover(this.shown[i]?.pick ?? null);
    if (kind === this.row.kind) return this.control && this.counted(); // a click or the focus may be on its way to one of them
    this.row.kind = kind;
    row.replaceChildren(this.control ? this.field.element : "", ...this.shown.map(({ label, quiet, off, pick }, i) => make(`button.btn.${i === filled ? "go" : quiet ? "quiet" : ""}.${lit(this.shown[i]) ? "hinted" : ""}.${pick?.tone ? `swatch.tone-${pick.tone}` : ""}`, {
      type: "button", disabled: this.waiting || off, "aria-label": pick?.tone ? label : false, title: pick?.tone ? label : false, onclick: (event) => hasty(event, i) || this.shown[i].act(event),
      onpointermove: ({ movementX, movementY }) => (movementX || movementY) && hover(i), onpointerleave: () => this.hover(null),
      onfocus: ({ target }) => target.matches(":focus-visible") && hover(i), onblur: () => this.hover(null),
    }, pick?.tone ? label[0] : label)));
    aids.replaceChildren(this.advises ? this.hintButton() : "", order && !this.group ? this.aid("order", order.now === undefined ? order.amount.label : around(order.left, order.now),
      { onclick: () => this.open(ORDER) }, order.now === undefined ? "" : "left") : "", ...(prompt.can_undo ? this.undoButtons() : []));
    if (this.control) this.counted();
    if (inside) (inside.contains(focused) ? focused : focused.matches(".hint") ? $(".hint", aids) ?? this.asked : $(".go:enabled", row) ?? this.asked)?.focus();
  }

  /** Whether a hint can be asked for. */
  get advises() {
    const { hints, picks, amount, composer } = this.scene;
    return !!(hints && (picks?.length || amount || composer));
  }

  /** What is asked now, as far as a hint depends on it. */
  get question() {
    const { picks = [], amount, prompt } = this.scene;
    return JSON.stringify([prompt.title, picks.map(({ choice, then }) => [choice, then]), amount?.low]);
  }

  /** The buttons beside the prompt, at most four. @returns {{label: string, act: (event: Event) => void, go?: boolean, quiet?: boolean, pick?: Pick}[]} */
  wanted() {
    if (this.scene.prompt.must_confirm) return [{ label: "Confirm", go: true, act: () => this.send(() => this.acts.confirm()) }];
    if (this.scene.tally) return [{ ...this.acts.again(), go: true }, { label: "Scores", act: () => this.acts.scores() },
      ...(this.scene.share ? sharing(this.acts.result).slice(-1) : [])];
    const { order } = this.scene, close = { label: "Back", quiet: true, act: () => this.close() };
    const remove = { label: "Remove", act: () => { this.close(); this.acts.order(order?.about ?? "", null); } };
    if (this.control) return [{ label: this.control.say, go: true, act: () => this.say() }, ...(this.group === ORDER && order?.now !== undefined ? [remove] : []), close];
    const chosen = this.selected, loose = this.picks.filter((pick) => pick !== chosen && (pick.button || !pick.on?.length));
    /** @type {any[]} */
    const all = (chosen ? [chosen, ...loose] : loose).flatMap((pick) => [
      { label: (pick === chosen && pick.commit) || pick.label || "", go: pick === chosen || pick.primary, pick, act: () => (twice(pick) ? this.take(pick) : this.choose(pick)) },
      ...(pick.more ? [{ label: pick.more, act: () => this.turn({ group: pick.opens }) }] : [])]);
    if (this.scene.amount && !this.group) all.push({ label: this.scene.amount.label, act: () => this.open(AMOUNT) });
    const { composer, shown, missing } = this.compose;
    if (composer && shown) all.splice(0, all.length, { label: composer.say, go: true, off: !!missing, act: () => this.propose() }, ...all.map((button) => ({ ...button, go: false })));
    else if (composer && !this.group) all.push({ label: composer.label, act: () => this.compose.toggle(true) });
    for (const { name, say } of this.scene.answers ?? []) if (say && !this.group) all.push({ label: say, act: () => this.acts.answer(name, true) });
    if (this.group) all.push(close);
    if (all.filter(({ pick }) => !pick?.tone).length <= BUTTONS) return all;
    const rest = BUTTONS - 1, from = (this.page % Math.ceil(all.length / rest)) * rest;
    return [...all.slice(from, from + rest), { label: "More…", quiet: true, act: () => { this.page++; this.buttons(); } }];
  }

  /** What asks for a hint; while one is looked for, what goes on without it. */
  hintButton() {
    const { wanted } = this.advice, says = wanted ? { title: "Go on without a hint (H)", "aria-label": "Looking for a hint. Go on without" } : { title: "Hint (H)" };
    return this.aid("hint", wanted ? "Thinking …" : "Hint", { disabled: this.waiting || this.resting, onclick: () => this.consult(), ...says }, wanted ? "thinking" : "");
  }

  /** A button that helps to choose and chooses nothing; where there is little room it is its icon alone. @param {string} name @param {string} label @param {object} props @param {string} [how] */
  aid(name, label, props, how = "") {
    return make(`button.btn.quiet.${name}.${how}`, { type: "button", title: label, "aria-label": label, ...props }, icon(name), make("span", {}, label));
  }

  /** Undo, and a reset where more than one decision can be taken back. @returns {any[]} */
  undoButtons() {
    let held = 0;
    const reset = () => { held = -1; this.send(() => this.acts.reset()); };
    const whole = this.scene.prompt.can_reset && this.aid("reset", "Reset", { disabled: this.waiting, title: "Take back the whole turn", onclick: reset });
    return [whole || "", this.aid("undo", "Undo", {
      disabled: this.waiting, title: "Undo (Esc). Hold, or Shift+click, to take back the whole turn",
      onpointerdown: () => { held = setTimeout(reset, LONG); }, onpointerup: () => clearTimeout(held), onpointerleave: () => clearTimeout(held),
      onclick: (event) => held !== -1 && (event.shiftKey ? reset() : this.back(false)),
      oncontextmenu: (event) => event.preventDefault(),
    })];
  }

  /** Select something, or open a group of alternatives. @param {{selected?: Pick | null, group?: string}} now */
  turn({ selected = null, group = this.group }) {
    Object.assign(this, { selected, group, page: 0 });
    this.refresh();
    const told = selected ?? this.asker;
    if (told) this.acts.announce(sentences(told.label, told.hint));
  }

  /** Open the field for an amount or a standing order. @param {string} group @param {number} [filled] what stands there at first */
  open(group, filled) {
    this.group = group;
    const { low, high, start = low, title } = /** @type {import("./types.js").Amount} */ (this.control), now = (filled ?? (group === ORDER && this.scene.order?.now)) || start;
    this.field.ask(this.control, Math.max(low, Math.min(high, now)));
    this.turn({});
    this.acts.announce(sentences(title, this.field.hint));
    if (this.keyed || !coarse()) this.field.input.select();
  }

  /** The field says another number: so do its button and the words beside it. @returns {string} what they say */
  counted() {
    const go = $(".go", this.bar), { value } = this.field;
    go.textContent = around(this.control?.say ?? "", value);
    go.disabled = this.waiting || value === null;
    this.show();
    return sentences(go.textContent, this.field.hint);
  }

  /** Say the number in the field, or leave the order that it means. */
  say() {
    const { group } = this, { value } = this.field;
    if (this.waiting || value === null) return;
    this.close();
    if (group === ORDER) this.acts.order(this.scene.order?.about ?? "", value);
    else this.send(() => this.acts.amount(value));
  }

  /**
   * Show what the table advises: a pick as if it were pointed at, an amount in its field, a proposal in words, and why.
   * @param {{id: string, choice: number, then?: number[], amount?: number | null, text?: string, why?: string}} hint
   */
  advise({ id, choice, then = [], amount = null, text = "", why = "" }) {
    if (!this.heard(id)) return;
    const picks = (this.scene.picks ?? []).filter((pick) => pick.choice === choice);
    const pick = picks.find((each) => String(each.then ?? "") === String(then)) ?? picks.find((each) => !each.then) ?? picks[0];
    this.hinted = (amount === null && pick) || null;
    this.advised = { text: this.hinted?.label || text, why: why || this.hinted?.hint || "", amount, of: this.question };
    if (amount !== null && this.scene.amount) this.open(AMOUNT, amount);
    else this.turn({ group: this.hinted?.group ?? "" });
    this.hover(this.hinted, true);
    this.buttons();
    const unseen = () => this.hinted && !this.hinted.on?.length && !this.shown.some(({ pick: each }) => each === this.hinted);
    for (let turns = 0; turns < 9 && unseen(); turns++) { this.page++; this.buttons(); }
    if (this.keyed) ($(".sprite.hinted") ?? $(".acts .hinted", this.bar))?.focus();
    this.acts.announce(sentences(`Hint: ${this.advised.text}`, this.advised.why));
  }

  /** Ask the table for advice, where it gives any; while it thinks, go on without. */
  consult() {
    const { advice } = this;
    if (this.waiting || this.resting || !this.advises) return;
    advice.wanted = !advice.wanted;
    if (advice.wanted) advice.id ||= this.acts.advice();
    this.buttons();
    this.acts.announce(advice.wanted ? "Looking for a hint …" : "No hint.");
  }

  /** A command was answered. @param {string} id @returns {boolean} whether anybody still waits for its answer */
  heard(id) {
    const { advice } = this;
    if (!id || id !== advice.id) return true;
    this.advice = { id: "", wanted: false };
    this.buttons();
    return advice.wanted;
  }

  /** Hints are rationed: the next can be asked for in a while. @param {number} seconds */
  rest(seconds) {
    this.resting = true;
    this.buttons();
    setTimeout(() => { this.resting = false; this.buttons(); }, seconds * 1000);
  }

  /** Send what was put together. */
  propose() {
    this.send(() => { this.compose.sending = this.acts.propose(this.compose.phrase); });
  }

  /** Leave the group that is open for the one around it. */
  close() {
    this.turn({ group: this.opened[0]?.group ?? "" });
  }

  /** @param {Pick} pick */
  choose(pick) {
    if (pick.choice === OPENS) return this.turn({ group: this.opened.includes(pick) ? pick.group ?? "" : pick.opens });
    if (this.asker) this.group = "";
    this.send(() => this.acts.choose(pick.choice, pick.then));
    for (const { elements } of Object.values(this.drawings)) pick.on?.forEach((key) => elements.get(key)?.classList.add("sent"));
  }

  /** One command at a time: until it is answered nothing else can be chosen. @param {() => void} act */
  send(act) {
    if (this.waiting) return;
    this.waiting = true;
    this.hovered = this.hinted = this.advised = this.wish = null;
    this.advice.wanted = false;
    this.page = 0;
    this.drawings.board.enlarge?.();
    act();
    this.refresh();
  }

  /** What pointing there shows: the pick, else what the topmost thing says of itself. @param {PointerEvent} event */
  pointed({ clientX, clientY }) {
    const here = spritesAt(clientX, clientY);
    return here.map((element) => this.pickOf(element)).find(Boolean) ?? here.map((element) => this.lookOf(element)).find(Boolean) ?? null;
  }

  /** What a pointer means: the pick, else the refused thing under it; a finger may miss by a little. @param {PointerEvent} event @returns {any} */
  under({ clientX: x, clientY: y, pointerType }) {
    const here = spritesAt(x, y), find = (kind) => here.find((element) => element.matches(kind));
    const hit = find(".can") ?? find(".aside") ?? find(".refused");
    if (hit || pointerType !== "touch" || find(".telling")) return hit;
    return $$(".sprite.can").filter((element) => away(element, x, y) < NEAR).sort((a, b) => away(a, x, y) - away(b, x, y))[0];
  }

  /** What a finger could mean as well is enlarged first: the second tap chooses. @param {PointerEvent} event @param {any} hit @returns {boolean} whether it was */
  enlarged({ clientX: x, clientY: y, pointerType }, hit) {
    const drawing = Object.values(this.drawings).find(({ svg }) => svg.contains(hit)), pick = this.pickOf(hit);
    if (pointerType !== "touch" || !drawing?.enlarge || !pick || pick === this.selected) return false;
    const near = $$(".sprite.can", drawing.svg).filter((element) => element === hit || away(element, x, y) < FINGER / 2);
    const least = Math.min(...near.map((element) => { const { width, height } = element.getBoundingClientRect(); return Math.min(width, height); }));
    if (least >= FINGER - 1 || !near.some((element) => this.pickOf(element) !== pick) || drawing.stage.style.transform) return false;
    drawing.enlarge(Math.min(3, 1.05 * FINGER / least), x, y);
    return true;
  }

  /** @param {PointerEvent} event */
  clicked(event) {
    const element = this.under(event);
    if (element) return this.enlarged(event, element) || this.act(element);
    this.drawings.board.enlarge?.();
    this.hover(this.pointed(event), true);
    if (this.hovered) this.acts.announce(sentences(this.hovered.title, this.hovered.hint));
    else if (this.selected) this.turn({});
    else if (this.asker || this.control) this.close();
  }

  /** A sprite was clicked, or Enter pressed on it. @param {any} element */
  act(element) {
    const pick = this.pickOf(element), { refused } = element.sprite;
    if (pick?.act) return pick.act(element);
    if (this.waiting) return;
    if (pick) this.take(pick);
    else if (refused !== undefined && element.matches(".swap") && this.scene.prompt.can_undo) {
      this.send(() => this.acts.undo());
      this.wish = { choice: refused, at: element };
    } else if (refused !== undefined) this.acts.explain(refused, element, this.asker?.then);
  }

  /** Select a pick that is settled in a second step, else choose it. @param {Pick} pick */
  take(pick) {
    if (pick.commit && pick !== this.selected) this.turn({ selected: pick });
    else this.choose(pick);
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const target = /** @type {any} */ (event.target), sprite = target.closest(".sprite");
    const meant = !target.closest("input, textarea, select, dialog") || (target.type === "number" && /^[h?]$/.test(event.key)); // no digits
    if (event.ctrlKey || event.metaKey || event.altKey || !meant) return;
    if (event.key !== "Shift") this.keyed = true;
    if (event.key in ARROWS && !target.closest(".log, .tally, .standing")) this.step(sprite, ARROWS[event.key], event.shiftKey);
    else if ((event.key === "Enter" || event.key === " ") && sprite) this.act(sprite);
    else if (event.key === "Escape") this.back(event.shiftKey);
    else if (event.key === "?") this.ask(sprite);
    else if (event.key === "h") this.consult();
    else return;
    event.preventDefault();
  }

  /** Escape: close what is open, drop the selection, then undo. What is composed stays. @param {boolean} whole the whole turn */
  back(whole) {
    if (this.selected && this.asker && !whole) this.turn({});
    else if (this.group) this.close();
    else if (this.selected && !whole) this.turn({});
    else if (this.scene.prompt.can_undo) this.send(() => (whole ? this.acts.reset() : this.acts.undo()));
  }

  /** Explain what is focused, else the keys. @param {any} sprite */
  ask(sprite) {
    const pick = this.pickOf(sprite), look = this.lookOf(sprite);
    if (pick) this.acts.hint(sprite, pick.label ?? "", pick.hint || sprite.sprite.label || "");
    else if (sprite?.sprite.refused !== undefined) this.acts.explain(sprite.sprite.refused, sprite, this.asker?.then);
    else if (look) this.acts.hint(sprite, look.title, look.hint ?? "");
    else this.acts.help();
  }

  /** Focus the nearest sprite in a direction; with Shift, or where nothing can be chosen, all that have something to say. @param {any} from @param {number[]} way @param {boolean} all */
  step(from, [dx, dy], all) {
    const can = $$(".sprite.can"), others = (all || !can.length ? $$(".sprite:is(.can, .aside, .refused, .telling)") : can).filter((element) => element !== from);
    const middle = (element) => { const { x, y, width, height } = element.getBoundingClientRect(); return [x + width / 2, y + height / 2]; };
    const cost = (element) => {
      const [x, y] = middle(from), [ex, ey] = middle(element), along = (ex - x) * dx + (ey - y) * dy;
      return along > 1 ? along + 2 * (Math.abs((ex - x) * dy) + Math.abs((ey - y) * dx)) : Infinity;
    };
    const goal = from ? others.filter((element) => cost(element) < Infinity).sort((a, b) => cost(a) - cost(b))[0]
      : others.find((element) => element.matches("[tabindex='0']")) ?? others[0];
    if (!goal) return;
    for (const stop of $$("[tabindex='0']", goal.parentNode)) stop.setAttribute("tabindex", "-1");
    goal.setAttribute("tabindex", "0");
    goal.focus();
  }
}

/** Whether two picks or looks are the same thing on two scenes. @param {any} one @param {any} other @param {...string} more what has to agree as well */
const alike = (one, other, ...more) => ["choice", "then", "label", "group", ...more].every((part) => String(one?.[part]) === String(other?.[part]));

/** Whether a button asks a second time. @param {Pick} pick */
const twice = ({ commit, on }) => commit && !on?.length;

/** How far a sprite is from a point of the screen. @param {Element} element @param {number} x @param {number} y */
function away(element, x, y) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}

/** The sprites at a point of the screen, the topmost first. @param {number} x @param {number} y @returns {any[]} */
const spritesAt = (x, y) => document.elementsFromPoint(x, y).map((element) => element.closest(".sprite")).filter(Boolean);

/**
 * What a sprite is now, to eye, hand and ear.
 * @param {any} element @param {Pick | null} pick @param {Look | undefined} look @param {boolean} chosen
 * @param {boolean} aside its pick leads away from what is open
 */
function dress(element, pick, look, chosen, aside) {
  const { label, refused } = element.sprite, spoken = pick ? sentences(pick.label, pick.hint) : look ? sentences(label ?? look.title, look.hint) : label;
  const asks = !pick && refused !== undefined, reached = pick || asks || look || element === document.activeElement;
  const classes = { can: !!pick && !aside, aside, refused: asks, telling: !pick && !!look, chosen, sent: false };
  for (const [name, on] of Object.entries(classes)) element.classList.toggle(name, on);
  element.firstChild.textContent = pick || look ? "" : label ?? "";
  const facts = { role: pick ? "button" : spoken ? "img" : "", "aria-label": spoken, "aria-hidden": spoken ? "" : "true",
    "aria-pressed": pick?.commit ? String(chosen) : "", "aria-expanded": pick?.choice === OPENS ? String(chosen) : "", tabindex: reached ? "-1" : "" };
  for (const [name, value] of Object.entries(facts)) value ? element.setAttribute(name, value) : element.removeAttribute(name);
}
