import { memo, type ReactElement } from 'react';
import { hasNews } from '../../state/list/news.ts';
import { hasDraft } from '../../state/outbox/drafts.ts';
import { conversationOf } from '../../state/visible.ts';
import type { Conversation } from '../../state/world.ts';
import { pad } from '../../text/cut.ts';
import { age } from '../../text/relative-time.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { paint, signs } from '../theme.ts';
import { useWorld } from '../use-world.ts';
import { Line } from '../widgets/line.tsx';
import { type ListColumns, rowEnd } from './list-columns.ts';
import type { ShortNames } from './short-names.ts';

/**
 * How the row under the cursor is marked; `bar` if the list has the keys and the link is fast. `trail` marks the row
 * that the detail still shows after the cursor has moved on.
 */
export type CursorSign = 'none' | 'marker' | 'bar' | 'trail';

interface ListRowProps {
  readonly id: number;
  readonly slots: ListColumns;
  readonly names: ShortNames;
  readonly sign: CursorSign;
  readonly isMarked: boolean;
  /** The keys act here: the terminal's cursor stands beside the marker, where a screen reader looks. */
  readonly hasKeys: boolean;
}

/** One conversation in the list. A key redraws only the rows that it changes. */
export const ListRow = memo(function ListRow(props: ListRowProps): ReactElement {
  const { id, slots, names, sign, isMarked, hasKeys } = props;
  const conversation = useWorld(world => conversationOf(world, id));
  const gone = useWorld(world => world.list.gone.get(id));
  const hasLeft = useWorld(world => world.list.gone.has(id) || world.list.ghosts.has(id));
  const isNews = useWorld(world => hasNews(world, id));
  const isBegun = useWorld(world => hasDraft(world, id));
  const now = useWorld(world => world.now);
  const mark = isMarked ? signs.mark : t` `;
  const number = pad(safeLine(String(id)), slots.number, 'right');
  const name = t`${number} ${pad(gone ?? conversation?.title ?? t`…`, slots.title)}`;
  return (
    <Line>
      {[
        sign === 'marker' || sign === 'trail' ? signs[sign] : t` `,
        hasKeys ? paint('cursor', mark) : mark,
        hasLeft ? signs.gone : isBegun ? signs.draft : isNews ? paint('news', signs.news) : t` `,
        t` `,
        sign === 'bar' ? paint('bar', name) : gone ? paint('dim', name) : name,
        conversation ? rowEnd(slots, { ...conversation, ...endOf(conversation, names, now) }) : t``,
      ]}
    </Line>
  );
});

function endOf(conversation: Conversation, names: ShortNames, now: number): { assignee: SafeText; age: SafeText } {
  const { assign_to, last_message_at, created_at } = conversation;
  const at = last_message_at ?? created_at;
  const assignee = assign_to === null ? signs.nobody : (names.of.get(assign_to) ?? t`#${assign_to}`);
  return { assignee, age: at === null ? t`` : age(at, now) };
}
