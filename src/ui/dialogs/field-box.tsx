import { Box as InkBox } from 'ink';
import type { ReactElement } from 'react';
import type { Field } from '../../keys/action.ts';
import type { FieldOverlay, KeyNames } from '../../state/overlay.ts';
import { pad } from '../../text/cut.ts';
import type { Draft } from '../../text/edit.ts';
import { join, type SafeText, t } from '../../text/safe.ts';
import { graphemes, width } from '../../text/width.ts';
import { wrap } from '../../text/wrap.ts';
import { paint } from '../theme.ts';
import { useWorld } from '../use-world.ts';
import { Line, Lines } from '../widgets/line.tsx';
import { FieldLine } from '../widgets/text-field.tsx';
import { Box, type DialogProps, FRAME, placeBox } from './box.tsx';
import { FilesRow, textWindow, useWritingPlace, WrittenText } from './written-text.tsx';

const MAX_COLUMNS = 70;

type FieldBoxProps = DialogProps<Field<unknown>, FieldOverlay>;

/** One line to write. */
export function FieldBox({ part: field, overlay, screen }: FieldBoxProps): ReactElement {
  const title = useWorld(world => field.title(world, overlay));
  const columns = Math.min(MAX_COLUMNS, screen.columns - 2);
  const under = useUnderField(field, overlay, columns);
  const place = placeBox(screen, columns, 1 + under.rows.length);
  const draft = overlay.isSecret ? hidden(overlay.draft) : overlay.draft;
  return (
    <Box
      place={place}
      title={title}
      foot={t`Enter ${field.verb}${field.complete ? t` · Tab completes` : t``} · Esc back`}
    >
      <FieldLine draft={draft} columns={place.columns} before={t` `} />
      <UnderField under={under} columns={place.columns} />
    </Box>
  );
}

/** One sign for each character of a secret text. */
function hidden({ text, cursor }: Draft): Draft {
  const signsOf = (part: string) => '*'.repeat(graphemes(part).length);
  return { text: signsOf(text), cursor: signsOf(text.slice(0, cursor)).length };
}

/** A text of many lines at the foot of the detail; its head says who will read it. */
export function NoteBox({ part: field, overlay, screen }: FieldBoxProps): ReactElement {
  const title = useWorld(world => field.title(world, overlay));
  const pane = useWritingPlace(screen);
  const { left, columns: outer } = pane;
  const columns = outer - FRAME;
  const under = useUnderField(field, overlay, columns);
  const files = useWorld(world => field.attached?.(world, overlay) ?? t``);
  const further = under.rows.length + (files === '' ? 0 : 1);
  const keys = useWorld(world => world.keyNames);
  const text = textWindow(overlay.draft, columns, pane, further);
  const inner = text.room + further;
  const top = Math.max(0, screen.rows - FRAME - inner - FRAME - 1);
  const audience = pad(field.audience ?? t``, Math.max(0, outer - width(title) - 2));
  return (
    <InkBox position="absolute" flexDirection="column">
      <InkBox marginLeft={left} marginTop={top}>
        <Line>{[t` `, paint('noteHead', audience), title, t` `]}</Line>
      </InkBox>
      <Box place={{ left, top: top + 1, columns, rows: inner }} title={t``} foot={footOf(field, keys, columns)}>
        <WrittenText text={text} columns={columns} />
        <FilesRow files={files} columns={columns} />
        <UnderField under={under} columns={columns} />
      </Box>
    </InkBox>
  );
}

/** As many hints as fit; what sends the text and what Esc does always stand there. */
function footOf({ verb, tab, escape: onEscape = t`back` }: Field<unknown>, keys: KeyNames, columns: number) {
  const [send, editor, back] = [
    t`${keys['box.send']} ${verb}`,
    t`${keys['box.editor']} in $EDITOR`,
    t`Esc ${onEscape}`,
  ];
  const further = tab === undefined ? [] : [t`Tab ${tab}`];
  const feet = [
    [send, ...further, editor, back],
    [send, ...further, back],
    [send, back],
  ];
  const whole = feet.map(parts => join(parts, t` · `));
  return whole.find(foot => width(foot) <= columns - 2) ?? whole.at(-1)!;
}

/** A reason in the help center's words may be long. */
const MAX_ROWS = 3;

/** The rows below a text in a box of this inner width: what is wrong with it, else what it has to be, if a rule says so. */
function useUnderField(field: Field<unknown>, overlay: FieldOverlay, columns: number) {
  // Nothing is wrong with a text before it is begun.
  const isBegun = overlay.draft.text !== '';
  const fault = useWorld(world => overlay.fault ?? (isBegun ? field.check?.(world, overlay) : undefined));
  const rule = useWorld(world => field.rule?.(world, overlay));
  const rowsOf = (text: SafeText | undefined) => (text === undefined ? [] : wrap(text, columns - 2).slice(0, MAX_ROWS));
  const rows = rowsOf(fault ?? rule);
  // A fault in fewer rows than the rule leaves the box where it is.
  const spare = Array.from({ length: Math.max(0, rowsOf(rule).length - rows.length) }, () => t``);
  return { rows: [...rows, ...spare], look: fault === undefined ? ('dim' as const) : ('problem' as const) };
}

/** Those rows, in the box that they were wrapped for. */
function UnderField({ under, columns }: { under: ReturnType<typeof useUnderField>; columns: number }) {
  return <Lines of={under.rows.map(row => [t` `, paint(under.look, pad(row, columns - 1))])} />;
}
