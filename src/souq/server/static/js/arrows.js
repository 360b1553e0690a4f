/** Where the arrow keys lead. Nothing here needs a page. */

/** The directions of the screen, whose y grows downwards. @satisfies {Record<string, [number, number]>} */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {string} key @returns {key is keyof typeof ARROWS} */
export const isArrow = (key) => key in ARROWS;

/** What lies aside counts so much more: less than what would leave out every other row of hexagons. */
const ASIDE = 1.5;

/**
 * Which of some points is the nearest in a direction, and -1 where there is none.
 * @param {number[]} from x and y
 * @param {number[][]} points
 * @param {number[]} way
 */
export function nearest([x, y], points, [dx, dy]) {
  const costs = points.map(([px, py]) => {
    const along = (px - x) * dx + (py - y) * dy;
    const aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
    return along > 1 ? along + ASIDE * aside : Infinity;
  });
  const least = Math.min(...costs);
  return least < Infinity ? costs.indexOf(least) : -1;
}
