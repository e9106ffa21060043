/** A colour of the 16 every terminal has: 1–8 the normal ones, 9–16 the bright ones; 0 is the terminal's default. */
export type Color = number;

const LEVELS = [0, 95, 135, 175, 215, 255];

/** The 16 colours as xterm paints them, in the order of their codes; only distances between them matter here. */
const SIXTEEN: readonly (readonly [number, number, number])[] = [
  [0, 0, 0],
  [205, 0, 0],
  [0, 205, 0],
  [205, 205, 0],
  [0, 0, 238],
  [205, 0, 205],
  [0, 205, 205],
  [229, 229, 229],
  [127, 127, 127],
  [255, 0, 0],
  [0, 255, 0],
  [255, 255, 0],
  [92, 92, 255],
  [255, 0, 255],
  [0, 255, 255],
  [255, 255, 255],
];

/** The nearest of the 16 colours to red, green, blue (0–255 each). */
export function nearestColor(red: number, green: number, blue: number): Color {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, [r, g, b]] of SIXTEEN.entries()) {
    const distance = (red - r) ** 2 + (green - g) ** 2 + (blue - b) ** 2;
    if (distance < least) {
      least = distance;
      best = index;
    }
  }
  return best + 1;
}

/** The nearest of the 16 colours to one of the 256 (0–15 themselves, then the cube, then the greys). */
export function colorOf256(index: number): Color {
  if (index < 16) return index + 1;
  if (index >= 232) {
    const grey = 8 + (index - 232) * 10;
    return nearestColor(grey, grey, grey);
  }
  const cube = index - 16;
  return nearestColor(LEVELS[Math.floor(cube / 36)]!, LEVELS[Math.floor(cube / 6) % 6]!, LEVELS[cube % 6]!);
}
