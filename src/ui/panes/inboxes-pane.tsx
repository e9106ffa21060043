import { Box } from 'ink';
import { memo, type ReactElement, useMemo } from 'react';
import type { GoTarget } from '../../actions/go/places.ts';
import { cut, pad } from '../../text/cut.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { firstShown, type PaneBox } from '../layout.ts';
import { paint, signs } from '../theme.ts';
import { useWorld } from '../use-world.ts';
import { Blank, Line } from '../widgets/line.tsx';
import { type CursorSign, cursorSignOf, edgeOf } from '../widgets/row-sign.ts';
import { HeadLine } from './head-line.tsx';
import { useCount, usePlaces } from './use-places.ts';

const COUNT_COLUMNS = 4;

/** The inboxes with the numbers of their unresolved conversations, and the views; in its head the agent's name. */
export const InboxesPane = memo(function InboxesPane({ box, rows }: { readonly box: PaneBox; readonly rows: number }) {
  const cursor = useWorld(world => world.inboxCursor) ?? 'unresolved';
  const isActive = useWorld(world => world.pane === 'inboxes');
  const hasKeys = useWorld(world => world.pane === 'inboxes' && world.overlays.length === 0);
  const me = useWorld(world => world.me?.name ?? t``);
  const places = usePlaces();
  const all = useMemo(() => placeRowsOf(places), [places]);
  const countOf = useCount();
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
        right={all.length > room ? t`${places.filter(isInbox).length}` : me}
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
            count={countOf(row.place)}
          />
        ),
      )}
      <Blank rows={room - shown.length} />
    </Box>
  );
});

interface PlaceLineProps {
  readonly place: GoTarget;
  readonly columns: number;
  readonly sign: CursorSign;
  readonly hasKeys: boolean;
  readonly count: SafeText;
}

const PlaceLine = memo(function PlaceLine({ place, columns, sign, hasKeys, count }: PlaceLineProps): ReactElement {
  const digit = place.kind === 'view' ? t`${place.digit} ` : t``;
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
  | { readonly kind: 'place'; readonly place: GoTarget }
  | { readonly kind: 'heading'; readonly key: string; readonly title: SafeText };

/** All rows of the inbox pane, below its head. */
function placeRowsOf(places: readonly GoTarget[]): readonly PlaceRow[] {
  const inboxes = places.filter(isInbox);
  return [
    ...(inboxes.length === 0 ? [heading('none', t`none yet`)] : inboxes.map(asRow)),
    heading('gap', t``),
    heading('views', t`Views`),
    ...places.filter(place => !isInbox(place)).map(asRow),
  ];
}

function isInbox({ kind }: GoTarget): boolean {
  return kind === 'inbox';
}

function asRow(place: GoTarget): PlaceRow {
  return { kind: 'place', place };
}

function heading(key: string, title: SafeText): PlaceRow {
  return { kind: 'heading', key, title };
}
