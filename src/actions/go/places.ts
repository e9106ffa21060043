import { countKey, inboxQuery, views } from '../../state/views.ts';
import type { ListTotal, Query, World } from '../../state/world.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';

/** A row of the inbox pane that stands for a list: an inbox or a view. */
export interface Place {
  /** Its name for the pane's cursor: an inbox's id or a view's name. */
  readonly key: string;
  readonly kind: 'inbox' | 'view';
  readonly title: SafeText;
  /** The key that opens a view. */
  readonly digit: SafeText;
  /** The number of its conversations; null if it is unknown or not shown. */
  readonly count: ListTotal | null;
  readonly query: Query;
  /** The agent is subscribed to it. */
  readonly hasBell?: true;
}

/** The places of the inbox pane from top to bottom: the inboxes in their order, then the views. */
export function placesOf({ inboxes, numbers }: Pick<World, 'inboxes' | 'numbers'>): readonly Place[] {
  const listed = inboxes.map(
    ({ id, name, counts: { unresolved }, subscribed }): Place => ({
      key: String(id),
      kind: 'inbox',
      title: name || t`#${id}`,
      digit: t``,
      count: unresolved === null ? null : { number: unresolved, isMore: false },
      query: inboxQuery(id),
      ...(subscribed ? { hasBell: true as const } : {}),
    }),
  );
  const named = views.map(
    ({ id, title, query }, index): Place => ({
      key: id,
      kind: 'view',
      title,
      digit: safeLine(String(index)),
      count: numbers.get(countKey(query)) ?? null,
      query,
    }),
  );
  return [...listed, ...named];
}

/** The index of the pane's cursor among the places; the first view until the cursor was moved. */
export function placeIndex(places: readonly Place[], cursor: string | null): number {
  const found = places.findIndex(({ key }) => key === cursor);
  return found >= 0 ? found : places.findIndex(({ kind }) => kind === 'view');
}
