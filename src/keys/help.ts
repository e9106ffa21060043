import type { ActionId, KeyNames } from '../state/world/overlay.ts';
import type { World } from '../state/world.ts';
import { nearest } from '../text/nearest.ts';
import { join, type SafeText, safeLine, t } from '../text/safe.ts';
import { whyUnavailable } from './act.ts';
import type { AnyAction, KeyScope } from './action.ts';
import { BOX_KEYS } from './box-keys.ts';
import { groupsOf } from './help-groups.ts';
import { type Bound, keysOf, SCOPES_OF, scopeOf } from './keymap.ts';
import type { ChoicesPart } from './parts.ts';

/** One row of the help: an action with its keys as a person reads them. */
export interface HelpRow {
  readonly action: AnyAction;
  readonly keys: SafeText;
  /** Its keys work in the pane that has them now. */
  readonly isHere: boolean;
  /** The subject of its group; undefined in the palette, and in the result of a filter. */
  readonly group?: SafeText;
}

/** The entries of the help and the palette. */
type Offered = Pick<Bound, 'actions' | 'places'>;

/** The keys that have a name of their own, and what a person calls them. */
export const KEY_NAMES: Readonly<Record<string, string>> = {
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  enter: 'Enter',
  esc: 'Esc',
  tab: 'Tab',
  'shift-tab': 'Shift-Tab',
  space: 'Space',
  pgup: 'PgUp',
  pgdn: 'PgDn',
  home: 'Home',
  end: 'End',
};

/** The heading above the keys of each scope. */
export const SCOPE_TITLES: Readonly<Record<KeyScope, SafeText>> = {
  everywhere: t`Everywhere`,
  conversations: t`Conversations (list and detail)`,
  list: t`List`,
  detail: t`Detail`,
  inboxes: t`Inboxes`,
};

/** A key or a sequence as a person reads it: `gg`, `Ctrl-d`, `↓`. */
export function keyLabel(keys: string): SafeText {
  const labels = keys
    .split(' ')
    .map(key => KEY_NAMES[key] ?? key.replace(/^(ctrl|alt)-/, name => `${name[0]!.toUpperCase()}${name.slice(1)}`));
  return safeLine(labels.join(''));
}

/**
 * The name of each action's key in sentences: its first key, as `label` names it, or how the palette finds it. A key in
 * boxes may have none.
 */
export function keyNamesOf({ actions, boxKeys }: Pick<Bound, 'actions' | 'boxKeys'>, label = keyLabel): KeyNames {
  const named = actions.map(action => {
    const [key] = keysOf(action);
    return [action.id, key === undefined ? t`: ${action.title}` : label(key)] as const;
  });
  const none = Object.keys(BOX_KEYS).map(id => [id, t`no key`] as const);
  const inBoxes = [...boxKeys].toReversed().map(([key, id]) => [id, label(key)] as const);
  return Object.fromEntries([...named, ...none, ...inBoxes]) as KeyNames;
}

/** Whether an action has a key. */
export function hasKey(keyNames: KeyNames, id: ActionId): boolean {
  return !keyNames[id]!.startsWith(': ');
}

/** All keys of an action, the first one first. */
function keyLabels(action: AnyAction): SafeText {
  return join(keysOf(action).map(keyLabel), t` `);
}

/**
 * The rows of the help: the actions of this place in their groups, or, in the palette, these and then all others. A
 * filter keeps the rows that contain each of its words: first in title, key or id, then in the sentence of the help and
 * in other words for it. If no row does, a mistyped word is replaced by the word it resembles. What cannot act in this
 * world comes last. The palette also goes to `#1042` and to inboxes.
 */
export function helpRows(bound: Offered, world: World, filter: string, isPalette = false): readonly HelpRow[] {
  const found = rowsOf(bound, world, filter, isPalette);
  const meant = found.length > 0 ? filter : corrected(filter, bound.actions);
  const { can = [], cannot = [] } = Object.groupBy(
    meant === filter ? found : rowsOf(bound, world, meant, isPalette),
    ({ action }) => (whyUnavailable(action, world) === undefined ? 'can' : 'cannot'),
  );
  const isGrouped = !isPalette && filter.trim() === '';
  return isGrouped
    ? [...inGroups(can, hintedIn(bound.actions, world)), ...cannot.map(row => ({ ...row, group: t`Not now` }))]
    : [...can, ...cannot];
}

function inGroups(rows: readonly HelpRow[], hinted: readonly AnyAction[]): readonly HelpRow[] {
  const byAction = new Map(rows.map(row => [row.action, row]));
  return groupsOf(
    [...byAction.keys()],
    hinted.filter(action => byAction.has(action)),
  ).flatMap(({ title, actions }) => actions.map(action => ({ ...byAction.get(action)!, group: title })));
}

/** A filter of more words names no action, and each word is compared with all known ones. */
const MAX_CORRECTED = 6;

/** The filter with each mistyped word replaced by the word of an action that it probably means. */
function corrected(filter: string, all: readonly AnyAction[]): string {
  const words = wordsOf(filter);
  if (words.length > MAX_CORRECTED) return filter;
  const known = [...new Set(all.flatMap(({ title, words: others = [] }) => [...wordsOf(title), ...others]))];
  return words.map(word => (known.some(name => name.includes(word)) ? word : (nearest(word, known) ?? word))).join(' ');
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[\s…:]+/)
    .filter(Boolean);
}

function rowsOf({ actions, places }: Offered, world: World, filter: string, isPalette: boolean): readonly HelpRow[] {
  const scopes = SCOPES_OF[world.pane];
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = actions.map(action => ({ action, keys: keyLabels(action), isHere: scopes.includes(scopeOf(action)) }));
  const withoutKey = (action: AnyAction): HelpRow => ({ action, keys: t``, isHere: true });
  const asked = isPalette ? places.conversations(filter).map(withoutKey) : [];
  const lists = isPalette ? places.lists(world).map(withoutKey) : [];
  const others = isPalette ? rows.filter(row => !row.isHere) : [];
  const listed = [...rows.filter(row => row.isHere), ...others, ...lists];
  const named = listed.filter(row => holds(words, nameOf(row)));
  const described = listed.filter(row => !named.includes(row) && holds(words, aboutOf(row)));
  return [...asked, ...named, ...described];
}

function holds(words: readonly string[], text: string): boolean {
  const searched = text.toLowerCase();
  return words.every(word => searched.includes(word));
}

function nameOf({ action, keys }: HelpRow): string {
  return `${action.title} ${keys} ${action.id}`;
}

function aboutOf(row: HelpRow): string {
  const { help, words = [] } = row.action;
  return [nameOf(row), help, ...words].join(' ');
}

/** The further keys of a list to choose from: `a new`. */
export function choiceKeyWords({ keys = [] }: ChoicesPart<unknown, unknown>, label = keyLabel): readonly SafeText[] {
  return keys.flatMap(({ key, word }) => (word === undefined ? [] : [t`${label(key)} ${word}`]));
}

/** The footer's keys in a pane, most used first: `e archive`. */
export function hintsOf(all: Bound['actions'], world: Hinting): readonly (readonly [SafeText, SafeText])[] {
  return hintedIn(all, world).map(({ id, hint }) => [world.keyNames[id]!, hint!] as const);
}

type Hinting = Pick<World, 'pane' | 'keyNames'>;

/** The actions that the footer names in a pane. */
function hintedIn(all: Bound['actions'], { pane, keyNames }: Hinting): Bound['actions'] {
  return all.filter(
    one => one.hint !== undefined && hasKey(keyNames, one.id) && SCOPES_OF[pane].includes(scopeOf(one)),
  );
}

/** The actions of one scope, under its title. */
export interface KeySection {
  readonly scope: KeyScope;
  readonly title: SafeText;
  readonly actions: readonly AnyAction[];
}

/** All actions by their scopes, in the order of the help; a scope without any is left out. */
export function keySections(actions: readonly AnyAction[]): readonly KeySection[] {
  const scopes = Object.keys(SCOPE_TITLES) as KeyScope[];
  return scopes
    .map(scope => ({ scope, title: SCOPE_TITLES[scope], actions: actions.filter(action => scopeOf(action) === scope) }))
    .filter(section => section.actions.length > 0);
}

/** The objects of the actions of a scope, as a sentence; undefined if their help says it. */
export function actsOn(scope: KeyScope): SafeText | undefined {
  return scope === 'conversations' ? t`They act on the marked conversations, or on the one at the cursor.` : undefined;
}

/** The key table of the guide, as Markdown: one section per scope. */
export function keyTable(actions: readonly AnyAction[]): string {
  return keySections(actions)
    .map(section => {
      const rows = section.actions.map(
        action => `| ${cell(keyCells(action))} | ${cell(action.title)} | ${cell(action.help)} |`,
      );
      const note = actsOn(section.scope);
      const notes = note === undefined ? [] : [note, ''];
      return [`### ${section.title}`, '', ...notes, '| Key | Action | |', '|---|---|---|', ...rows].join('\n');
    })
    .join('\n\n');
}

function keyCells(action: AnyAction): string {
  return keysOf(action).length === 0
    ? '(palette)'
    : keysOf(action)
        .map(keys => `\`${keyLabel(keys)}\``)
        .join(' ');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
