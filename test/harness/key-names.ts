import { actions, bound } from '../../src/actions/index.ts';
import { BOX_KEYS } from '../../src/keys/box-keys.ts';
import { keyNamesOf } from '../../src/keys/help.ts';
import { keysOf } from '../../src/keys/keymap.ts';
import type { ActionId, BoxKeyId } from '../../src/state/world/overlay.ts';
import { keyBytes } from './key-bytes.ts';

/** The keys of the actions as they are without settings. */
export const keyNames = keyNamesOf(bound);

const firstKeys = new Map<string, string | undefined>([
  ...actions.map(action => [action.id, keysOf(action)[0]] as const),
  ...Object.entries(BOX_KEYS).map(([id, { key }]) => [id, key] as const),
]);

/** What can be pressed: an id of no action does not compile, and other names are keys. */
export type Pressed<Name extends string> = Name extends ActionId | BoxKeyId | '.'
  ? Name
  : Name extends `${string}.${string}`
    ? never
    : Name;

/** The keys that run an action, named by its id; any other name is a key. Throws for an id without a key, or a wrong one. */
export function keysFor(name: string): readonly string[] {
  const isId = firstKeys.has(name);
  if (!isId && !/[a-z]\.[a-z]/.test(name)) return [name];
  const keys = firstKeys.get(name);
  if (keys === undefined) throw new Error(isId ? `${name} has no key.` : `There is no action ${name}.`);
  return keys.split(' ');
}

/** The bytes of actions and keys, for a test that sends several in one write. */
export function bytesFor<Name extends string>(...names: readonly Pressed<Name>[]): string {
  return names.flatMap(keysFor).map(keyBytes).join('');
}
