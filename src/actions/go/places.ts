import { inboxQuery, views } from '../../state/views.ts';
import type { Inbox, Query } from '../../state/world.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';

/** A row of the inbox pane that conversations can be listed of: an inbox or a view. */
export interface Place {
  /** As the pane's cursor names it: an inbox's id or a view's name. */
  readonly key: string;
  readonly kind: 'inbox' | 'view';
  readonly title: SafeText;
  /** The key that opens a view. */
  readonly digit: SafeText;
  /** Open conversations in it; null: not known. */
  readonly count: number | null;
  readonly query: Query;
}

/** The places of the inbox pane from top to bottom: the inboxes in their order, then the views. */
export function placesOf(inboxes: readonly Inbox[]): readonly Place[] {
  const listed = inboxes.map(
    ({ id, name, counts }): Place => ({
      key: String(id),
      kind: 'inbox',
      title: name || t`#${id}`,
      digit: t``,
      count: counts?.open ?? null,
      query: inboxQuery(id),
    }),
  );
  const named = views.map(
    (view, index): Place => ({
      key: view.id,
      kind: 'view',
      title: view.title,
      digit: safeLine(String(index)),
      count: null,
      query: view.query,
    }),
  );
  return [...listed, ...named];
}

/** Where the pane's cursor stands among the places; the first view until it was moved. */
export function placeIndex(places: readonly Place[], cursor: string | null): number {
  const found = places.findIndex(({ key }) => key === cursor);
  return found >= 0 ? found : places.findIndex(({ kind }) => kind === 'view');
}
