import type { BoxKeyId } from '../state/world/overlay.ts';
import { type SafeText, safeLine, t } from '../text/safe.ts';
import type { AnyAction } from './action.ts';
import { BOX_KEYS } from './box-keys.ts';
import { KEY_NAMES, keyLabel } from './help.ts';
import { type Bound, boxKeysOf, buildKeymap, keysOf, SCOPES_OF, scopeOf } from './keymap.ts';

/** Keys of the agent's own by the ids of actions and of keys in boxes, in the order in which they were given; none: `[]`. */
export type OwnKeys = Readonly<Record<string, readonly string[]>>;

/** A binding that does not count, and why, as the end of a sentence about it. */
export interface KeyFault {
  readonly id: string;
  readonly why: SafeText;
}

/** Keys that a terminal sends as others. */
const SENT_AS: Readonly<Record<string, string>> = {
  'ctrl-i': 'tab',
  'ctrl-m': 'enter',
  'ctrl-[': 'esc',
  'ctrl-h': 'backspace',
};
const NAMED = new Set([
  ...Object.keys(KEY_NAMES),
  'backspace',
  'delete',
  'insert',
  ...Array.from({ length: 12 }, (_, at) => `f${at + 1}`),
]);
const MAX_SEQUENCE = 3;

/**
 * A key or a sequence as a person writes it (`B`, `gx`, `g x`, `Ctrl-t`), in the form of the keymap; or the reason why
 * it is not one.
 */
export function readKeys(written: string): { readonly keys: string } | { readonly why: SafeText } {
  const parts = written
    .trim()
    .split(/\s+/)
    .flatMap(word => partsOf(word));
  const strange = parts.find(part => namedKey(part) === undefined);
  const keys = parts.flatMap(part => namedKey(part) ?? []);
  const same = keys.find(key => key in SENT_AS);
  if (same) return { why: t`has ${keyLabel(same)}, which a terminal sends as ${keyLabel(SENT_AS[same]!)}` };
  if (strange !== undefined || keys.length === 0 || keys.length > MAX_SEQUENCE)
    return { why: t`must be a key such as "B", "gx" or "Ctrl-t", or a sequence of at most ${MAX_SEQUENCE}` };
  return { keys: keys.join(' ') };
}

/** A word of letters alone is the sequence of them, if it names no key. */
function partsOf(word: string): readonly string[] {
  const isName = namedKey(word) !== undefined || word.includes('-');
  return isName ? [word] : [...word];
}

function namedKey(word: string): string | undefined {
  if ([...word].length === 1) return word;
  const name = word.toLowerCase();
  const named = Object.keys(KEY_NAMES).find(key => KEY_NAMES[key]!.toLowerCase() === name) ?? name;
  const chord = /^ctrl-(.+)$/.exec(named)?.[1];
  const isChord = chord !== undefined && (/^[a-z\\\]^_[]$/.test(chord) || NAMED.has(chord));
  return NAMED.has(named) || isChord ? named : undefined;
}

interface Claim {
  readonly action: AnyAction;
  readonly keys: string;
}

/**
 * The bindings with the agent's own: an action has those in place of all its default ones, and a default that is, begins or
 * continues one of them is lost. Of two own ones that collide, the first counts.
 */
export function withOwnKeys(
  bound: Bound,
  own: OwnKeys,
): { readonly bound: Bound; readonly faults: readonly KeyFault[] } {
  const claims: Claim[] = [];
  const faults: KeyFault[] = [];
  const mine = new Map<string, readonly string[]>();
  for (const [id, given] of Object.entries(own)) {
    const action = bound.actions.find(one => one.id === id) ?? bound.named(id);
    const kept = given.filter(keys => {
      const other = action && claims.find(claim => collide(claim, { action, keys }));
      if (other)
        faults.push({
          id,
          why: t`has ${keyLabel(keys)}, which ${safeLine(other.action.id)} has already: the first one counts`,
        });
      else if (action) claims.push({ action, keys });
      return other === undefined;
    });
    if (action) mine.set(id, kept);
  }
  const more = Object.keys(own).flatMap(id => bound.named(id) ?? []) as unknown as Bound['actions'];
  const actions = [...bound.actions, ...more].map(action => {
    const keys =
      mine.get(action.id) ?? keysOf(action).filter(one => !claims.some(claim => collide(claim, { action, keys: one })));
    return keys.length === keysOf(action).length && !mine.has(action.id) ? action : { ...action, keys };
  });
  return { bound: { ...bound, actions, keymap: buildKeymap(actions), ...boxKeys(own, faults) }, faults };
}

function collide(one: Claim, other: Claim): boolean {
  const panes = Object.values(SCOPES_OF);
  const isTogether = panes.some(
    scopes => scopes.includes(scopeOf(one.action)) && scopes.includes(scopeOf(other.action)),
  );
  const [a, b] = [`${one.keys} `, `${other.keys} `];
  return isTogether && (a.startsWith(b) || b.startsWith(a));
}

function boxKeys(own: OwnKeys, faults: KeyFault[]): Pick<Bound, 'boxKeys'> {
  const wanted = Object.fromEntries(Object.entries(own).filter(([id]) => id in BOX_KEYS)) as Partial<
    Record<BoxKeyId, readonly string[]>
  >;
  const taken = new Map<string, string>();
  const kept = Object.entries(wanted).map(([id, keys]) => {
    const mine = keys.filter(key => {
      const other = taken.get(key);
      if (other !== undefined)
        faults.push({ id, why: t`has ${keyLabel(key)}, which ${safeLine(other)} has already: the first one counts` });
      else if ([...key].length === 1 || key.includes(' '))
        faults.push({ id, why: t`has ${keyLabel(key)}, which would be typed into the text` });
      else taken.set(key, id);
      return taken.get(key) === id;
    });
    return [id, mine] as const;
  });
  return { boxKeys: boxKeysOf(Object.fromEntries(kept)) };
}
