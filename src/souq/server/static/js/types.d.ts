// Written by `python -m tools.client_types` from the classes of the server: change those, and write it again.

export * from "./client.js";

export interface LogLine {
  seat: number | null;
  text: string;
  tone?: string;
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
  fills?: Filling;
  drag?: string[];
  onto?: string[];
}

export interface Tooltip {
  on: string[];
  title: string;
  hint?: string;
  preview?: Sprite[];
  area?: string;
  lifts?: string[];
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
  spots?: [string, number, number, number][];
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

export interface Facts {
  title: string;
  rows: [string, string][];
  legend?: boolean;
  place?: "story";
}

export interface Prompt {
  title: string;
  detail?: string;
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
  faces?: string[];
}

export interface Tally {
  rows: [string, string[], string][];
  totals: string[];
  ranks: number[];
  note?: string;
  total: string;
  below?: [string, string[], string][];
}

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
  listing?: Listing;
  hints?: boolean;
  share?: string;
}

export interface Encoding {
  add: number[];
  jump: number;
  first?: number[];
  lowest?: number[];
  last?: number[];
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

export interface Limit {
  keys: string[];
  most: number;
  why: string;
}

export interface Money {
  most: number;
  word: string;
  label: string;
  icon?: string;
  why?: string;
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

export interface Filling {
  head: string;
  items: [string, number][];
  money: [number, number];
}

export interface Listing {
  about: string;
  items: Item[];
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

export interface Timing {
  kind: "live" | "days";
  bank: number;
  increment: number;
  level: string;
  words: string;
}

export interface SeatTime {
  left: number;
  runs: boolean;
  sleeps: boolean;
  out: boolean;
}

export interface Commands {
  choose: {
    seq: number;
    choice: number | string;
    then?: (number | string)[];
    at_once?: boolean;
  };
  amount: {
    seq: number;
    amount: number;
    at_once?: boolean;
  };
  order: {
    about: string;
    amount?: number | null;
  };
  answer: {
    name: string;
    on: boolean;
  };
  undo: {
    seq: number;
  };
  reset: {
    seq: number;
  };
  confirm: {
    seq: number;
  };
  read: {
    seq: number;
  };
  hello: {
    token?: string | null;
    layout?: "wide" | "tall";
    seen?: number;
    retell?: boolean;
  };
  say: {
    text: string;
  };
  phrase: {
    phrase: number;
  };
  list: {
    want?: string[];
    have?: string[];
  };
  settings: {
    confirm?: boolean | null;
    pace?: "people" | "quick" | "none" | null;
  };
  sit: {
    seat: number;
    name: string;
    seal?: string | null;
  };
  seal: {
    seal: string;
  };
  share: {
    share: string;
  };
  start: {};
  layout: {
    layout: "wide" | "tall";
  };
  look: {
    away: boolean;
  };
  hand: {
    level?: string;
  };
  back: {};
  stand: {};
  end: {
    agree?: boolean;
  };
  resign: {};
  cover: {
    seat: number;
  };
  mute: {
    seat: number;
    on?: boolean;
  };
  block: {
    seat: number;
    on?: boolean;
  };
  hush: {
    seat: number;
    on?: boolean;
  };
  remove: {
    seat: number;
  };
  talk: {
    free: boolean;
  };
  explain: {
    choice: number;
    after?: (number | string)[];
  };
  story: {
    before: number;
  };
  weigh: {
    text: string;
  };
  hint: {};
}
