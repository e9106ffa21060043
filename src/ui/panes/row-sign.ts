import { hasNews } from '../../state/list/news.ts';
import { statusKindOf } from '../../state/names.ts';
import { hasDraft } from '../../state/outbox/drafts.ts';
import { conversationOf } from '../../state/visible.ts';
import type { Conversation, World } from '../../state/world.ts';
import { t } from '../../text/safe.ts';
import { paint, signs } from '../theme.ts';
import type { Piece } from '../widgets/line.tsx';

/** The sign in the state cell of a row. */
export type RowSign = Extract<
  keyof typeof signs,
  'gone' | 'bounced' | 'draft' | 'news' | 'waits' | 'otherStatus' | 'closed'
>;

type Holds = (world: World, id: number, conversation: Conversation | undefined) => boolean;

/** One cell shows one state: the first of these that holds. */
const ORDER: readonly (readonly [sign: RowSign, holds: Holds])[] = [
  ['gone', ({ list }, id) => list.gone.has(id) || list.ghosts.has(id)],
  ['bounced', (_world, _id, conversation) => conversation?.delivery_failed === true],
  ['draft', (world, id) => hasDraft(world, id)],
  ['news', (world, id, conversation) => hasNews(world, id, conversation)],
  ['waits', (_world, _id, conversation) => typeof conversation?.waiting_since === 'number'],
  [
    'otherStatus',
    (world, _id, conversation) => conversation !== undefined && statusKindOf(world, conversation) === 'custom',
  ],
  [
    'closed',
    (world, _id, conversation) => conversation !== undefined && statusKindOf(world, conversation) === 'closed',
  ],
];

/** The state of a row; undefined for an open conversation that asks for nothing. */
export function rowSignOf(world: World, id: number): RowSign | undefined {
  const conversation = conversationOf(world, id);
  return ORDER.find(([, holds]) => holds(world, id, conversation))?.[0];
}

/** The state of a conversation that may be in no list. */
export function signOfOther(world: World, row: Conversation): RowSign | undefined {
  const conversation = conversationOf(world, row.id) ?? row;
  return ORDER.find(([sign, holds]) => sign !== 'gone' && holds(world, row.id, conversation))?.[0];
}

/** The sign of a state and a blank. Never more than one colour in a row: that of its state. */
export function stateCells(state: RowSign | undefined): Piece {
  if (state === undefined) return t`  `;
  if (state === 'bounced') return [paint('problem', signs.bounced), t` `];
  return state === 'news' ? [paint('news', signs.news), t` `] : t`${signs[state]} `;
}
