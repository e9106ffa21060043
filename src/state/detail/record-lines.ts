import { stamp } from '../../text/relative-time.ts';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';
import { wrap } from '../../text/wrap.ts';
import { agentName, inboxName, statusName } from '../names.ts';
import type { HistoryEntry, Thread, World } from '../world.ts';
import { type DetailLine, detailLine } from './line.ts';

function when(at: number | null, world: World): SafeText | null {
  return at === null ? null : stamp(at, world.now);
}

/** The history of a conversation, one change per line, oldest first. */
export function historyLines(thread: Thread, columns: number, world: World): readonly DetailLine[] {
  return thread.history.flatMap(entry => {
    const key = `history:${entry.id}`;
    const who = entry.agent_id === null ? t`Help center` : agentName(world, entry.agent_id);
    const head = detailLine(
      key,
      'head',
      t`${safeLine(entry.event ?? 'changed')} · ${who}`,
      when(entry.created_at, world),
    );
    return [head, ...wrap(changesOf(entry, world), columns).map(text => detailLine(key, 'text', text))].filter(
      one => one.text !== '',
    );
  });
}

/** `status: open → closed`, one after the other. */
function changesOf(entry: HistoryEntry, world: World): SafeText {
  return join(
    Object.entries(entry.changes).map(
      ([field, { from, to }]) =>
        t`${safeLine(field)}: ${shownValue(field, from, world)} → ${shownValue(field, to, world)}`,
    ),
    t`, `,
  );
}

const names: Readonly<Record<string, (world: World, id: number) => SafeText>> = {
  assign_to: agentName,
  agent_id: agentName,
  inbox_id: inboxName,
  conversation_status_id: statusName,
};

function shownValue(field: string, value: unknown, world: World): SafeText {
  if (value === null || value === undefined || value === '') return t`–`;
  if (typeof value === 'number') return names[field]?.(world, value) ?? t`${value}`;
  if (Array.isArray(value)) return safeLine(value.map(String).join(', '));
  return safeLine(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

/** The reviews of a conversation, oldest first. */
export function reviewLines(thread: Thread, columns: number, world: World): readonly DetailLine[] {
  return thread.reviews.flatMap((review, index) => {
    const key = `review:${review.id}`;
    const head = detailLine(key, 'head', t`Rating ${review.rating ?? t`?`} of 5`, when(review.created_at, world));
    const text = review.comment === '' ? [] : wrap(review.comment, columns).map(one => detailLine(key, 'text', one));
    const space = index === 0 ? [] : [detailLine(null, 'gap', t``)];
    return [...space, head, ...text];
  });
}
