import { hasNews } from '../../state/list/news.ts';
import { statusKindOf } from '../../state/names.ts';
import { hasDraft } from '../../state/outbox/drafts.ts';
import { conversationOf } from '../../state/visible.ts';
import type { Conversation, World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { paint, signs } from '../theme.ts';
import type { Piece } from './line.tsx';

/** The sign in the state cell of a row. */
export type RowSign = Extract<
  keyof typeof signs,
  'gone' | 'bounced' | 'draft' | 'news' | 'waits' | 'otherStatus' | 'closed'
>;

type Holds = (world: World, id: number, conversation: Conversation | undefined) => boolean;

/** One cell shows one state: the first of these that holds. The words are those of the help. */
const ORDER: readonly (readonly [sign: RowSign, words: SafeText, holds: Holds])[] = [
  ['gone', t`left the list`, ({ list }, id) => list.gone.has(id) || list.ghosts.has(id)],
  ['bounced', t`bounced`, (_world, _id, conversation) => conversation?.delivery_failed === true],
  ['draft', t`draft`, (world, id) => hasDraft(world, id)],
  ['news', t`unread`, (world, id, conversation) => hasNews(world, id, conversation)],
  ['waits', t`waits on us`, (_world, _id, conversation) => typeof conversation?.waiting_since === 'number'],
  [
    'otherStatus',
    t`other status`,
    (world, _id, conversation) => conversation !== undefined && statusKindOf(world, conversation) === 'custom',
  ],
  [
    'closed',
    t`closed`,
    (world, _id, conversation) => conversation !== undefined && statusKindOf(world, conversation) === 'closed',
  ],
];

/** The states with their signs in words: `waits on us`. */
export const SIGN_WORDS: readonly (readonly [sign: RowSign, words: SafeText])[] = ORDER.map(([sign, words]) => [
  sign,
  words,
]);

/** The state of a row; undefined for an open conversation that asks for nothing. */
export function rowSignOf(world: World, id: number): RowSign | undefined {
  const conversation = conversationOf(world, id);
  return ORDER.find(([, , holds]) => holds(world, id, conversation))?.[0];
}

/** The state of a conversation that may be in no list. */
export function signOfOther(world: World, row: Conversation): RowSign | undefined {
  const conversation = conversationOf(world, row.id) ?? row;
  return ORDER.find(([sign, , holds]) => sign !== 'gone' && holds(world, row.id, conversation))?.[0];
}

/** The sign of a state and a blank. Never more than one colour in a row: that of its state. */
export function stateCells(state: RowSign | undefined): Piece {
  if (state === undefined) return t`  `;
  if (state === 'bounced') return [paint('problem', signs.bounced), t` `];
  return state === 'news' ? [paint('news', signs.news), t` `] : t`${signs[state]} `;
}
