import { MAX_EARLIER } from '../../contract/earlier.ts';
import { cut } from '../../text/cut.ts';
import { grouped, ordinal } from '../../text/numbers.ts';
import { dayText } from '../../text/relative-time.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { threadOf } from '../visible.ts';
import type { World } from '../world.ts';

const MAX_TITLE = 30;
/** In less room a title says nothing. */
const MIN_TITLE = 6;

/**
 * The customer's earlier conversations: `4th conversation · last: #198 Refund, closed 12 Nov`; empty if there are none, or
 * if the columns do not suffice. The title is cut so that the rest fits, or left out.
 */
export function earlierWords(world: World, id: number, columns = Number.POSITIVE_INFINITY): SafeText {
  const { count, last } = threadOf(world, id)?.earlier ?? {};
  if (!count || !last) return t``;
  const isMore = count >= MAX_EARLIER;
  const number = isMore ? t`over ${grouped(MAX_EARLIER)} conversations` : t`${ordinal(count + 1)} conversation`;
  const start = t`${number} · last: #${last.id}`;
  const end = last.closed_at == null ? t`, ${last.status}` : t`, closed ${dayText(last.closed_at, world.now)}`;
  const left = columns - width(start) - width(end);
  if (left < 0) return t``;
  const room = Math.min(MAX_TITLE, left - 1);
  return room < MIN_TITLE ? t`${start}${end}` : t`${start} ${cut(last.title, room)}${end}`;
}
