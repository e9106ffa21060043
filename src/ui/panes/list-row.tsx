import { memo, type ReactElement } from 'react';
import { rowStateOf } from '../../state/list/row-state.ts';
import { conversationOf } from '../../state/visible.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { type Look, paint, signs } from '../theme.ts';
import { useWorld } from '../use-world.ts';
import { Line, type Piece } from '../widgets/line.tsx';
import { type CursorSign, edgeOf, stateCells } from '../widgets/row-sign.ts';
import type { RowNames } from './list-columns.ts';
import { type ListColumns, rowEnd, rowMiddle, rowReason, rowTitle, withShortTitle } from './list-columns.ts';
import { ageOf, lateLook, rowPartsOf, statusWord } from './row-parts.ts';

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
  const late = useWorld(world => (conversation ? lateLook(world, conversation) : 'plain'));
  const old = useWorld(world => (conversation ? ageOf(world, conversation) : t``));
  const answering = useWorld(world => world.presence.on.get(id)?.answers[0]);
  const parts = rowPartsOf(id, conversation, answering, names, status, old);
  const mark = isMarked ? signs.mark : t` `;
  const isBold = hasWeights && state === 'news';
  const name = gone === undefined ? rowTitle(slots, parts) : rowReason(slots, parts.number, gone);
  const rest = isShort || gone !== undefined ? t`` : rowMiddle(slots, parts);
  const [assignee, when] = isShort ? [t``, t``] : rowEnd(slots, parts);
  const bar = t`${mark}${state === undefined ? t` ` : signs[state]} ${name.slice(0, slots.number) as SafeText}`;
  // Each key sends the text under the bar again, on two rows. Before it, the line's start is the cheaper place.
  const isBar = sign === 'bar';
  const row = isBar
    ? [hasKeys ? paint('cursor', t` `) : t` `, paint(isBold ? 'boldBar' : 'bar', bar)]
    : [edgeOf(sign), hasKeys ? paint('cursor', mark) : mark, stateCells(state)];
  const shown = (isBar ? name.slice(slots.number) : name) as SafeText;
  const isOthers = conversation?.assign_to !== me;
  const end = hasDim
    ? weighted(assignee, isOthers ? 'dim' : 'plain', when, late)
    : late === 'problem'
      ? [assignee, paint(late, when)]
      : t`${assignee}${when}`;
  return (
    <Line>{[...row, gone !== undefined ? paint('dim', shown) : isBold ? paint('bold', shown) : shown, rest, end]}</Line>
  );
});

/** The assignee and the age: dim, except how long a customer has waited if that is long. */
function weighted(assignee: SafeText, look: Look, when: SafeText, late: Look): Piece {
  const age = late === 'plain' ? 'dim' : late;
  return look === age ? paint(look, t`${assignee}${when}`) : [paint(look, assignee), paint(age, when)];
}
