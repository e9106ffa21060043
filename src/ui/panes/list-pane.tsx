import { Box } from 'ink';
import { memo, type ReactElement } from 'react';
import { overCursor } from '../../state/list/cursor.ts';
import { rangeOf } from '../../state/list/marks.ts';
import { hasMoreAbove } from '../../state/list/news.ts';
import { emptyText } from '../../state/list/words.ts';
import { searchedEverywhere } from '../../state/query/views.ts';
import type { World } from '../../state/world.ts';
import { cut } from '../../text/cut.ts';
import { countText } from '../../text/numbers.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { wrap } from '../../text/wrap.ts';
import { listRowsOf, type PaneBox } from '../layout.ts';
import { useWorld } from '../use-world.ts';
import { Blank, Line, Lines } from '../widgets/line.tsx';
import { cursorSignOf } from '../widgets/row-sign.ts';
import { isNarrow, trailOf } from './detail-place.ts';
import { useRowSlots } from './list-columns.ts';
import { ListHead } from './list-head.tsx';
import { ListRow } from './list-row.tsx';

interface ListPaneProps {
  readonly box: PaneBox;
  /** It has the screen's width, and the rule below it has the text of its last row. */
  readonly isStacked: boolean;
  /** Columns of the whole screen. */
  readonly screen: number;
  /** Its head names the other views: no inboxes are on the screen. */
  readonly hasViews: boolean;
}

/** The conversations of a query. */
export const ListPane = memo(function ListPane({ box, isStacked, screen, hasViews }: ListPaneProps): ReactElement {
  const list = useWorld(world => world.list);
  const hasKeys = useWorld(world => world.pane === 'list' && world.overlays.length === 0);
  const sign = useWorld(world => cursorSignOf(world, 'list'));
  const hasDetail = isStacked || box.columns < screen;
  const isBrief = useWorld(world => world.link === 'fast' || (!isStacked && isNarrow(screen - box.columns)));
  const trail = useWorld(world => (hasDetail ? trailOf(world, isBrief) : null));
  const { slots, names } = useRowSlots(box.columns, list.rows);
  const room = listRowsOf(box.rows, isStacked);
  const isThrifty = useWorld(world => isStacked && world.link === 'slow');
  const restedRows = useWorld(world => world.viewport.listRows);
  // While the list steps back, its own window stays as it is.
  const { top } = overCursor(list, room);
  const shown = list.rows.slice(top, top + room);
  const [from, to] = rangeOf(list) ?? [-1, -1];
  return (
    <Box flexDirection="column" width={box.columns} height={box.rows}>
      <ListHead columns={box.columns} hasViews={hasViews} />
      {shown.length === 0 ? <ListEmpty columns={box.columns} rows={room} /> : null}
      {shown.map((id, offset) => {
        const index = top + offset;
        const isCursor = index === list.cursorIndex;
        return (
          <ListRow
            key={id}
            id={id}
            slots={slots}
            names={names}
            sign={isCursor ? sign : id === trail ? 'trail' : 'none'}
            hasKeys={isCursor && hasKeys}
            isShort={isThrifty && (index < list.restedTop || index >= list.restedTop + restedRows)}
            isMarked={list.marks.has(id) || (index >= from && index <= to)}
          />
        );
      })}
      {shown.length === 0 ? null : <Blank rows={room - shown.length} />}
      {isStacked ? null : <ListTail columns={box.columns} />}
    </Box>
  );
});

interface ListEmptyProps {
  readonly columns: number;
  readonly rows: number;
}

/**
 * The text of a list without rows: that it is being read, why it could not be read, or that it is empty and which key
 * helps.
 */
function ListEmpty({ columns, rows }: ListEmptyProps): ReactElement {
  const text = useWorld(world => emptyText(world));
  const isProblem = useWorld(world => world.list.problem !== null && world.offline === null);
  const lines = wrap(text, Math.max(1, columns - 2)).slice(0, rows);
  return (
    <Box flexDirection="column" height={rows}>
      <Lines of={lines.map(line => t` ${line}`)} look={isProblem ? 'problem' : 'plain'} />
    </Box>
  );
}

/**
 * The list's last row: how many changes wait above, that the list could not be read again or stands in for one that
 * could not be read, or the conversations that a search left out.
 */
function ListTail({ columns }: { readonly columns: number }): ReactElement {
  const text = useWorld(tailText);
  return <Line look="dim">{t` ${cut(text, columns - 2)}`}</Line>;
}

/** The message below the list's rows; empty if there is none. */
export function tailText({ list, link, offline, pane, keyNames }: World): SafeText {
  const { length } = list.newAbove;
  // In the detail `gg` goes elsewhere; on a slow link a change of pane draws nothing here.
  const key = pane === 'detail' && link === 'fast' ? t`` : t` · ${keyNames['cursor.top']} shows them`;
  if (length > 0) return t`${countText(length, hasMoreAbove(list))} new above${key}`;
  if (list.isOfflineSearch) return t`${countText(list.rows.length, false)} of the cached ones`;
  // While nothing can be read, the footer alone says so.
  if (list.problem !== null && offline === null && list.rows.length > 0)
    return t`Not read again: ${list.problem} · ${keyNames.refresh} tries once more`;
  const isNarrow = link === 'fast' && list.rows.length > 0 && searchedEverywhere(list.query) !== undefined;
  return isNarrow ? t`${keyNames['list.everywhere']} searches closed and archived ones too` : t``;
}
