import { type Command, Option } from 'commander';
import { sorts } from '../../../state/order.ts';
import type { FilterKey } from '../../../state/query/tokens.ts';

/** The flags that say the same as a key of the filter language. */
const KEY_FLAGS = {
  inbox: ['<slug>', 'only those in this inbox', 'inbox'],
  tag: ['<name>', 'only those with this tag', 'tag'],
  status: ['<name>', 'only those with this status', 'status'],
  agent: ['<who>', 'only those of this agent: a name, an address, me or none', 'assignee'],
} as const satisfies Readonly<Record<string, readonly [value: string, help: string, key: FilterKey]>>;

/** What the flags of a list give. */
export type ListFlags = { readonly [Flag in keyof typeof KEY_FLAGS]?: readonly string[] } & {
  readonly view?: string;
  readonly sort?: string;
  readonly limit?: number;
};

/** Adds the flags that choose conversations. */
export function addListFlags(command: Command): Command {
  command.option('--view <name>', 'those of a view of the desk, by its name');
  for (const [flag, [value, help]] of Object.entries(KEY_FLAGS))
    command.option(`--${flag} ${value}`, help, (one: string, more: readonly string[] = []) => [...more, one]);
  return command.addOption(new Option('--sort <order>', 'the order').choices(sorts));
}

/** The flags as keys of the filter language, with their values. */
export function filterKeysOf(flags: ListFlags): readonly (readonly [FilterKey, string])[] {
  const sort = flags.sort === undefined ? [] : [['sort', flags.sort] as const];
  const keys = Object.entries(KEY_FLAGS) as [keyof typeof KEY_FLAGS, (typeof KEY_FLAGS)[keyof typeof KEY_FLAGS]][];
  return [...keys.flatMap(([flag, [, , key]]) => (flags[flag] ?? []).map(value => [key, value] as const)), ...sort];
}
