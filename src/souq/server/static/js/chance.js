/**
 * Chance as docs/explanation/fair-play.md describes it, from the secret to the numbers of every decision. Nothing here
 * asks the server.
 */

import { digest, hex, hmac, joined, unhex } from "./hash.js";

const text = (/** @type {string} */ said) => new TextEncoder().encode(said);
const MASK = 0xffffffffn;

/** @typedef {{seat: number, seal: string, share: string, replaced: boolean}} Share as a saved match has it */

/** What commits to a secret or a share. @param {string} bytes in hexadecimal */
export const fingerprint = async (bytes) => hex(await digest(unhex(bytes)));

/** What stands in place of a share that did not come. @param {Uint8Array} secret @param {number} seat */
export const instead = (secret, seat) => hmac(secret, joined(text("souq share of seat "), [seat]));

/**
 * The key that all chance follows from.
 * @param {Uint8Array} secret
 * @param {Share[]} shares
 * @returns {Promise<Uint8Array>}
 */
export async function master(secret, shares) {
  if (!shares.length) return secret;
  return hmac(
    secret,
    joined(
      text("souq shares 1"),
      ...shares.map(({ seat, share, replaced }) => joined([seat, Number(replaced)], unhex(share))),
    ),
  );
}

/**
 * The chance key of a decision; 0 is the setup.
 * @param {Uint8Array} key the master key
 * @param {number} ply
 * @returns {Promise<[number, number]>}
 */
export async function keyOf(key, ply) {
  const number = new DataView(new ArrayBuffer(8));
  number.setBigUint64(0, BigInt(ply));
  const view = new DataView((await hmac(key, new Uint8Array(number.buffer))).buffer);
  return [view.getUint32(0), view.getUint32(4)];
}

/** The first of the four words of Philox4x32-10. @param {number} draw the counter @param {[number, number]} keys */
export function word(draw, keys) {
  let [a, b, c, d] = [BigInt(draw) & MASK, BigInt(draw) >> 32n, 0n, 0n];
  let [key, lock] = keys.map(BigInt);
  for (let round = 0; round < 10; round++) {
    const right = a * 0xd2511f53n;
    const left = c * 0xcd9e8d57n;
    [a, b, c, d] = [(left >> 32n) ^ b ^ key, left & MASK, (right >> 32n) ^ d ^ lock, right & MASK];
    key = (key + 0x9e3779b9n) & MASK;
    lock = (lock + 0xbb67ae85n) & MASK;
  }
  return Number(a);
}

/**
 * The first numbers below `n` that a decision would draw, each equally likely (Lemire).
 * @param {[number, number]} keys
 * @param {number} n
 * @param {number} count
 */
export function numbers(keys, n, count) {
  const drawn = [];
  const bar = 2 ** 32 % n;
  for (let draw = 0; drawn.length < count; draw++) {
    const product = BigInt(word(draw, keys)) * BigInt(n);
    if (Number(product & MASK) >= bar) drawn.push(Number(product >> 32n));
  }
  return drawn;
}
