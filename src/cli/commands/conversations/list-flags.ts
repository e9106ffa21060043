import type { FilterKey } from '../../../state/query/tokens.ts';

/** The flags that say the same as a key of the filter language. */
export const FILTER_FLAGS = {
  inbox: ['<slug>', 'only those in this inbox', 'inbox'],
  tag: ['<name>', 'only those with this tag', 'tag'],
  status: ['<name>', 'only those with this status', 'status'],
  agent: ['<who>', 'only those of this agent: a name, an address, me or none', 'assignee'],
} as const satisfies Readonly<Record<string, readonly [value: string, help: string, key: FilterKey]>>;

/** The values of a list's flags. */
export type ListFlags = { readonly [Flag in keyof typeof FILTER_FLAGS]?: readonly string[] } & {
  readonly view?: string;
  readonly sort?: string;
  readonly limit?: number;
};

/** The flags as keys of the filter language, with their values. */
export function filterKeysOf(flags: ListFlags): readonly (readonly [FilterKey, string])[] {
  const named = Object.entries(FILTER_FLAGS).flatMap(([flag, [, , key]]) =>
    (flags[flag as keyof typeof FILTER_FLAGS] ?? []).map(value => [key, value] as const),
  );
  return flags.sort === undefined ? named : [...named, ['sort', flags.sort]];
}

/** The forms of an export. */
export const exportForms = ['ndjson', 'mbox', 'eml'] as const;
