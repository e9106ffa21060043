import { type ReactElement, useLayoutEffect } from 'react';
import type { Picker } from '../../keys/action.ts';
import { pickerKeyWords } from '../../keys/help.ts';
import type { Option } from '../../keys/option.ts';
import { cursorIn } from '../../keys/options.ts';
import { keepDrawn, optionsOf } from '../../keys/overlay.ts';
import type { PickerOverlay } from '../../state/overlay.ts';
import type { World } from '../../state/world.ts';
import { pad } from '../../text/cut.ts';
import { join, type SafeText, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { wrap } from '../../text/wrap.ts';
import { paint } from '../theme.ts';
import { useDesk, useWorld } from '../use-world.ts';
import { Fill, Line, Lines } from '../widgets/line.tsx';
import { FieldLine } from '../widgets/text-field.tsx';
import { Box, type DialogProps, placeBox, titleWithCount } from './box.tsx';
import { ChoiceList } from './choice-list.tsx';

const MIN_COLUMNS = 36;
const MAX_COLUMNS = 70;
const MAX_OPTIONS = 12;
/** On a fast link, a narrow box has more rows. Each cell is paid for when it opens and when it closes. */
const MAX_CELLS = 800;
const PREVIEW_ROWS = 2;
/** With a preview: what it costs a slow link, fewer options make up for. */
const MAX_PREVIEWED = 4;
/** Marker, sign, blanks and the edge beside a label. */
const OPTION_EDGES = 6;

/** A box to choose from. Its size depends on all options, so that typing changes only the rows. */
export function PickerBox({
  part: picker,
  overlay,
  screen,
}: DialogProps<Picker<unknown>, PickerOverlay>): ReactElement {
  const desk = useDesk();
  const world = useWorld(all => all);
  const options = optionsOf(picker, world, overlay);
  useLayoutEffect(() => keepDrawn(desk, overlay, options));
  const every = optionsOf(picker, world, { ...overlay, draft: null });
  const legend = picker.legend?.(world, overlay);
  const keys = pickerKeyWords(picker);
  const way = t`Esc ${picker.escape?.(world, overlay) ?? t`back`}`;
  const shortest = [picker.verb, ...(legend === undefined ? [] : [legend])];
  const whole = footOf([...shortest, ...keys, way]);
  const isRoomy = width(whole) + 2 <= Math.min(MAX_COLUMNS, screen.columns - 2);
  const foot = isRoomy ? whole : footOf([...shortest, way]);
  const room = Math.min(MAX_COLUMNS, screen.columns - 2) - 2;
  const chosen = options[cursorIn(options, overlay)];
  const preview = picker.preview && (chosen ? picker.preview(world, overlay, chosen) : t``);
  const below = isRoomy ? [] : wrap(join(keys, t` · `), room).slice(0, Math.max(0, Math.floor((screen.rows - 6) / 2)));
  const further = below.length + (preview === undefined ? 0 : PREVIEW_ROWS);
  const name = picker.title(world, overlay);
  const narrow = world.link === 'fast' ? Math.floor(MAX_CELLS / widthOf(every, name, [foot, ...below])) : 0;
  const usual = preview === undefined ? Math.max(MAX_OPTIONS, narrow) : MAX_PREVIEWED;
  const most = Math.min(usual, screen.rows - 6 - further);
  const title = titleWithCount(name, every.length, most);
  const filterRows = overlay.draft === null ? 0 : 1;
  const columns = Math.min(screen.columns - 2, widthOf(every, title, [foot, ...below]));
  const rows = Math.max(1, Math.min(every.length, most));
  const place = placeBox(screen, columns, rows + filterRows + further);
  const listed = place.rows - filterRows - further;
  return (
    <Box place={place} title={title} foot={foot}>
      {overlay.draft === null ? null : <FieldLine draft={overlay.draft} columns={place.columns} />}
      {options.length === 0 ? (
        <Line look="dim">{t` ${pad(emptyText(picker, world, overlay), place.columns - 1)}`}</Line>
      ) : (
        <ChoiceList
          options={options}
          index={cursorIn(options, overlay)}
          columns={place.columns}
          rows={listed}
          hasCursor={overlay.draft === null}
        />
      )}
      <Fill rows={listed - Math.max(1, options.length)} columns={place.columns} />
      {preview === undefined ? null : (
        <Lines of={previewLines(preview, place.columns - 1).map(line => [t` `, paint('dim', line)])} />
      )}
      {below.map(line => (
        <Line key={line} look="dim">{t` ${pad(line, place.columns - 1)}`}</Line>
      ))}
    </Box>
  );
}

/** The beginning of a text, in so many rows whatever its length. */
function previewLines(preview: SafeText, columns: number): readonly SafeText[] {
  const [first = t``, ...rest] = wrap(preview, columns);
  return [pad(first, columns), pad(join(rest.slice(0, 4), t` `), columns)];
}

function footOf(words: readonly SafeText[]): SafeText {
  return t`Enter ${join(words, t` · `)}`;
}

function emptyText(picker: Picker<unknown>, world: World, overlay: PickerOverlay): SafeText {
  return picker.empty?.(world, overlay) ?? t`Nothing matches.`;
}

function widthOf(options: readonly Option[], title: SafeText, feet: readonly SafeText[]): number {
  const columnsOf = ({ label, whyNot, detail = whyNot }: Option) =>
    width(label) + (detail ? width(detail) + 2 : 0) + OPTION_EDGES;
  const least = Math.max(MIN_COLUMNS, width(title) + 2, ...feet.map(foot => width(foot) + 2));
  // Not as arguments of one call: there may be more options than a call accepts.
  const widest = options.reduce((most, option) => Math.max(most, columnsOf(option)), least);
  return Math.min(MAX_COLUMNS, widest);
}
