import { Box } from 'ink';
import { memo, type ReactElement, useMemo } from 'react';
import { type Place, panePlaces } from '../../actions/go/places.ts';
import type { World } from '../../state/world.ts';
import { cut, pad } from '../../text/cut.ts';
import { countText } from '../../text/numbers.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { firstShown, type PaneBox } from '../layout.ts';
import { paint, signs } from '../theme.ts';
import { useDesk, useWorld } from '../use-world.ts';
import { Blank, Line } from '../widgets/line.tsx';
import { type CursorSign, cursorSignOf, edgeOf } from '../widgets/row-sign.ts';
import { HeadLine } from './head-line.tsx';

const COUNT_COLUMNS = 4;

/** The inboxes with the numbers of their unresolved conversations, and the views; in its head who the agent is. */
export const InboxesPane = memo(function InboxesPane({ box, rows }: { readonly box: PaneBox; readonly rows: number }) {
  const inboxes = useWorld(world => world.inboxes);
  const numbers = useWorld(world => world.numbers);
  const cursor = useWorld(world => world.inboxCursor) ?? 'unresolved';
  const isActive = useWorld(world => world.pane === 'inboxes');
  const hasKeys = useWorld(world => world.pane === 'inboxes' && world.overlays.length === 0);
  const isFast = useWorld(world => world.link === 'fast');
  const savedViews = useWorld(world => world.savedViews);
  const me = useWorld(world => world.me?.name ?? t``);
  const desk = useDesk();
  const all = useMemo(
    () => placeRowsOf({ ...desk.world(), inboxes, numbers, savedViews }),
    [desk, inboxes, numbers, savedViews],
  );
  const room = rows - 1;
  const index = all.findIndex(row => row.kind === 'place' && row.place.key === cursor);
  const top = firstShown(Math.max(0, index), all.length, room);
  const shown = all.slice(top, top + room);
  const sign = useWorld(world => cursorSignOf(world, 'inboxes'));
  return (
    <Box flexDirection="column" width={box.columns} height={rows}>
      <HeadLine
        columns={box.columns}
        title={t`Inboxes`}
        right={all.length > room ? t`${inboxes.length}` : me}
        isBold={isActive}
      />
      {shown.map(row =>
        row.kind === 'heading' ? (
          <Line key={row.key} look="dim">{t` ${cut(row.title, box.columns - 2)}`}</Line>
        ) : (
          <PlaceLine
            key={row.place.key}
            place={row.place}
            columns={box.columns}
            sign={row.place.key === cursor ? sign : 'none'}
            hasKeys={row.place.key === cursor && hasKeys}
            hasCount={isFast}
          />
        ),
      )}
      <Blank rows={room - shown.length} />
    </Box>
  );
});

interface PlaceLineProps {
  readonly place: Place;
  readonly columns: number;
  readonly sign: CursorSign;
  readonly hasKeys: boolean;
  /** Counts change without a key; on a slow link they are left out. */
  readonly hasCount: boolean;
}

const PlaceLine = memo(function PlaceLine({ place, columns, sign, hasKeys, hasCount }: PlaceLineProps): ReactElement {
  const digit = place.kind === 'view' ? t`${place.digit} ` : t``;
  const count = hasCount && place.count !== null ? countText(place.count.number, place.count.isMore) : t``;
  const countColumns = Math.max(COUNT_COLUMNS, count.length);
  const room = columns - 2 - countColumns;
  const title = t`${digit}${place.title}`;
  const name = place.hasBell ? t`${pad(title, room - 2)} ${signs.bell}` : pad(title, room);
  return (
    <Line>
      {[
        hasKeys ? paint('cursor', sign === 'marker' ? signs.marker : t` `) : edgeOf(sign),
        sign === 'bar' ? paint('bar', name) : name,
        t`${pad(count, countColumns, 'right')} `,
      ]}
    </Line>
  );
});

/** A row of the inbox pane: a place, a heading, or nothing. */
type PlaceRow =
  | { readonly kind: 'place'; readonly place: Place }
  | { readonly kind: 'heading'; readonly key: string; readonly title: SafeText };

/** All rows of the inbox pane, below its head. */
function placeRowsOf(world: World): readonly PlaceRow[] {
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
