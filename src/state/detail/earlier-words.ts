import { MAX_EARLIER } from '../../contract/earlier.ts';
import { cut } from '../../text/cut.ts';
import { grouped, ordinal } from '../../text/numbers.ts';
import { dayText } from '../../text/relative-time.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { threadOf } from '../visible.ts';
import type { World } from '../world.ts';

const MAX_TITLE = 30;

/** The customer's earlier conversations: `4th conversation · last: #198 Refund, closed 12 Nov`; empty if there are none. */
export function earlierWords(world: World, id: number): SafeText {
  const { count, last } = threadOf(world, id)?.earlier ?? {};
  if (!count || !last) return t``;
  const isMore = count >= MAX_EARLIER;
  const number = isMore ? t`over ${grouped(MAX_EARLIER)} conversations` : t`${ordinal(count + 1)} conversation`;
  const state = last.closed_at == null ? last.status : t`closed ${dayText(last.closed_at, world.now)}`;
  return t`${number} · last: #${last.id} ${cut(last.title, MAX_TITLE)}, ${state}`;
}
