/**
 * What the server sends and takes, and what the modules of the client hand to each other.
 *
 * The fields are explained where the server has them: in souq/engine/present/scene.py, amounts.py, standing.py and
 * composing.py, in souq/server/core/realtime/info.py and commands/protocol.py. tests/client/test_types.py holds these to those.
 */

// A scene. Of what has a default, what says nothing is left out: "", false, empty lists, no rotation, scale 1.

export interface Scene {
  areas: Area[];
  panels: Panel[];
  prompt: Prompt;
  picks?: Pick[];
  tooltips?: Tooltip[];
  facts?: Facts[];
  tally?: Tally;
  warning?: string;
  meta?: string;
  amount?: Amount;
  composer?: Composer;
  hints?: boolean;
  share?: string;
}

export interface Area {
  name: string;
  width: number;
  height: number;
  sprites: Sprite[];
  ground?: string;
  label?: string;
  backdrop?: string;
  place?: "seats" | "panel" | "story";
  seat?: number;
}

export interface Sprite {
  key: string;
  art: string;
  x: number;
  y: number;
  rotation?: number;
  scale?: number;
  layer?: number;
  label?: string;
  classes?: string;
  refused?: number;
}

export interface Pick {
  choice: number;
  label: string;
  on?: string[];
  hint?: string;
  commit?: string;
  preview?: Sprite[];
  area?: string;
  primary?: boolean;
  tone?: number;
  final?: boolean;
  more?: string;
  opens?: string;
  group?: string;
  button?: boolean;
  lifts?: string[];
  then?: number[];
}

export interface Tooltip {
  on: string[];
  title: string;
  hint?: string;
  preview?: Sprite[];
  area?: string;
  lifts?: string[];
}

export interface Prompt {
  title: string;
  detail?: string;
}

export interface Panel {
  seat: number;
  score: string;
  note?: string;
  emblem: string;
  tone: number;
  stats?: Stat[];
  pips?: Pips;
  acting?: boolean;
  rank?: number;
}

export interface Stat {
  label: string;
  value: string;
  icon?: string;
  tone?: number;
  title?: string;
}

export interface Pips {
  total: number;
  left: number;
  label?: string;
}

export interface Facts {
  title: string;
  rows: [string, string][];
  legend?: boolean;
  place?: "story";
}

export interface Tally {
  rows: [string, string[], string][];
  totals: string[];
  ranks: number[];
  note?: string;
  total: string;
  below?: [string, string[], string][];
}

export interface Effect {
  kind: "fly" | "pop" | "tumble" | "count" | "home" | "walk" | "say";
  text?: string;
  at?: [number, number];
  seat?: number;
  keys?: string[];
  sound?: string;
  path?: [number, number][];
  giver?: number;
  area?: string;
}

export interface LogLine {
  seat: number | null;
  text: string;
  tone?: string;
}

export interface Amount {
  low: number;
  high: number;
  step: number;
  title: string;
  say: string;
  encoding?: Encoding;
  label: string;
  start?: number;
  quick?: number[];
  hints?: [number, string][];
  purse?: number;
  unit?: string;
  final?: boolean;
}

export interface Encoding {
  add: number[];
  jump: number;
  first?: number[];
  lowest?: number[];
  last?: number[];
}

export interface Order {
  about: string;
  amount: Amount;
  left: string;
}

export interface Answer {
  name: string;
  title: string;
  help?: string;
  say?: string;
}

export interface Composer {
  key: string;
  partners: Partner[];
  sides: [Side, Side];
  say: string;
  label: string;
  closed?: boolean;
  sentence: string;
  apart?: string;
  size: [number, number];
  shows: [number, number];
  choices?: number[];
}

export interface Partner {
  head: string;
  title: string;
  seat?: number;
  refused?: string;
  limits?: Limit[];
  cannot?: [string, string][];
  most?: [number, number];
  start?: [string, number][];
  money: [number, number];
  note?: string;
  art?: string;
}

export interface Side {
  title: string;
  word: string;
  items: Item[];
  money?: Money;
  limits?: Limit[];
  empty?: string;
  goods?: boolean;
}

export interface Item {
  key: string;
  word: string;
  label: string;
  art?: string;
  count: number;
  group?: string;
  said?: string;
  on?: string[];
  tag?: boolean;
  icon?: string;
  refused?: string;
}

export interface Money {
  most: number;
  word: string;
  label: string;
  icon?: string;
  why?: string;
}

export interface Limit {
  keys: string[];
  most: number;
  why: string;
}

// What the table adds to a scene.

export interface Prompt {
  can_undo?: boolean;
  can_reset?: boolean;
  must_confirm?: boolean;
}

export interface Scene {
  /** What waits to be confirmed. */
  held?: Pick;
  order?: Order;
  answers?: Answer[];
  lesson?: Lesson;
}

/** What a lesson says now, to who learns; nothing but where it is while others play. */
export interface Lesson {
  title: string;
  nth: number;
  of: number;
  heading?: string;
  say?: string;
  /** Whether it says what was done. */
  done?: boolean;
  /** Whether it waits for being read. */
  read?: boolean;
  last?: boolean;
  rules?: string[];
  point?: string[];
}

export interface Order {
  /** The amount of the one that was left. */
  now?: number;
}

export interface Answer {
  on?: boolean;
}

export interface Tally {
  headline?: string;
}

// What is known of a table.

export interface TableInfo {
  type: "table";
  id: string;
  game: string;
  title: string;
  players: number;
  options: Record<string, boolean | number | string>;
  terms: string[];
  rated: boolean;
  tournament: boolean;
  state: "waiting" | "playing" | "finished";
  seats: SeatInfo[];
  you: number | null;
  host: boolean;
  invited: number | null;
  pace: "people" | "quick" | "none";
  confirm: boolean;
  sharing: boolean;
  commitment: string;
  secret: string | null;
  seq: number;
  plies: number;
  deciders: number[];
  begins_in: number;
  clock: ClockInfo | null;
  timing: Timing | null;
  links: Links | null;
  result: Result | null;
  notes: Note[];
  next: Next | null;
  talk: "free" | "phrases";
  muted: number[];
}

export interface SeatInfo {
  index: number;
  name: string;
  kind: "person" | "bot" | "open";
  level: string;
  level_title: string;
  connected: boolean;
  tone: number;
  emblem: string;
  seal: string | null;
  share: string | null;
  kept: boolean;
  ends: boolean;
  replaced: boolean;
  time: SeatTime | null;
  gone: boolean;
  free: boolean;
  hushed: boolean;
}

/** Seconds that somebody has left. */
export interface SeatTime {
  left: number;
  runs: boolean;
  sleeps: boolean;
  out: boolean;
}

export interface Timing {
  kind: "live" | "days";
  bank: number;
  increment: number;
  level: string;
  words: string;
}

export interface Result {
  points: number[];
  ranks: number[];
  winners: number[];
  agreed: boolean;
  cancelled: boolean;
  resigned: number | null;
}

export interface Note {
  ply: number;
  seat: number;
  text: string;
}

export interface Next {
  table: string;
  by: string;
}

export interface ClockInfo {
  label: string;
  seconds: number;
  left: number;
}

export interface Links {
  seats: Record<string, string>;
  watch: string;
}

// What the server says. A decision's moment is its number in the story; `seq` is the revision that a command is for.

export interface Frame {
  ply: number;
  lines: LogLine[];
  effects: Effect[];
  scene: Scene | null;
}

export interface Frames {
  type: "frames";
  seq: number;
  frames: Frame[];
  /** The last moment that was told before these; -1: none. */
  after: number;
  catchup: boolean;
  /** How many moments are told on request only. */
  earlier?: number;
  race?: boolean;
}

export interface Rule {
  id: string;
  title: string;
  text: string;
}

export interface Ack {
  type: "ack";
  id: string;
  seq: number;
  token?: string;
  /** Of a decision: whether it waits to be confirmed. */
  held?: boolean;
}

export interface Advice {
  type: "hint";
  id: string;
  choice: number;
  then: number[];
  amount: number | null;
  text: string;
  why: string;
}

/** What somebody could have done better, and where. */
export interface Better {
  ply: number;
  /** Keys of the sprites on which it would have been chosen. */
  on: string[];
  text: string;
  why: string;
}

export interface Refusal {
  type: "refused";
  id: string;
  message: string;
  rule: Rule | null;
  why?: string;
  /** Nothing can come after it. */
  fatal?: boolean;
  /** Seconds until it may be asked for again. */
  wait?: number;
  lesson?: boolean;
}

export interface Explanation {
  type: "explain";
  choice: number;
  message: string;
  rule: Rule | null;
  why?: string;
}

export interface Told {
  type: "story";
  before: number;
  earlier: number;
  frames: Frame[];
}

export interface Said {
  type: "chat";
  n: number;
  seat: number;
  name: string;
  text: string;
  phrase: number | null;
}

export interface Weighed {
  type: "weigh";
  text: string;
  words: string;
}

export interface Bye {
  type: "bye";
  message: string;
}

export type Message = TableInfo | Frames | Ack | Advice | Refusal | Explanation | Told | Said | Weighed | Bye;

// What the client says, without the `id` of a command.

export interface Commands {
  hello: { token?: string | null; layout?: "wide" | "tall"; seen?: number; retell?: boolean };
  choose: { seq: number; choice: number | string; then?: (number | string)[]; at_once?: boolean };
  amount: { seq: number; amount: number; at_once?: boolean };
  order: { about: string; amount?: number | null };
  answer: { name: string; on: boolean };
  weigh: { text: string };
  hint: {};
  undo: { seq: number };
  reset: { seq: number };
  confirm: { seq: number };
  read: { seq: number };
  explain: { choice: number; after?: (number | string)[] };
  story: { before: number };
  say: { text: string };
  look: { away: boolean };
  layout: { layout: "wide" | "tall" };
  settings: { confirm?: boolean | null; pace?: "people" | "quick" | "none" | null };
  sit: { seat: number; name: string; seal?: string | null };
  seal: { seal: string };
  share: { share: string };
  start: {};
  hand: { level?: string };
  back: {};
  stand: {};
  end: { agree?: boolean };
  resign: {};
  cover: { seat: number };
  phrase: { phrase: number };
  mute: { seat: number; on?: boolean };
  block: { seat: number; on?: boolean };
  hush: { seat: number; on?: boolean };
  remove: { seat: number };
  talk: { free: boolean };
}

// What the modules hand to each other.

/** An element of a drawing, and the sprite that it shows. */
export interface SpriteElement extends SVGGElement {
  sprite: Sprite;
  /** Where it stands, as a transform. */
  at: string;
  /** It is no part of the drawing any more, and about to go. */
  leaving?: boolean;
}

/** What tapping a sprite means while a proposal is put together. */
export interface Tap extends Pick {
  on: string[];
  there: boolean;
  act(at: Element): void;
}

/** A button beside the prompt. */
export interface Button {
  label: string;
  act(event: Event): void;
  go?: boolean;
  quiet?: boolean;
  off?: boolean;
  pick?: Pick;
}

type Drawn = "svg" | "g" | "use" | "rect" | "title";
type Tag<What extends string> = What extends `${infer Name}.${string}` ? Name : What;

/** The element that `make("button.btn.go")` gives. */
export type Made<What extends string> =
  Tag<What> extends Drawn
    ? SVGElementTagNameMap[Tag<What>]
    : Tag<What> extends keyof HTMLElementTagNameMap
      ? HTMLElementTagNameMap[Tag<What>]
      : HTMLElement;

/** The element that a selector finds, as far as its last word says. */
export type Found<Query extends string> = Query extends `${string} ${infer Last}` ? Found<Last> : Made<Query>;

/** Attributes, and listeners under "on…". */
export type Props<What extends string> = {
  [Name in keyof GlobalEventHandlersEventMap as `on${Name}`]?: (
    event: GlobalEventHandlersEventMap[Name] & { currentTarget: Made<What> },
  ) => unknown;
} & { [name: string]: unknown };

/** What an element is filled with: empty ones are left out. */
export type Child = Node | string | number | false | null | undefined | Child[];

/** What a command says; nothing where it may say nothing. */
export type Fields<Type extends keyof Commands> = {} extends Commands[Type] ? [Commands[Type]?] : [Commands[Type]];

/** Gives a command, and its id. */
export type Send = <Type extends keyof Commands>(type: Type, ...fields: Fields<Type>) => string;

/** What can be done at the table. */
export interface Acts {
  choose(choice: number, then?: number[]): void;
  amount(amount: number): void;
  order(about: string, amount: number | null): void;
  explain(choice: number, at: SpriteElement, after?: number[]): void;
  undo(): void;
  reset(): void;
  confirm(): void;
  /** A few words where they are asked for. */
  hint(at: Element, title: string, text: string): void;
  help(): void;
  /** Ask for advice; gives the command's id. */
  advice(): string;
  propose(phrase: string): string;
  weigh(text: string): void;
  answer(name: string, on: boolean): void;
  scores(): void;
  again(): Button;
  result(): string;
  /** Say it to who listens instead of looking. */
  announce(text: string): void;
}
