import { conversationOf } from '../visible.ts';
import type { Agent, World } from '../world.ts';
import { whyNotAssignable } from './access.ts';
import { agentsOf } from './names.ts';

/** The agents whom a note on this conversation can mention: they can read it, as far as that is known. */
export function mentionable(world: World, id: number | undefined): readonly Agent[] {
  const conversation = id === undefined ? undefined : conversationOf(world, id);
  const place = conversation ? [{ ...conversation, assign_to: null }] : [];
  return agentsOf(world).filter(
    agent => agent.name !== '' && !agent.disabled && whyNotAssignable(world, agent, place) === undefined,
  );
}

/** The names behind `@` for each agent: the whole name, and the first one if no other agent has it. */
function namesOf(agents: readonly Agent[]): readonly (readonly [name: string, id: number])[] {
  const firsts = agents.map(({ name }) => name.toLowerCase().split(' ', 1)[0]!);
  return agents.flatMap(({ name, id }, at) => {
    const isSole = firsts.filter(first => first === firsts[at]).length === 1;
    return [[name.toLowerCase(), id] as const, ...(isSole ? [[firsts[at]!, id] as const] : [])];
  });
}

const IN_WORD = /[\p{L}\p{N}_]/u;

/** The agents whom a text mentions, each once: `@Ana Ortiz`, or `@Ana` if one agent alone is called so. */
export function mentionsIn(text: string, agents: readonly Agent[]): readonly number[] {
  if (!text.includes('@')) return [];
  const lower = text.toLowerCase();
  const names = namesOf(agents).toSorted(([a], [b]) => b.length - a.length);
  const found = new Set<number>();
  for (let at = lower.indexOf('@'); at >= 0; at = lower.indexOf('@', at + 1)) {
    if (at > 0 && IN_WORD.test(lower[at - 1]!)) continue;
    const named = names.find(
      ([name]) => lower.startsWith(name, at + 1) && !IN_WORD.test(lower[at + 1 + name.length] ?? ''),
    );
    if (named) found.add(named[1]);
  }
  return [...found];
}

/** The names that the `@word` before the cursor can become, and where it begins; undefined if there is no such word. */
export function mentionAt(
  before: string,
  agents: readonly Agent[],
): { readonly from: number; readonly names: readonly string[] } | undefined {
  const from = before.lastIndexOf('@');
  if (from < 0 || (from > 0 && IN_WORD.test(before[from - 1]!))) return undefined;
  const typed = before.slice(from + 1).toLowerCase();
  const names = agents.map(({ name }) => name).filter(name => name.toLowerCase().startsWith(typed));
  return names.length === 0 ? undefined : { from, names };
}
