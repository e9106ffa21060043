import { type SafeText, t } from '../../text/safe.ts';
import { hasDraft } from '../drafts/drafts.ts';
import { conversationOf } from '../visible.ts';
import { statusKindOf } from '../words/names.ts';
import type { Conversation, World } from '../world.ts';
import { hasNews } from './news.ts';

/** The sign of each state of a row, one column wide. */
export const ROW_SIGNS = {
  bounced: t`!`,
  draft: t`~`,
  mentioned: t`@`,
  news: t`●`,
  scheduled: t`⧖`,
  later: t`◷`,
  waits: t`‹`,
  answered: t`›`,
  otherStatus: t`…`,
  closed: t`✕`,
  gone: t`·`,
} as const;

/** The reason why a row of the list needs the agent's attention. */
export type RowState = keyof typeof ROW_SIGNS;

type Holds = (world: World, id: number, conversation: Conversation | undefined) => boolean;

/** One cell shows one state: the first of these that holds. The words are those of the help. */
const ORDER: readonly (readonly [state: RowState, words: SafeText, holds: Holds])[] = [
  ['gone', t`left the list`, ({ list }, id) => list.gone.has(id) || list.ghosts.has(id)],
  ['bounced', t`bounced`, (_world, _id, conversation) => conversation?.delivery_failed === true],
  ['draft', t`draft`, (world, id) => hasDraft(world, id)],
  ['mentioned', t`mentions you`, (_world, _id, conversation) => conversation?.mentioned === true],
  ['news', t`unread`, (world, id, conversation) => hasNews(world, id, conversation)],
  ['later', t`put off`, (_world, _id, conversation) => Boolean(conversation?.snoozed)],
  ['scheduled', t`timed`, (_world, _id, conversation) => Boolean(conversation?.deliver_at)],
  ['waits', t`waits on us`, (_world, _id, conversation) => typeof conversation?.waiting_since === 'number'],
  ['answered', t`answered`, isAnswered],
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

/** Whether an open conversation is answered: its customer waits for no reply. Older help centers do not say. */
function isAnswered(world: World, _id: number, conversation: Conversation | undefined): boolean {
  if (!conversation || conversation.archived || conversation.unread === null) return false;
  return conversation.waiting_since === null && statusKindOf(world, conversation) === 'open';
}

/** The states in words: `waits on us`. */
export const STATE_WORDS: readonly (readonly [state: RowState, words: SafeText])[] = ORDER.map(([state, words]) => [
  state,
  words,
]);

/** The state of a row; undefined for an open conversation that asks for nothing. */
export function rowStateOf(world: World, id: number): RowState | undefined {
  const conversation = conversationOf(world, id);
  return ORDER.find(([, , holds]) => holds(world, id, conversation))?.[0];
}

/** The state of a conversation that may be in no list. */
export function stateOfOther(world: World, row: Conversation): RowState | undefined {
  const conversation = conversationOf(world, row.id) ?? row;
  return ORDER.find(([state, , holds]) => state !== 'gone' && holds(world, row.id, conversation))?.[0];
}
