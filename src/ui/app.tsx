import { Box } from 'ink';
import { Fragment, type ReactElement } from 'react';
import type { Pane } from '../state/world.ts';
import { pad } from '../text/cut.ts';
import { t } from '../text/safe.ts';
import { Overlays } from './dialogs/overlays.tsx';
import { Footer } from './footer.tsx';
import { type Layout, MIN_COLUMNS, MIN_ROWS, type PaneBox, type Size } from './layout.ts';
import { DetailPane } from './panes/detail-pane.tsx';
import { InboxesPane } from './panes/inboxes-pane.tsx';
import { LastLineField, lastLineBox } from './panes/last-line-field.tsx';
import { ListPane } from './panes/list-pane.tsx';
import { PaneRule } from './panes/pane-rule.tsx';
import { signs } from './theme.ts';
import { useLayout, useWorld } from './use-world.ts';
import { Fill, Line, Wall } from './widgets/line.tsx';

/** The whole screen: panes, rules, the footer, and the overlays. */
export function App(): ReactElement {
  const columns = useWorld(world => world.viewport.columns);
  const rows = useWorld(world => world.viewport.rows);
  const pane = useWorld(world => world.pane);
  const layout = useLayout({ columns, rows });
  if (layout.isTooSmall) return <TooSmall columns={columns} rows={rows} />;
  return (
    <Box flexDirection="column" width={columns} height={rows} overflow="hidden">
      {bandsOf(layout).map(band => (
        <Fragment key={band[0]!.pane}>
          <Band boxes={band} layout={layout} />
          <PaneRule boxes={band} active={activeOf(layout, pane)} hasTail={layout.isStacked && band[0]!.top === 0} />
        </Fragment>
      ))}
      {layout.over && <Over box={layout.over} layout={layout} />}
      <LastLine columns={columns} />
      <Overlays screen={{ columns, rows }} />
    </Box>
  );
}

/** The footer, or a line in its place. */
function LastLine({ columns }: { readonly columns: number }): ReactElement {
  const open = useWorld(lastLineBox);
  return open ? <LastLineField open={open} columns={columns} /> : <Footer columns={columns} />;
}

/** The panes that are side by side, from above. */
function bandsOf({ panes }: Layout): readonly (readonly PaneBox[])[] {
  return [...Map.groupBy(panes, ({ top }) => top).values()];
}

/** The pane over whose rule the keys are; undefined if there is no other. */
function activeOf({ panes, over }: Layout, pane: Pane): Pane | undefined {
  if (over) return 'list';
  return panes.length > 1 ? pane : undefined;
}

/** A pane over others, with a wall at its right. */
function Over({ box, layout }: { readonly box: PaneBox; readonly layout: Layout }): ReactElement {
  return (
    <Box position="absolute" marginLeft={box.left} marginTop={box.top} height={box.rows}>
      <Box position="absolute">
        <Fill rows={box.rows} columns={box.columns} />
      </Box>
      <PaneOf box={box} layout={layout} />
      <Wall rows={box.rows} sign={signs.wall} isDim />
    </Box>
  );
}

interface BandProps {
  readonly boxes: readonly PaneBox[];
  readonly layout: Layout;
}

function Band({ boxes, layout }: BandProps): ReactElement {
  const { rows } = boxes[0]!;
  return (
    <Box height={rows} flexShrink={0}>
      {boxes.map((box, index) => (
        <Fragment key={box.pane}>
          {index > 0 ? <Wall rows={rows} sign={signs.wall} isDim /> : null}
          <PaneOf box={box} layout={layout} />
        </Fragment>
      ))}
    </Box>
  );
}

function PaneOf({ box, layout }: { readonly box: PaneBox; readonly layout: Layout }): ReactElement {
  if (box.pane === 'inboxes') return <InboxesPane box={box} rows={box.rows} />;
  if (box.pane === 'detail') return <DetailPane box={box} />;
  const hasViews = layout.isStacked && layout.over === undefined;
  return <ListPane box={box} screen={layout.columns} isStacked={layout.isStacked} hasViews={hasViews} />;
}

function TooSmall({ columns, rows }: Size): ReactElement {
  return (
    <Box width={columns} height={rows} overflow="hidden">
      <Line>{pad(t`Too small: min ${MIN_COLUMNS}x${MIN_ROWS}`, columns)}</Line>
    </Box>
  );
}
