import { memo, type ReactElement } from 'react';
import { whyUnavailable } from '../../keys/act.ts';
import { type HelpRow, helpRows, openedIn } from '../../keys/help.ts';
import type { HelpOverlay } from '../../state/overlay.ts';
import type { Pane, World } from '../../state/world.ts';
import { pad } from '../../text/cut.ts';
import { join, type SafeText, t } from '../../text/safe.ts';
import { wrap } from '../../text/wrap.ts';
import { firstShown, type Size } from '../layout.ts';
import { paint, signs } from '../theme.ts';
import { useBound, useWorld } from '../use-world.ts';
import { Fill, Line, Lines } from '../widgets/line.tsx';
import { FieldLine } from '../widgets/text-field.tsx';
import { Box, titleWithCount } from './box.tsx';
import { helpPlace, legendRow, signLegend, useSlowNote, withHeadings } from './help-parts.ts';

const KEY_COLUMNS = 13;
/** What the chosen row does, at the foot. */
const SENTENCE_ROWS = 2;

interface HelpBoxProps {
  readonly overlay: HelpOverlay;
  readonly screen: Size;
}

/** The keys of this place, or all actions: typing searches, Enter runs an action. */
export function HelpBox({ overlay, screen }: HelpBoxProps): ReactElement {
  const world = useWorld(all => all);
  const bound = useBound();
  const { isPalette, draft } = overlay;
  const rowsFor = (text: string) => helpRows(bound, openedIn(overlay, world), text, isPalette);
  const [rows, every] = [rowsFor(draft.text), rowsFor('')];
  const place = helpPlace(screen, world.link === 'fast');
  const note = useSlowNote(place.columns, place.rows);
  const legend = signLegend(world, overlay, place);
  const room = Math.max(1, place.rows - 1 - note.length - legend.length - SENTENCE_ROWS);
  const lines = withHeadings(rows);
  const chosen = rows[Math.max(0, Math.min(overlay.index, rows.length - 1))];
  const top = firstShown(chosen === undefined ? 0 : lines.indexOf(chosen), lines.length, room);
  const shown = lines.slice(top, top + room);
  return (
    <Box
      place={place}
      title={titleWithCount(titleOf(world.pane, isPalette), every.length, room)}
      foot={t`Enter runs it · Esc back`}
    >
      <FieldLine draft={overlay.draft} columns={place.columns} />
      <Lines of={note.map(line => t` ${pad(line, place.columns - 1)}`)} look="dim" />
      <Lines of={legend.map(row => legendRow(row, place.columns))} />
      {shown.map(line =>
        typeof line === 'string' ? (
          <Line key={line} look="bold">{t` ${pad(line, place.columns - 1)}`}</Line>
        ) : (
          <HelpLine
            key={line.action.id}
            row={line}
            columns={place.columns}
            isChosen={line === chosen}
            canAct={whyUnavailable(line.action, world) === undefined}
          />
        ),
      )}
      {rows.length === 0 ? <Line look="dim">{t` ${pad(t`No action matches.`, place.columns - 1)}`}</Line> : null}
      <Fill rows={room - Math.max(1, shown.length)} columns={place.columns} />
      <Sentence text={sentenceOf(chosen, world)} columns={place.columns} />
    </Box>
  );
}

/** Why the action cannot act now; if it can, what it does. */
function sentenceOf(row: HelpRow | undefined, world: World): SafeText {
  return row ? (whyUnavailable(row.action, world) ?? row.action.help) : t``;
}

function Sentence({ text, columns }: { readonly text: SafeText; readonly columns: number }): ReactElement {
  const lines = wrap(text, columns - 2);
  return (
    <>
      <Line look="dim">{t` ${pad(lines[0] ?? t``, columns - 1)}`}</Line>
      <Line look="dim">{t` ${pad(join(lines.slice(1), t` `), columns - 1)}`}</Line>
    </>
  );
}

function titleOf(pane: Pane, isPalette: boolean): SafeText {
  if (isPalette) return t`All actions`;
  if (pane === 'inboxes') return t`Keys in the inboxes`;
  return pane === 'list' ? t`Keys in the list` : t`Keys in the detail`;
}

interface HelpLineProps {
  readonly row: HelpRow;
  readonly columns: number;
  readonly isChosen: boolean;
  readonly canAct: boolean;
}

const HelpLine = memo(function HelpLine({ row, columns, isChosen, canAct }: HelpLineProps): ReactElement {
  const title = pad(row.action.title, columns - KEY_COLUMNS - 3);
  return (
    <Line>
      {[isChosen ? signs.marker : t` `, t`${pad(row.keys, KEY_COLUMNS)} `, canAct ? title : paint('dim', title), t` `]}
    </Line>
  );
});
