import type { Agent } from '../../state/world.ts';
import { type SafeText, safeLine } from '../../text/safe.ts';
import { width } from '../../text/width.ts';

/** Agents' names as short as a list needs them: the first name, with an initial if two agents share it. */
export interface ShortNames {
  readonly of: ReadonlyMap<number, SafeText>;
  /** The widest of them, in cells. */
  readonly columns: number;
}

const MIN_COLUMNS = 3;
const MAX_COLUMNS = 8;

/** The short name of each agent, and how wide the widest is (3 to 8 cells). */
export function shortNamesOf(agents: readonly Agent[]): ShortNames {
  const uses = new Map<string, number>();
  for (const { name } of agents) uses.set(firstOf(name), (uses.get(firstOf(name)) ?? 0) + 1);
  const of = new Map(agents.map(({ id, name }) => [id, shortOf(name, (uses.get(firstOf(name)) ?? 0) > 1)]));
  const widest = [...of.values()].reduce((most, name) => Math.max(most, width(name)), MIN_COLUMNS);
  return { of, columns: Math.min(MAX_COLUMNS, widest) };
}

function firstOf(name: string): string {
  return name.trim().split(/\s+/)[0] ?? '';
}

function shortOf(name: string, isShared: boolean): SafeText {
  const last = name.trim().split(/\s+/).slice(1).at(-1);
  return safeLine(isShared && last ? `${firstOf(name)} ${[...last][0] ?? ''}` : firstOf(name));
}
