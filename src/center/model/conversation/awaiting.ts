import { sql } from 'kysely';
import { prepare, prepareEach, prepareList } from '../../database/prepare.ts';
import { chunks } from '../../database/statement.ts';
import type { Db, Row } from '../../database/tables.ts';
import { moveNumbers, numberedColumns } from '../inbox/number.ts';
import { secondOf } from '../time.ts';
import type { Work } from '../work.ts';
import { dueIn } from './due.ts';
import type { ConversationRecord } from './row.ts';
import { lowerFloors } from './unread.ts';

interface MessageTime {
  readonly id: number;
  readonly created_at: number;
}

function isAfter(one: MessageTime, other: MessageTime): boolean {
  return one.created_at > other.created_at || (one.created_at === other.created_at && one.id > other.id);
}

const isDelivered = sql<boolean>`not exists (select 1 from message_delivery as delivery
  where delivery.message_id = message.id
  and (delivery.state = 'failed' or delivery.state = 'held' and delivery.reason is not null))`;

/** An agent's answering program answers nothing, and neither does a mail to a third party, or one not delivered. */
const lastBy = prepareEach(kind =>
  prepare(1, (db: Db, conversationId: number) =>
    db
      .selectFrom('message')
      .select(['id', 'created_at'])
      .where('conversation_id', '=', conversationId)
      // Literals, so that SQLite knows that `message_by_agent` fits.
      .where('kind', '=', sql.lit(kind as 'contact' | 'agent'))
      .$if(kind === 'agent', one =>
        one.where('automatic', '=', sql.lit(0)).where('side', '=', sql.lit(0)).where(isDelivered),
      )
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(sql.lit(1)),
  ),
);

const firstAskedAfter = prepare(3, (db: Db, conversationId: number, at: number, id: number) =>
  db
    .selectFrom('message')
    .select(['id', 'created_at'])
    .where('conversation_id', '=', conversationId)
    .where('kind', '=', sql.lit('contact' as const))
    .where('automatic', '=', sql.lit(0))
    .where('side', '=', sql.lit(0))
    .where(sql<boolean>`(created_at, id) > (${at}, ${id})`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(sql.lit(1)),
);

const beginning: MessageTime = { id: 0, created_at: -1e15 };

const columns = ['asked_id', 'asked_at', 'since', 'due_at'] as const;

/** The columns of a conversation's row about a customer's last word. */
export type AwaitingColumns = Pick<Row<'conversation'>, (typeof columns)[number]>;

/** No customer's word is without an answer. */
export const nothingAsked: AwaitingColumns = { asked_id: null, asked_at: null, since: null, due_at: null };

const readAsked = prepareList(0, (db, ids: readonly number[]) =>
  db
    .selectFrom('conversation')
    .select(numberedColumns)
    .select(['asked_id', 'asked_at', 'due_at'])
    .where('id', 'in', ids),
);

const setAsked = prepare(
  5,
  (db, id: number, asked_id: number | null, asked_at: number | null, since: number | null, due_at: number | null) =>
    db.updateTable('conversation').set({ asked_id, asked_at, since, due_at }).where('id', '=', id),
);

/** Writes the columns of some conversations about their last words, with the numbers; `find` finds them. */
async function writeAsked(
  work: Work,
  ids: readonly number[],
  find: (id: number, homeId: number) => Promise<AwaitingColumns>,
) {
  for (const piece of chunks(ids)) {
    const before = await readAsked(work.db, piece);
    const after: (typeof before)[number][] = [];
    for (const row of before) {
      const asked = await find(row.id, row.home_id);
      after.push({ ...row, ...asked });
      if (columns.some(name => asked[name] !== row[name]))
        await setAsked(work.db, row.id, ...(columns.map(name => asked[name]) as [null, null, null, null]));
    }
    moveNumbers(work, before, after);
  }
}

/** Records that these conversations await no answer. */
export function clearAsked(work: Work, ids: readonly number[]): Promise<void> {
  return writeAsked(work, ids, async () => nothingAsked);
}

async function askedIn(db: Db, id: number, homeId: number): Promise<AwaitingColumns> {
  const [newest] = await lastBy('contact')(db, id);
  if (!newest) return nothingAsked;
  const [answer = beginning] = await lastBy('agent')(db, id);
  if (!isAfter(newest, answer)) return nothingAsked;
  const [first] = await firstAskedAfter(db, id, answer.created_at, answer.id);
  const since = first ? secondOf(first.created_at) : null;
  return { asked_id: newest.id, asked_at: newest.created_at, since, due_at: await dueSince(db, homeId, since) };
}

async function dueSince(db: Db, homeId: number, since: number | null): Promise<number | null> {
  return since === null ? null : (await dueIn(db, homeId))(since);
}

/** Determines the last words of these conversations again. Their own rows must be written before. */
export function askAgain(work: Work, ids: readonly number[]): Promise<void> {
  return writeAsked(work, ids, (id, homeId) => askedIn(work.db, id, homeId));
}

/**
 * Determines again whether the last word of each conversation is a customer's or a third party's, and since when no agent
 * has answered a customer's message that no machine wrote. The conversations' own rows must be written before.
 */
export async function refreshAsked(work: Work, ids: readonly number[]): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  await writeAsked(work, ids, async (id, homeId) => {
    const asked = await askedIn(work.db, id, homeId);
    least = Math.min(least, asked.asked_id ?? least);
    return asked;
  });
  if (Number.isFinite(least)) await lowerFloors(work, least);
  await silenceArchived(work, ids);
}

/** A customer whose last word in an archive is older than this waits no more. */
const WAITING_MS = 30 * 86_400_000;

/** Whether an archive's last word still waits for an answer. */
export function waitsStill(at: number, now: number): boolean {
  return at > now - WAITING_MS;
}

/** Old last words, from an archive, are unread for no agent: no message is named. */
export async function silenceArchived({ db, now }: Work, ids: readonly number[]): Promise<void> {
  for (const piece of chunks(ids))
    await sql`update conversation set asked_id = null
      where id in (${sql.join(piece)}) and asked_id is not null and asked_at <= ${now - WAITING_MS}
      and exists (select 1 from mail where mail.message_id = conversation.asked_id and mail.from_archive = 1
        and conversation.asked_at <= mail.imported_at - ${WAITING_MS})`.execute(db);
}

/**
 * The change of a customer's new message to the last word; it waits for an answer if it is a question. Undefined if the
 * messages must be read: call `askAgain` when the message and the conversation are written.
 */
export async function askedBy(
  work: Work,
  before: ConversationRecord,
  { id, created_at: at }: MessageTime,
  isQuestion: boolean,
): Promise<AwaitingColumns | undefined> {
  const { asked_at: askedAt, asked_id: askedId, since, due_at: dueAt, merged_into: survivor, home_id: homeId } = before;
  if (survivor !== null) return nothingAsked;
  if (before.message_count === 0) {
    const first = isQuestion ? secondOf(at) : null;
    return { asked_id: id, asked_at: at, since: first, due_at: await dueSince(work.db, homeId, first) };
  }
  // The first question of a last word that waits for nothing yet has to be found.
  if (askedAt === null || (since === null ? isQuestion : since > at)) return undefined;
  const isNewer = isAfter({ id, created_at: at }, { id: askedId ?? 0, created_at: askedAt });
  return { asked_id: isNewer ? id : askedId, asked_at: isNewer ? at : askedAt, since, due_at: dueAt };
}
