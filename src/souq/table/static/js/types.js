/**
 * What the server sends. Fields that say nothing (empty, false, 0 turns, scale 1) are left out.
 *
 * @typedef {{key: string, art: string, x: number, y: number, rotation?: number, scale?: number, layer?: number, label?: string,
 *   classes?: string, refused?: number}} Sprite
 * @typedef {{name: string, width: number, height: number, sprites: Sprite[], ground?: string, backdrop?: string,
 *   label?: string, place?: "seats" | "panel" | "story", seat?: number}} Area
 * @typedef {{choice: number, label?: string, on?: string[], hint?: string, commit?: string, preview?: Sprite[], area?: string,
 *   primary?: boolean, tone?: number, final?: boolean, more?: string, opens?: string, group?: string,
 *   button?: boolean, lifts?: string[], then?: number[]}} Pick
 * @typedef {{on: string[], title: string, hint?: string, preview?: Sprite[], area?: string, lifts?: string[]}} Look
 * @typedef {{label: string, value: string, icon?: string, tone?: number, title?: string}} Stat
 * @typedef {{seat: number, score: string, note?: string, emblem?: string, tone?: number, stats?: Stat[],
 *   pips?: {total: number, left: number, label?: string}, acting?: boolean, rank?: number}} Panel
 * @typedef {{title?: string, rows: [string, string][], legend?: boolean, place?: "story"}} Facts
 * @typedef {{title: string, detail?: string, can_undo?: boolean, can_reset?: boolean, must_confirm?: boolean}} Prompt
 * @typedef {{rows: [string, string[], string][], totals: string[], ranks: number[], total: string, note?: string, headline?: string,
 *   below?: [string, string[], string][]}} Tally
 * @typedef {{low: number, high: number, step: number, title: string, say: string, label: string, start?: number, quick?: number[],
 *   hints?: [number, string][], purse?: number, unit?: string}} Amount
 * @typedef {{about: string, amount: Amount, left: string, now?: number}} Order
 * @typedef {{name: string, title: string, help?: string, say?: string, on?: boolean}} Answer
 * @typedef {{key: string, word: string, label: string, art?: string, count?: number, group?: string, said?: string, on?: string[], tag?: boolean,
 *   icon?: string, refused?: string}} Item
 * @typedef {{keys: string[], most: number, why: string}} Limit
 * @typedef {{most: number, word: string, label: string, icon?: string, why?: string}} Money
 * @typedef {{title: string, word: string, items: Item[], money?: Money, limits?: Limit[], empty?: string, goods?: boolean}} Side
 * @typedef {{head: string, title: string, seat?: number, refused?: string, limits?: Limit[], cannot?: [string, string][], most?: number[],
 *   start?: [string, number][], money?: number[], note?: string}} Partner
 * @typedef {{key: string, partners: Partner[], sides: Side[], say: string, label: string, closed?: boolean, sentence?: string, apart?: string,
 *   size?: [number, number], choices?: number[]}} Composer
 * @typedef {{areas: Area[], panels: Panel[], prompt: Prompt, picks?: Pick[], looks?: Look[], facts?: Facts[], tally?: Tally, warning?: string,
 *   meta?: string, held?: Pick, amount?: Amount, order?: Order, answers?: Answer[], composer?: Composer, hints?: boolean, share?: string}} Scene
 * @typedef {{seat?: number, text: string, tone?: string}} Line
 * @typedef {{kind: string, text?: string, at?: [number, number], seat?: number, keys?: string[], sound?: string,
 *   way?: [number, number][], giver?: number, area?: string}} Effect
 * @typedef {{lines?: Line[], effects?: Effect[], scene?: Scene | null, ply?: number}} Frame
 * @typedef {{index: number, name: string, kind: "person" | "bot" | "open", level?: string, level_title?: string, connected?: boolean, tone?: number,
 *   emblem?: string, kept?: boolean, ends?: boolean}} Seat
 * @typedef {{id: string, title: string, text: string}} Rule
 */
export {};
