import { counted } from '../../text/numbers.ts';
import { clock } from '../../text/relative-time.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { callIds } from '../changes/ids.ts';
import { callsLeft, isTakenBack, pendingOf, refusedOf } from '../operations/operation.ts';
import { holds, isLoaded } from '../outbox/journal.ts';
import { conversationOf } from '../visible.ts';
import type { Operation, World } from '../world.ts';
import { standsOn, undoneWith } from './stands-on.ts';

/** At most this many of its conversations are named. */
const MAX_NAMED = 5;

/** The state of an operation: `held`, `sent`, `refused 2`, `taken back`. */
export function stateWords(operation: Operation): SafeText {
  const pending = pendingOf([operation]);
  const refused = refusedOf([operation]).reduce((sum, { reasons }) => sum + reasons.length, 0);
  const isWhole = callsLeft(operation).length > 0;
  if (pending.some(({ state }) => state === 'asks')) return t`asks`;
  if (pending.length > 0) return pending.some(({ state }) => state === 'held') ? t`held` : t`waits`;
  if (isTakenBack(operation)) return isWhole ? t`taken back` : t`not taken back`;
  return refused > 0 ? t`refused ${refused}` : isWhole ? t`sent` : t`refused`;
}

/** `09:12 Archived #12`. Times are milliseconds since 1970. */
export function entryWords({ at, title }: Operation, now: number): SafeText {
  return t`${clock(at, now, now)} ${title}`;
}

/** The conversations of an operation, each once. */
export function idsIn(operation: Operation): readonly number[] {
  return [...new Set(callsLeft(operation).flatMap(callIds))];
}

/**
 * The effect of taking an operation back: its conversations, the later acts that go first, and others' changes since.
 */
export function takingBackLines(world: World, operation: Operation, now: number): readonly SafeText[] {
  const ids = idsIn(operation);
  const more = ids.length - MAX_NAMED;
  const named = ids.slice(0, MAX_NAMED).map(id => t`#${id} ${conversationOf(world, id)?.title ?? t``}`);
  const rest = more > 0 ? [t`and ${counted(more, t`conversation`)} more`] : [];
  return [...named, ...rest, ...othersLines(world, operation), ...aboveLines(world, operation, now)];
}

/** Why an operation cannot be taken back, or the acts that are taken back before it. */
function aboveLines(world: World, operation: Operation, now: number): readonly SafeText[] {
  const way = undoneWith(world, operation);
  if (!('final' in way))
    return way.all.slice(0, -1).map(one => t`${entryWords(one, now)} came after it, and is taken back first.`);
  const { final } = way;
  if (final !== operation) return [t`It stays: ${entryWords(final, now)} came after it, and cannot be taken back.`];
  return [callsLeft(operation).length > 0 ? t`It cannot be taken back.` : t`It was refused: nothing was done.`];
}

/** The conversations that others have changed since, as far as can be seen: they stay as they are. */
function othersLines(world: World, operation: Operation): readonly SafeText[] {
  if (standsOn(world, operation).length > 0) return [];
  const calls = callsLeft(operation);
  const changed = idsIn(operation).filter(
    id => isLoaded(world, id) && calls.some(call => callIds(call).includes(id) && !holds(world, call, id)),
  );
  if (changed.length === 0) return [];
  const first = changed.length === 1 ? t`#${changed[0]!}` : counted(changed.length, t`conversation`);
  return [t`Changed by others since, stays as it is: ${first}.`];
}
