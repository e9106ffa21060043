import {
  type ConflictingChange,
  conflicting,
  journalOf,
  madeByAgent,
  unconfirmed,
} from '../../state/operations/operation.ts';
import { conflictText } from '../../state/outbox/conflict-words.ts';
import { behindQuestions } from '../../state/outbox/turns.ts';
import { titleOf } from '../../state/outbox/withdraw.ts';
import { wordsIn } from '../../state/outbox/written-words.ts';
import { MADE_BEFORE } from '../../state/sync/epoch.ts';
import type { PendingChange, RefusedChange, World } from '../../state/world.ts';
import { counted } from '../../text/numbers.ts';
import { type SafeBlock, type SafeText, safeBlock, t } from '../../text/safe.ts';
import { wrap } from '../../text/wrap.ts';

/** The widest line, in columns; a longer one is wrapped. */
const MAX_COLUMNS = 92;
/** At most this many reasons of one change, and lines of its text, are shown. */
const MAX_REASONS = 5;
const MAX_WRITTEN_LINES = 6;

/** It waits for the agent's decision, because it is unknown whether it was carried out. */
export function isAsking(change: PendingChange): boolean {
  return change.state === 'asks' && change.about === 'outcome';
}

/** It waits for the agent's decision in one way or another. */
export function asks(change: PendingChange): boolean {
  return change.state === 'asks';
}

/** The same, but for a held change, which has a box of its own. */
export function isOpenInOutbox(change: PendingChange): boolean {
  return change.state === 'asks' && change.about !== 'hold';
}

/** The changes that need the agent: those that ask, and refused ones. */
export function openLines(world: World, atMs: number): readonly SafeText[] {
  const asking = unconfirmed(world);
  const conflicts = conflicting(world);
  return [
    ...section(
      t`Asks         ${counted(asking.length, t`change`)} not confirmed by the help center`,
      asking,
      change => [
        t`  ${titleOf(change, world)} · ${ageOf(change.at, atMs)} old`,
        ...wrapped(world, change.problem ?? t``),
      ],
    ),
    ...section(
      t`Asks         ${counted(conflicts.length, t`change`)}, because of what others did since`,
      conflicts,
      change => conflictLines(world, change, atMs),
    ),
    ...section(t`Refused      ${counted(world.refused.length, t`change`)}`, world.refused, change =>
      refusedLines(world, change, atMs),
    ),
  ];
}

function section<T>(
  head: SafeText,
  items: readonly T[],
  linesOf: (item: T) => readonly SafeText[],
): readonly SafeText[] {
  return items.length === 0 ? [] : [head, ...items.flatMap(linesOf), t``];
}

function conflictLines(world: World, change: ConflictingChange, atMs: number) {
  const { conflict } = change;
  const more = conflict.length - MAX_REASONS;
  return [
    t`  ${titleOf(change, world)} · ${ageOf(change.at, atMs)} old`,
    ...conflict
      .slice(0, MAX_REASONS)
      .flatMap(one => wrapped(world, t`#${one.id}: ${conflictText(world, change, one)}`)),
    ...(more > 0 ? [t`    and ${more} more`] : []),
  ];
}

function refusedLines(world: World, change: RefusedChange, atMs: number) {
  const { reasons, at } = change;
  const written = wordsIn(change);
  const more = reasons.length - MAX_REASONS;
  const text = written === '' ? [] : wrapped(world, safeBlock(`“${written}”`));
  return [
    t`  ${titleOf(change, world)} · ${ageOf(at, atMs)} ago`,
    ...reasons.slice(0, MAX_REASONS).flatMap(({ id, reason }) => wrapped(world, t`#${id}: ${reason}`)),
    ...(more > 0 ? [t`    and ${more} more`] : []),
    ...text.slice(0, MAX_WRITTEN_LINES),
    ...(text.length > MAX_WRITTEN_LINES ? [t`    … ${world.keyNames['draft.list']} has the whole text`] : []),
  ];
}

/** The changes that wait to be sent, except those that ask. */
export function outboxLines(world: World, atMs: number): readonly SafeText[] {
  const pending = madeByAgent(world.pending);
  const waiting = pending.filter(change => !isOpenInOutbox(change));
  if (waiting.length === 0) {
    const isAll = pending.length === 0;
    return [isAll ? t`Outbox       nothing waits to be sent` : t`Outbox       nothing else waits to be sent`];
  }
  const behind = new Set(behindQuestions(pending));
  return [
    t`Outbox       ${counted(waiting.length, t`change`)}`,
    ...waiting.flatMap(change => [
      t`  ${titleOf(change, world)} · ${behind.has(change) ? t`waits until you have decided` : stateOf(change, atMs)}`,
      // The first lines of the place say already that nothing can be sent.
      ...(change.problem === null || world.offline ? [] : wrapped(world, change.problem)),
    ]),
  ];
}

/** The keys that work in this place. */
export function outboxFoot({ pending: all, refused, operations }: World): SafeText | undefined {
  const pending = madeByAgent(all);
  const asking = pending.filter(isAsking).length;
  if (pending.length + refused.length === 0)
    return journalOf(operations).length === 0 ? undefined : t`j k scroll · Enter takes back what is done · Esc back`;
  if (pending.filter(asks).length + refused.length === 0) return t`j k scroll · Enter takes one back · Esc back`;
  const again = asking > 0 ? t` · s sends all again` : t``;
  if (pending.length === 0) return t`Enter lists the refused · d dismisses them · Esc back`;
  return t`Enter decides one${again}${refused.length > 0 ? t` · d dismisses refused` : t``} · Esc back`;
}

/** `waits, 12 s old`; a held change says when it goes. As of the moment when the place was opened. */
export function stateOf(change: PendingChange, atMs: number): SafeText {
  const { state, at, problem } = change;
  if (state === 'held') {
    const { heldUntil } = change;
    // If the clock was set back meanwhile, the hold does not become longer.
    return t`held, goes out in ${durationOf(Math.min(heldUntil - at, heldUntil - atMs))}`;
  }
  if (problem === MADE_BEFORE) return t`made before the restore, asks`;
  if (state === 'asks') return problem === null ? t`held when the desk ended, asks` : t`held for too long, asks`;
  return t`${state === 'sending' ? t`on its way` : t`waits`}, ${ageOf(at, atMs)} old`;
}

function ageOf(at: number, atMs: number): SafeText {
  return durationOf(atMs - at);
}

function wrapped({ viewport }: World, text: SafeText | SafeBlock): readonly SafeText[] {
  return wrap(text, Math.max(20, Math.min(MAX_COLUMNS, viewport.columns - 12))).map(line => t`    ${line}`);
}

function durationOf(ms: number): SafeText {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 120) return t`${seconds} s`;
  return seconds < 7_200 ? t`${Math.round(seconds / 60)} min` : t`${Math.round(seconds / 3_600)} h`;
}
