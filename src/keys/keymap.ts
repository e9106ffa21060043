import type { ActionId, BoxKeyId } from '../state/world/overlay.ts';
import type { Pane, World } from '../state/world.ts';
import type { AnyAction, KeyScope } from './action.ts';
import { BOX_KEYS } from './box-keys.ts';
import { inLatin } from './second-alphabet.ts';

/** The scopes whose keys work in a pane, innermost first. */
export const SCOPES_OF: Readonly<Record<Pane, readonly KeyScope[]>> = {
  inboxes: ['inboxes', 'everywhere'],
  list: ['list', 'conversations', 'everywhere'],
  detail: ['detail', 'conversations', 'everywhere'],
};

/** The bindings of a pane: whole sequences to actions, and the beginnings of longer ones. */
interface Bindings {
  readonly actions: ReadonlyMap<string, AnyAction>;
  readonly prefixes: ReadonlySet<string>;
}

/** The meaning of each key and sequence, by the pane that has the keys. */
export type Keymap = Readonly<Record<Pane, Bindings>>;

/** Other places that the palette goes to, as actions without a key. */
export interface PalettePlaces {
  /** The conversation that a filter names by its number; undefined if it names none. */
  readonly conversations: (filter: string) => readonly AnyAction[];
  /** The lists that no action of its own goes to: the inboxes, the saved views. */
  readonly lists: (world: World) => readonly AnyAction[];
}

/** All that an agent can do, and the keys for it. */
export interface Bound {
  readonly actions: readonly (AnyAction & { readonly id: ActionId })[];
  readonly keymap: Keymap;
  /** The keys inside boxes, besides those that never change. */
  readonly boxKeys: ReadonlyMap<string, BoxKeyId>;
  readonly places: PalettePlaces;
  /** The action of an id that none of these has, to which the agent can bind a key: `reply:refund`. */
  readonly named: (id: string) => AnyAction | undefined;
}

/** Everything that the agent of a desk can do. */
export function boundIn({ bound }: World): Bound {
  return bound as Bound;
}

/** The meaning of a sequence in a pane. */
export type KeyMeaning = { readonly action: AnyAction } | 'prefix' | 'nothing';

/** Where an action's keys work. */
export function scopeOf({ scope = 'everywhere' }: AnyAction): KeyScope {
  return scope;
}

/** The keys of an action; none if only the palette has it. */
export function keysOf({ keys = [] }: AnyAction): readonly string[] {
  return keys;
}

/** The keys inside boxes: the default ones, except those that `own` replaces. */
export function boxKeysOf(own: Partial<Record<BoxKeyId, readonly string[]>> = {}): Bound['boxKeys'] {
  const ids = Object.keys(BOX_KEYS) as BoxKeyId[];
  const given = ids.flatMap(id => (own[id] ?? []).map(key => [key, id] as const));
  const taken = new Set(given.map(([key]) => key));
  const defaults = ids.flatMap(id => (own[id] || taken.has(BOX_KEYS[id].key) ? [] : [[BOX_KEYS[id].key, id] as const]));
  return new Map<string, BoxKeyId>([...given, ...defaults]);
}

/** Builds the keymap. Throws if two actions claim the same key in one pane, or a key begins another's sequence. */
export function buildKeymap(actions: readonly AnyAction[]): Keymap {
  return {
    inboxes: bindingsOf('inboxes', actions),
    list: bindingsOf('list', actions),
    detail: bindingsOf('detail', actions),
  };
}

function bindingsOf(pane: Pane, actions: readonly AnyAction[]): Bindings {
  const bound = new Map<string, AnyAction>();
  const prefixes = new Set<string>();
  for (const action of actions) {
    if (!SCOPES_OF[pane].includes(scopeOf(action))) continue;
    for (const keys of keysOf(action)) {
      const other = bound.get(keys);
      if (other) throw new Error(`${keys} is bound to ${other.id} and to ${action.id}`);
      bound.set(keys, action);
      const parts = keys.split(' ');
      for (let length = 1; length < parts.length; length++) prefixes.add(parts.slice(0, length).join(' '));
    }
  }
  for (const prefix of prefixes) {
    const shadowed = bound.get(prefix);
    if (shadowed) throw new Error(`${prefix} is bound to ${shadowed.id} and begins a sequence`);
  }
  return { actions: bound, prefixes };
}

/** The sequence as it was typed, and as the same keys of a Latin layout. A binding of the first one counts. */
function waysToRead(keys: readonly string[]): readonly string[] {
  return [keys.join(' '), keys.map(inLatin).join(' ')];
}

/** Looks a sequence of keys up. */
export function meaningOf(keymap: Keymap, pane: Pane, keys: readonly string[]): KeyMeaning {
  const { actions, prefixes } = keymap[pane];
  for (const sequence of waysToRead(keys)) {
    const action = actions.get(sequence);
    if (action) return { action };
    if (prefixes.has(sequence)) return 'prefix';
  }
  return 'nothing';
}

/** The continuations of the keys typed so far: the rest of each sequence with its action. */
export function continuationsOf(keymap: Keymap, pane: Pane, prefix: readonly string[]) {
  const { actions, prefixes } = keymap[pane];
  const start = `${waysToRead(prefix).find(keys => prefixes.has(keys))} `;
  return [...actions]
    .filter(([keys]) => keys.startsWith(start))
    .map(([keys, action]) => ({ keys: keys.slice(start.length), action }));
}
