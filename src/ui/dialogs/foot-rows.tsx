import type { ReactElement } from 'react';
import { asked } from '../../keys/flow.ts';
import { lineIn } from '../../keys/line-keys.ts';
import { isThere, wordsOn } from '../../keys/part-state.ts';
import type { AnyView, ButtonPart } from '../../keys/parts.ts';
import type { OpenBox } from '../../state/world/open-box.ts';
import { cut, pad } from '../../text/cut.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { paint } from '../theme.ts';
import { Line, type Piece } from '../widgets/line.tsx';
import { FieldLine } from '../widgets/text-field.tsx';

/** Short labels are as wide as each other, so that their lines begin in one column. */
const LABEL_COLUMNS = 3;

interface LineRowProps {
  readonly name: string;
  readonly open: OpenBox;
  readonly view: AnyView;
  readonly columns: number;
}

/** A line behind its label: as it is edited, or as its part shows it. */
export function LineRow({ name, open, view, columns }: LineRowProps): ReactElement {
  const { part, state } = lineIn(open, name)!;
  const { label = t`` } = part;
  const before = t` ${pad(label, Math.max(LABEL_COLUMNS, width(label)))} `;
  if (open.state.at === name) return <FieldLine draft={state.draft} columns={columns} before={before} />;
  const room = columns - width(before) - 1;
  const words = part.shown?.(view, state.draft.text, room) ?? cut(safeLine(state.draft.text), room);
  return <Line>{[before, pad(words, room), t` `]}</Line>;
}

/** A button with its words. */
interface Button {
  readonly name: string;
  readonly part: ButtonPart<unknown, unknown>;
  readonly words: SafeText;
}

/** The buttons in a row of a box. */
export function buttonsIn(open: OpenBox, view: AnyView): readonly Button[] {
  return Object.entries(asked(open).box.parts).flatMap(([name, part]) => {
    const words =
      part.kind === 'button' && isThere(part, view) && part.words?.(view, wordsOn(part, open.state.parts[name]));
    return words ? [{ name, part: part as Button['part'], words }] : [];
  });
}

interface ButtonRowProps {
  readonly buttons: readonly Button[];
  /** The part that has the keys. */
  readonly at: string;
  readonly columns: number;
}

/** The buttons below the text; those that do not fit show only with the keys. */
export function ButtonRow({ buttons, at, columns }: ButtonRowProps): ReactElement {
  const cutButtons = buttons.map(one => ({ ...one, words: cut(one.words, columns - 4) }));
  const shown = fitting(cutButtons, at, columns);
  return (
    <Line>
      {[
        ...shown.map(({ name, words }, index) => [index === 0 ? t` ` : t`  `, drawn(name === at, words)]),
        pad(t``, Math.max(0, columns - widthOf(shown))),
      ]}
    </Line>
  );
}

function widthOf(buttons: readonly Button[]): number {
  return buttons.reduce((sum, { words }) => sum + width(words) + width(t`  []`), -1);
}

/** The first ones to go are those without a key, from the end: others can be pressed unseen. The first two stay longest. */
function fitting(all: readonly Button[], at: string, columns: number): readonly Button[] {
  const others = all.filter(({ name }) => name !== at);
  const later = others.slice(2);
  const dropped = later.findLast(({ part: { key } }) => key === undefined) ?? later.at(-1) ?? others.at(-1);
  if (widthOf(all) <= columns || !dropped) return all;
  return fitting(
    all.filter(one => one !== dropped),
    at,
    columns,
  );
}

/** The button that has the keys has the terminal's cursor, too. */
function drawn(isCurrent: boolean, words: SafeText): Piece {
  return isCurrent ? [paint('cursor', t`[`), paint('bar', words), t`]`] : t`[${words}]`;
}
