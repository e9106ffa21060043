/**
 * The kinds of values that the shell can offer for a flag or an argument, beyond the words that its declaration lists.
 */
export type ValueKind =
  | 'inbox'
  | 'tag'
  | 'agent'
  | 'status'
  | 'view'
  | 'profile'
  | 'file'
  | 'command'
  | 'endpoint'
  | 'filter';

/** By the name of the flag, of its value or of the argument, without a plural's s. */
const KINDS: Readonly<Record<string, ValueKind>> = {
  inbox: 'inbox',
  slug: 'inbox',
  tag: 'tag',
  agent: 'agent',
  email: 'agent',
  status: 'status',
  view: 'view',
  profile: 'profile',
  file: 'file',
  path: 'file',
  database: 'file',
  folder: 'file',
  program: 'file',
  command: 'command',
  endpoint: 'endpoint',
  filter: 'filter',
};

/** The kind of the first of these names that has one; none if it is a new name. */
export function valueKindOf(names: readonly string[]): ValueKind | undefined {
  if (names.some(name => name.startsWith('new-'))) return undefined;
  const found = names.find(name => keyOf(name) in KINDS);
  return found === undefined ? undefined : KINDS[keyOf(found)];
}

function keyOf(name: string): string {
  return name.toLowerCase().replace(/e?s$/, ending => (name.toLowerCase() === 'status' ? ending : ending.slice(0, -1)));
}
