import type { AnyAction } from '../keys/action.ts';
import { keyNamed } from '../keys/key-words.ts';
import { type Bound, continuationsOf, meaningOf } from '../keys/keymap.ts';
import type { ActionId } from '../state/world/overlay.ts';
import type { Pane } from '../state/world.ts';
import { nearest } from '../text/nearest.ts';
import type { ActionNames } from './names.ts';

/** A typed action: its conversations, and the words that answer its question. */
export interface Typed {
  readonly action: AnyAction;
  readonly ids: readonly number[];
  readonly words: string;
  /** How often a step is made. */
  readonly times?: number;
}

/** The meaning of a typed line. */
export type LineMeaning =
  | ({ readonly kind: 'action' } & Typed)
  | { readonly kind: 'which'; readonly typed: readonly Typed[] }
  | { readonly kind: 'conversation'; readonly id: number }
  | {
      readonly kind: 'keys';
      readonly keys: string;
      readonly more: readonly { readonly keys: string; readonly action: AnyAction }[];
    }
  | { readonly kind: 'nothing'; readonly word: string; readonly nearest: string | undefined };

/** The names that only lines have: on a screen the arrows say it. `later 12 fri` puts off, and lists no view. */
const SYNONYMS: Readonly<Record<string, ActionId>> = {
  later: 'conversation.snooze',
  next: 'cursor.down',
  previous: 'cursor.up',
  prev: 'cursor.up',
};
const MAX_NAME_WORDS = 4;
/** These keys need no blank before the text behind them. */
const LEADERS = new Set(['/', ':', '?']);
const PANES: readonly Pane[] = ['list', 'detail', 'inboxes'];

interface Reader {
  readonly bound: Bound;
  readonly names: ActionNames;
  readonly pane: Pane;
}

/** Reads a line: a name or keys, numbers of conversations, then words. */
export function understand(reader: Reader, line: string): LineMeaning {
  const first = line[0] ?? '';
  if (/^#?\d{2,15}$|^#\d$/.test(line)) return { kind: 'conversation', id: Number(line.replace('#', '')) };
  if (LEADERS.has(first)) return read(reader, byKeys(reader, [first]), line.slice(1).trim()) ?? nothing(reader, first);
  const tokens = line.split(/\s+/);
  for (let count = Math.min(MAX_NAME_WORDS, tokens.length); count > 0; count -= 1) {
    const head = tokens.slice(0, count);
    const meaning = read(reader, count === 1 ? byWord(reader, head[0]!) : byWords(reader, head), restOf(line, head));
    if (meaning) return meaning;
  }
  return nothing(reader, tokens[0] ?? '');
}

function nothing({ names }: Reader, word: string): LineMeaning {
  return { kind: 'nothing', word, nearest: nearest(word, [...Object.keys(SYNONYMS), ...names.all]) };
}

/** Actions that a name means, or keys that begin longer ones in a pane. */
type NameMatches =
  | { readonly actions: readonly AnyAction[] }
  | { readonly keys: readonly string[]; readonly pane: Pane };

function byWord(reader: Reader, word: string): NameMatches | undefined {
  const key = keyNamed(word);
  const keyed = key === undefined ? undefined : byKeys(reader, [key]);
  if (keyed !== undefined && key === word) return keyed;
  const about = reader.names.about(word.toLowerCase());
  const meant = byName(reader, word) ?? keyed ?? byKeys(reader, [...word]);
  return meant ?? (about.length > 0 ? { actions: about } : undefined);
}

function byName({ bound, names }: Reader, word: string): NameMatches | undefined {
  const name = word.toLowerCase();
  const own = bound.actions.filter(({ id }) => id === SYNONYMS[name]);
  const actions = own.length > 0 ? own : names.called(name);
  return actions.length > 0 ? { actions } : undefined;
}

function byWords(reader: Reader, words: readonly string[]): NameMatches | undefined {
  const named = byName(reader, words.join(' '));
  const keys = words.map(keyNamed).filter(key => key !== undefined);
  const keyed = keys.length === words.length ? byKeys(reader, keys) : undefined;
  return named ?? (keyed && 'actions' in keyed ? keyed : undefined);
}

/** The meaning of keys in the pane that has them, otherwise in the first one in which they mean something. */
function byKeys({ bound, pane: own }: Reader, keys: readonly string[]): NameMatches | undefined {
  for (const pane of [own, ...PANES]) {
    const meaning = meaningOf(bound.keymap, pane, keys);
    if (meaning === 'prefix') return { keys, pane };
    if (meaning !== 'nothing') return { actions: [meaning.action] };
  }
  return undefined;
}

function read({ bound }: Reader, found: NameMatches | undefined, rest: string): LineMeaning | undefined {
  if (found === undefined) return undefined;
  if ('keys' in found) {
    const { keys, pane } = found;
    return rest === ''
      ? { kind: 'keys', keys: keys.join(' '), more: continuationsOf(bound.keymap, pane, keys) }
      : undefined;
  }
  const typed = found.actions.map(action => typedFor(action, rest));
  return typed.length === 1 ? { kind: 'action', ...typed[0]! } : { kind: 'which', typed };
}

/** A step of the cursor takes how often it is made. */
const STEPS = /^cursor\..*(?:up|down)$/;
/** Actions of the list that take the numbers of conversations. */
const OF_LIST: ReadonlySet<string> = new Set<ActionId>(['open', 'list.mark']);

/** A number of one digit answers the action's question, unless it has none or a `#` marks a conversation. */
function typedFor(action: AnyAction, rest: string): Typed {
  if (STEPS.test(action.id) && /^\d{1,3}$/.test(rest)) return { action, ids: [], words: '', times: Number(rest) };
  if (action.scope !== 'conversations' && action.scope !== 'detail' && !OF_LIST.has(action.id))
    return { action, ids: [], words: rest };
  const number = takesWords(action) ? /^(?:#\d{1,15}|\d{2,15})(?=\s|$),?\s*/ : /^#?\d{1,15}(?=\s|$)\s*/;
  const ids: number[] = [];
  let words = rest;
  for (let found = number.exec(words); found; found = number.exec(words)) {
    ids.push(Number(found[0].replace(/\D/g, '')));
    words = words.slice(found[0].length);
  }
  return { action, ids, words };
}

/** Whether words behind an action can answer its question. */
export function takesWords({ id, flows }: AnyAction): boolean {
  return flows !== undefined || OPENS_OTHERS.has(id);
}

/** Their box belongs to another action, or to the help. */
const OPENS_OTHERS: ReadonlySet<string> = new Set<ActionId>(['help', 'palette', 'palette.number']);

/** The typed text behind these words. */
function restOf(line: string, words: readonly string[]): string {
  return words.reduce((rest, word) => rest.slice(rest.indexOf(word) + word.length), line).trimStart();
}
