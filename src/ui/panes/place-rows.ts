import { type Place, panePlaces } from '../../actions/go/places.ts';
import type { World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';

/** A row of the inbox pane: a place, a heading, or nothing. */
export type PlaceRow =
  | { readonly kind: 'place'; readonly place: Place }
  | { readonly kind: 'heading'; readonly key: string; readonly title: SafeText };

/** All rows of the inbox pane, below its head. */
export function placeRowsOf(world: World): readonly PlaceRow[] {
  const places = panePlaces(world);
  const views = places.filter(({ kind }) => kind === 'view');
  return [
    ...places.filter(({ kind }) => kind === 'inbox').map(asRow),
    ...(world.inboxes.length === 0 ? [heading('none', t`none yet`)] : []),
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
