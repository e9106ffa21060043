import type { EventRows } from '../../model/events/rows.ts';
import type { VisibleEvent } from '../../model/events/visible-event.ts';
import type { Doing, Sign } from '../../model/presence.ts';

/** One server-sent event. */
export function eventText(id: number, name: string, data: unknown): string {
  return `id: ${id}\n${passingText(name, data)}`;
}

/** An event that is sent once: a stream does not resume at it. */
function passingText(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Which agents are on a conversation, for a reader of this agent, which wants to know those who do one of `wanted`. */
export function presenceText(id: number, signs: readonly Sign[], agentId: number, wanted: readonly Doing[]): string {
  const others = (doing: Doing) =>
    unlessEmpty([
      ...new Set(signs.filter(sign => sign.doing === doing && sign.agentId !== agentId).map(sign => sign.agentId)),
    ]);
  return passingText('presence', { id, ...Object.fromEntries(wanted.map(doing => [doing, others(doing)])) });
}

/** The newest finished erasure: a reader that does not know it asks what was erased. */
export function erasedText(id: number, erasureId: number): string {
  return eventText(id, 'erased', { id: erasureId });
}

function rowsIn(ids: readonly number[], rows: ReadonlyMap<number, object>): object[] {
  return ids.flatMap(id => rows.get(id) ?? []);
}

function unlessEmpty<List extends { readonly length: number }>(list: List): List | undefined {
  return list.length > 0 ? list : undefined;
}

/** The counts that differ from those that the reader has, and notes them in `counts`. */
function newCounts({ inboxes, homes }: VisibleEvent, rows: EventRows, counts: Map<number, string>): object[] {
  return homes.flatMap(id => {
    const now = rows.counts.get(id);
    if (!now) return [];
    const text = JSON.stringify(now);
    // The row of an inbox has them too.
    const isTold = inboxes.includes(id) || counts.get(id) === text;
    counts.set(id, text);
    return isTold ? [] : [now];
  });
}

function besideIds(told: VisibleEvent, rows: EventRows, counts: Map<number, string>) {
  // If the row has changed since the answer to its writer, the newer row may have been sent already.
  const isLatest = ([id, version]: readonly [number, number]): boolean =>
    ((rows.conversations.get(id) as { readonly version: number } | undefined)?.version ?? version) <= version;
  const { latest = [], older = [] } = Object.groupBy(told.versions, one => (isLatest(one) ? 'latest' : 'older'));
  return {
    conversations: rowsIn([...told.rowsOf, ...older.map(([id]) => id)], rows.conversations),
    more: {
      read: unlessEmpty(told.read),
      versions: latest.length > 0 ? Object.fromEntries(latest) : undefined,
      inbox_counts: unlessEmpty(newCounts(told, rows, counts)),
    },
  };
}

/**
 * The text of an event for a reader; empty if it concerns nothing there. `rows` only for a reader that asked for them;
 * `counts` are those of inboxes that it has, as text.
 */
export function textOf(
  id: number,
  told: VisibleEvent,
  rows: EventRows | undefined,
  counts: Map<number, string>,
): string {
  const { inboxes, conversations } = told;
  const erased = told.erased === undefined ? '' : erasedText(id, told.erased);
  if (inboxes.length + conversations.length === 0) return erased;
  const beside = rows && besideIds(told, rows, counts);
  const rings = unlessEmpty(told.rings);
  if (inboxes.length === 0)
    return (
      erased +
      eventText(id, 'conversation.changed', {
        ids: conversations,
        rows: beside?.conversations,
        ...beside?.more,
        rings,
      })
    );
  return (
    erased +
    eventText(id, 'inbox.changed', {
      ids: inboxes,
      conversation_ids: conversations,
      rows: rows && rowsIn(inboxes, rows.inboxes),
      conversation_rows: beside?.conversations,
      ...beside?.more,
      rings,
    })
  );
}
