import { memo, type ReactElement } from 'react';
import { rowStateOf } from '../../state/outbox/row-state.ts';
import { conversationOf } from '../../state/visible.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { type Look, paint, signs } from '../theme.ts';
import { useWorld } from '../use-world.ts';
import { Line, type Piece } from '../widgets/line.tsx';
import { type CursorSign, edgeOf, stateCells } from '../widgets/row-sign.ts';
import { waitsLook } from './detail-place.ts';
import type { RowNames } from './list-columns.ts';
import {
  type ListColumns,
  type RowParts,
  rowEnd,
  rowMiddle,
  rowName,
  rowReason,
  withShortTitle,
} from './list-columns.ts';
import { ageOf, rowPartsOf, statusWord } from './row-parts.ts';

interface ListRowProps {
  readonly id: number;
  readonly slots: ListColumns;
  readonly names: RowNames;
  readonly sign: CursorSign;
  readonly isMarked: boolean;
  /** Only the beginning of its name is drawn for now. */
  readonly isShort: boolean;
  /** The keys act here: the terminal's cursor stands beside the marker, where a screen reader looks. */
  readonly hasKeys: boolean;
}

/** One conversation in the list. A key redraws only the rows that it changes. */
export const ListRow = memo(function ListRow(props: ListRowProps): ReactElement {
  const { id, names, sign, isMarked, isShort, hasKeys } = props;
  const slots = isShort ? withShortTitle(props.slots) : props.slots;
  const conversation = useWorld(world => conversationOf(world, id));
  const gone = useWorld(world => world.list.gone.get(id));
  const state = useWorld(world => rowStateOf(world, id));
  const status = useWorld(world => (conversation ? statusWord(world, conversation) : t``));
  const me = useWorld(world => world.me?.id);
  // Over a slow link the signs alone say it: a weight costs bytes in every row.
  const hasWeights = useWorld(world => world.link === 'fast');
  // In a narrow pane a jump draws every row again: there dim ends would cost a tenth of its bytes.
  const hasDim = hasWeights && slots.customer > 0;
  const late = useWorld(world => (conversation && hasDim ? waitsLook(conversation, world.now) : 'plain'));
  const old = useWorld(world => (conversation ? ageOf(world, conversation, late !== 'plain') : t``));
  const answering = useWorld(world => world.presence.on.get(id)?.answers[0]);
  const parts = rowPartsOf(id, conversation, answering, names, status, old);
  const mark = isMarked ? signs.mark : t` `;
  const isBold = hasWeights && state === 'news';
  const name = gone === undefined ? rowName(slots, parts) : rowReason(slots, parts.number, gone);
  const rest = isShort || gone !== undefined ? t`` : rowMiddle(slots, parts);
  const [assignee, when] = isShort ? [t``, t``] : rowEnd(slots, parts);
  // Before a bar, the line's start is the cheaper place.
  const isAtStart = hasKeys && sign === 'bar';
  const row = isAtStart ? [paint('cursor', t` `), mark] : [edgeOf(sign), hasKeys ? paint('cursor', mark) : mark];
  const stateText = t`${state === undefined ? t` ` : signs[state]} `;
  const whole = t`${name}${rest}${assignee}${when}`;
  if (sign === 'bar' && (gone !== undefined || isLight(t`${stateText}${whole}`))) {
    const bar = isBold ? 'boldBar' : 'bar';
    return <Line>{[...row, paint(bar, stateText), paint(bar, whole)]}</Line>;
  }
  const barred = sign === 'bar' ? barLength(slots, parts) : sign === 'number' ? slots.number : 0;
  const isOthers = conversation?.assign_to !== me;
  const end = hasDim
    ? weighted(assignee, isOthers ? 'dim' : 'plain', when, isBold && late === 'problem' ? 'bold' : late)
    : t`${assignee}${when}`;
  return (
    <Line>{[...row, stateCells(state), nameOf(name, barred, { isDim: gone !== undefined, isBold }), rest, end]}</Line>
  );
});

/** A key sends the text under the bar again, on two rows: at most this many bytes for each cell of the row. */
const WHOLE_BYTES_A_CELL = 1.15;
/** The same where the bar covers the number to the title alone. */
const BAR_BYTES_A_CELL = 1.25;

/** How much of a row's name the bar covers, in UTF-16 units: to the title, or in a script of many bytes less of it. */
function barLength(slots: ListColumns, parts: RowParts): number {
  const whole = rowName(slots, parts);
  const untilTitle = rowName({ ...slots, title: 0 }, parts);
  const most = width(whole) * BAR_BYTES_A_CELL;
  return [whole, untilTitle].find(text => Buffer.byteLength(text) <= most)?.length ?? slots.number;
}

function isLight(text: SafeText): boolean {
  return Buffer.byteLength(text) <= width(text) * WHOLE_BYTES_A_CELL;
}

/** Who has it and how old it is: dim, but for how long a customer has waited if that is long. */
function weighted(assignee: SafeText, look: Look, when: SafeText, late: Look): Piece {
  const age = late === 'plain' ? 'dim' : late;
  return look === age ? paint(look, t`${assignee}${when}`) : [paint(look, assignee), paint(age, when)];
}

function nameOf(name: SafeText, barColumns: number, { isDim, isBold }: { isDim: boolean; isBold: boolean }): Piece {
  const [barred, rest] = [name.slice(0, barColumns) as SafeText, name.slice(barColumns) as SafeText];
  const bar = barred !== '' && paint(isBold ? 'boldBar' : 'bar', barred);
  return [bar, isDim ? paint('dim', rest) : isBold ? paint('bold', rest) : rest];
}
