import { Box } from 'ink';
import { Fragment, type ReactElement } from 'react';
import type { Pane } from '../state/world.ts';
import { pad } from '../text/cut.ts';
import { t } from '../text/safe.ts';
import { Overlays } from './dialogs/overlays.tsx';
import { Footer } from './footer.tsx';
import { type Layout, layoutOf, MIN_COLUMNS, MIN_ROWS, type PaneBox, type Size } from './layout.ts';
import { DetailPane } from './panes/detail-pane.tsx';
import { InboxesPane } from './panes/inboxes-pane.tsx';
import { ListPane } from './panes/list-pane.tsx';
import { paint, signs } from './theme.ts';
import { useWorld } from './use-world.ts';
import { Line, Wall } from './widgets/line.tsx';
import { rule } from './widgets/rule.ts';

/** The whole screen: panes, a rule, the footer, and the overlays. */
export function App(): ReactElement {
  const columns = useWorld(world => world.viewport.columns);
  const rows = useWorld(world => world.viewport.rows);
  const pane = useWorld(world => world.pane);
  const isWide = useWorld(world => world.isWide);
  const layout = layoutOf({ columns, rows }, pane, isWide);
  if (layout.isTooSmall) return <TooSmall columns={columns} rows={rows} />;
  return (
    <Box flexDirection="column" width={columns} height={rows} overflow="hidden">
      <Box height={layout.bodyRows} flexShrink={0}>
        {layout.panes.map((box, index) => (
          <Fragment key={box.pane}>
            {index > 0 ? <Wall rows={layout.bodyRows} sign={signs.wall} /> : null}
            <PaneOf box={box} layout={layout} />
          </Fragment>
        ))}
      </Box>
      <Rule layout={layout} pane={pane} />
      <Footer columns={columns} />
      <Overlays screen={{ columns, rows }} />
    </Box>
  );
}

function PaneOf({ box, layout }: { readonly box: PaneBox; readonly layout: Layout }): ReactElement {
  if (box.pane === 'inboxes') return <InboxesPane box={box} rows={layout.bodyRows} />;
  if (box.pane === 'detail') return <DetailPane box={box} rows={layout.bodyRows} />;
  return <ListPane box={box} rows={layout.bodyRows} screen={layout.columns} />;
}

/** The rule below the panes, bright below the pane that has the keys. */
function Rule({ layout, pane }: { readonly layout: Layout; readonly pane: Pane }): ReactElement {
  const box = layout.panes.find(found => found.pane === pane);
  const [left, columns] = layout.panes.length > 1 && box ? [box.left, box.columns] : [0, 0];
  return <Line>{[paint('dim', rule(left)), rule(columns), paint('dim', rule(layout.columns - left - columns))]}</Line>;
}

function TooSmall({ columns, rows }: Size): ReactElement {
  return (
    <Box width={columns} height={rows} overflow="hidden">
      <Line>{pad(t`Too small: min ${MIN_COLUMNS}x${MIN_ROWS}`, columns)}</Line>
    </Box>
  );
}
