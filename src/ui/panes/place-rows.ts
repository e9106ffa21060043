import { type Place, placesOf } from '../../actions/places.ts';
import type { World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';

/** A row of the inbox pane: a place, a heading, or nothing. */
export type PlaceRow =
  | { readonly kind: 'place'; readonly place: Place }
  | { readonly kind: 'heading'; readonly key: string; readonly title: SafeText };

/** All rows of the inbox pane, below its head. */
export function placeRowsOf(world: Pick<World, 'base'>): readonly PlaceRow[] {
  const places = placesOf(world);
  const inboxes = places.filter(({ kind }) => kind === 'inbox');
  const views = places.filter(({ kind }) => kind === 'view');
  return [
    ...inboxes.map(asRow),
    ...(inboxes.length === 0 ? [heading('none', t`none yet`)] : []),
    heading('gap', t``),
    heading('views', t`Views`),
    ...views.map(asRow),
  ];
}

function asRow(place: Place): PlaceRow {
  return { kind: 'place', place };
}

function heading(key: string, title: SafeText): PlaceRow {
  return { kind: 'heading', key, title };
}

/** The first row to draw so that the one with this index is among `room` rows: it jumps by half a page. */
export function topFor(index: number, count: number, room: number): number {
  if (count <= room) return 0;
  const half = Math.max(1, Math.floor(room / 2));
  const top = (Math.floor(index / half) - 1) * half;
  return Math.max(0, Math.min(top, count - room));
}
