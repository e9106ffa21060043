import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { conversationOf } from '../visible.ts';
import { statusesOf } from '../words/names.ts';
import type { World } from '../world.ts';
import { dayOf } from './dates.ts';
import { agentValue, inboxValue, leaveOut } from './language.ts';
import { excludableKeys, type FilterKey, type FilterPiece } from './tokens.ts';
import { flagNames, heldNames, knownKeys, knownSorts, takesMore } from './values.ts';
import { everything } from './views.ts';

/** One thing that the piece being typed can become. */
export interface FilterCandidate {
  readonly name: SafeText;
  /** Another name that it is found by. */
  readonly also?: SafeText;
  /** How many conversations have it, as the help center last said; absent if it does not say. */
  readonly count?: number | null;
  /** As it is written in the line, if that is not its name. */
  readonly written?: () => string;
}

/** Customers are taken from this many rows of the list, however many are loaded. */
const MAX_ROWS = 500;
const DAYS = [t`today`, t`yesterday`, t`7d`, t`2w`, t`30d`];
/** They end at each month; a year has no more. */
const MONTHS = 12;

type CandidatesOf = (world: World, piece: FilterPiece) => readonly FilterCandidate[];

const sources: Readonly<Record<FilterKey, CandidatesOf>> = {
  status: world => statusesOf(world).map(({ name }) => ({ name })),
  assignee: (world, { isQuoted }) => [
    // In quotes they are names.
    ...(isQuoted ? [] : [{ name: t`me` }, { name: t`none` }]),
    ...agents(world),
  ],
  tag: world => world.base.tags.map(({ name, conversations }) => ({ name, count: conversations })),
  inbox: world =>
    world.base.inboxes.map(({ id, name, counts }) => ({
      name: name || t`#${id}`,
      count: counts.unresolved ?? counts.open,
      written: () => inboxValue(world, id),
    })),
  is: (world, piece) =>
    flagNames(world)
      .filter(name => !piece.isNegative || canLeaveOut(name, piece, world))
      .map(name => ({ name })),
  before: days,
  after: days,
  from: customers,
  by: (world, { isQuoted }) => [...(isQuoted ? [] : [{ name: t`me` }]), ...agents(world)],
  due: () => [t`40m`, t`2h`, t`1d`].map(name => ({ name })),
  sample: () => [t`10`, t`20`, t`50`].map(name => ({ name })),
  has: () => heldNames.map(name => ({ name })),
  counted: () => [],
  sort: world => knownSorts(world).map(name => ({ name: safeLine(name) })),
};

/** Everything that can stand in place of a piece: keys, or the values of its key. Bounded, however long the list is. */
export function candidatesOf(world: World, piece: FilterPiece): readonly FilterCandidate[] {
  const { key, isQuoted } = piece;
  const keys = keysOf(world, piece);
  if (key !== null) return keys.includes(key) ? sources[key](world, piece) : [];
  return isQuoted ? [] : keys.map(name => ({ name: safeLine(`${name}:`) }));
}

function keysOf(world: World, { isNegative }: FilterPiece): readonly FilterKey[] {
  if (!isNegative) return knownKeys(world);
  return excludableKeys.filter(key => takesMore(world) || key === 'status' || key === 'is');
}

function canLeaveOut(value: SafeText, piece: FilterPiece, world: World): boolean {
  return 'query' in leaveOut(everything, { ...piece, value, text: '', end: 0 }, world);
}

/** By their addresses if two have the same name. */
function agents(world: World): readonly FilterCandidate[] {
  const byName = Map.groupBy(world.base.agents, ({ name }) => name.toLowerCase());
  return world.base.agents.map(({ id, name, email }) => {
    const isShared = name === '' || byName.get(name.toLowerCase())!.length > 1;
    if (isShared && email !== '') return { name: email, also: name };
    return { name: name || t`#${id}`, also: email, written: () => agentValue(world, id) };
  });
}

function days({ now }: World, { value }: FilterPiece): readonly FilterCandidate[] {
  if (/^\d{1,3}$/.test(value)) return [t`${value as SafeText}d`, t`${value as SafeText}w`].map(name => ({ name }));
  if (!/^\d/.test(value)) return DAYS.map(name => ({ name }));
  const today = dayOf('today', now) ?? '';
  const [year = 0, month = 1] = today.split('-').map(Number);
  const months = Array.from({ length: MONTHS }, (_, back) => monthText(year * MONTHS + month - 1 - back));
  return [safeLine(today), ...months].map(name => ({ name }));
}

/** A month, counted from the year 0, as `2026-01`. */
function monthText(month: number): SafeText {
  return safeLine(`${Math.floor(month / MONTHS)}-${String((month % MONTHS) + 1).padStart(2, '0')}`);
}

/** The customers of the first rows, each once. */
function customers(world: World): readonly FilterCandidate[] {
  const found = new Map<string, FilterCandidate>();
  for (const id of world.list.rows.slice(0, MAX_ROWS)) {
    const requester = conversationOf(world, id)?.requester;
    const name = requester?.name || requester?.email;
    if (requester && name && !found.has(name)) found.set(name, { name, also: requester.email ?? t`` });
  }
  return [...found.values()];
}
