import type { Detail, World } from '../world.ts';
import type { DetailLine } from './line.ts';
import { keepInView, scrollBy } from './move.ts';

/** Whether the agent writes in a box over the thread. */
export function isWriting({ overlays }: World): boolean {
  return overlays.some(one => one.kind === 'field' && one.multiline);
}

/**
 * Scrolls the thread behind a box by a page (-1: up) of what is seen above it. The chosen entry stays the chosen one.
 */
export function scrollBehind({ detail, viewport }: World, lines: readonly DetailLine[], direction: 1 | -1): Detail {
  const rows = viewport.behindRows;
  return scrollBy(detail, lines, direction * Math.max(1, rows - 1), rows);
}

/** The same entry in view after the lines changed; behind a box the agent may read anywhere. */
export function keepPlace(world: World, detail: Detail, lines: readonly DetailLine[]): Detail {
  if (!isWriting(world)) return keepInView(detail, lines, world.viewport.detailRows);
  return lines.length === 0 ? detail : scrollBy(detail, lines, 0, world.viewport.behindRows);
}
