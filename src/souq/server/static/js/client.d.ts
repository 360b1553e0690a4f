/**
 * What the server says that is in none of its classes, and what the modules of the client hand to each other.
 *
 * `types.d.ts` has the rest of what the server sends and takes, written from its classes.
 */

import type { Commands, Effect, LogLine, Pick, Scene, Sprite, TableInfo } from "./types.js";

// What the table adds to a scene.

declare module "./types.js" {
  interface Prompt {
    can_undo?: boolean;
    can_reset?: boolean;
    must_confirm?: boolean;
  }

  interface Scene {
    /** What waits to be confirmed. */
    held?: Pick;
    order?: Order;
    answers?: Answer[];
    lesson?: Lesson;
  }

  interface Order {
    /** The amount of the one that was left. */
    now?: number;
  }

  interface Answer {
    on?: boolean;
  }

  interface Tally {
    headline?: string;
  }
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
  continuations?: string[];
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
  /** Keys of the sprites that it is on. */
  on: string[];
  drawn: Drawn[];
  /** What lies in the composer then: with whom, things by key, and the money on each side. */
  proposal: { partner: number; items: Record<string, number>; money: [number, number] } | null;
}

/** What shows a way to go on: sprites over a drawing, and the keys of those that would leave it. */
export interface Drawn {
  area: string;
  sprites: Sprite[];
  lifts: string[];
}

/** What was played in a turn, what would have been better, and how the game would have gone on. */
export interface BetterLine {
  ply: number;
  seat: number;
  played: Omit<Way, "how">;
  better: Omit<Way, "how">;
  frames: Frame[];
}

/** A way to go on as it is drawn: in its manner, with rings on what it begins with. */
export interface Way {
  how: "hinted" | "better" | "played";
  on: string[];
  drawn: Drawn[];
}

/** Sprites that stay over a drawing, in a manner. */
export interface Mark {
  how: string;
  sprites: Sprite[];
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
  /** Of what a player wants and has: `about` of the list, "" to take it back; null: other talk. */
  about: string | null;
  /** Whether it was said before this connection. */
  past?: boolean;
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

// What the modules hand to each other.

/** A live connection: as much of a WebSocket as is used. */
export interface Connection {
  readonly readyState: number;
  send(text: string): void;
  close(): void;
  onopen: ((event: Event) => unknown) | null;
  onmessage: ((event: MessageEvent<string>) => unknown) | null;
  onclose: ((event: CloseEvent) => unknown) | null;
}

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
  plain?: boolean;
  pick?: Pick;
}

type Svg = "svg" | "g" | "use" | "rect" | "title";
type Tag<What extends string> = What extends `${infer Name}.${string}` ? Name : What;

/** The element that `make("button.btn.go")` gives. */
export type Made<What extends string> =
  Tag<What> extends Svg
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
  /** End the line that is played. */
  leave(): void;
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
