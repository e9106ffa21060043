import type { FilterKey } from '../../../state/query/tokens.ts';
import type { FilterFlags } from '../../declared/shared-flags.ts';

/** The keys of the filter language that say the same as flags. */
const KEYS = { inbox: 'inbox', tag: 'tag', status: 'status', agent: 'assignee' } as const;

/** The flags as keys of the filter language, with their values. */
export function filterKeysOf(flags: FilterFlags): readonly (readonly [FilterKey, string])[] {
  const named = Object.entries(KEYS).flatMap(([flag, key]) =>
    (flags[flag as keyof typeof KEYS] ?? []).map(value => [key, value] as const),
  );
  return flags.sort === undefined ? named : [...named, ['sort', flags.sort]];
}
