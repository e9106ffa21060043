/** The first of `count` rows to draw so that the one at `index` is among `room` rows: it jumps by half a page. */
export function firstShown(index: number, count: number, room: number): number {
  if (count <= room) return 0;
  const half = Math.max(1, Math.floor(room / 2));
  const first = (Math.floor(index / half) - 1) * half;
  return Math.max(0, Math.min(first, count - room));
}
