import type { AnswerInput } from '../../../contract/endpoint.ts';
import type { Via } from '../../../contract/history.ts';
import type { Contract } from '../../../contract/index.ts';
import { highestId } from '../../database/copy/table.ts';
import type { Db, Row } from '../../database/tables.ts';
import type { Caller } from '../access.ts';
import { present } from '../history.ts';
import { readSetting } from '../setting.ts';
import type { Work } from '../work.ts';
import { seenConversations } from './visible-event.ts';

type HistoryPage = AnswerInput<Contract['history']['after']>;
type By = NonNullable<HistoryPage['entries'][number]['by']>;
type NamedHistoryRow = Row<'history'> & { readonly agent_name: string | null };

function entriesAfter(db: Db, id: number, limit: number): Promise<NamedHistoryRow[]> {
  return db
    .selectFrom('history')
    .leftJoin('agent', 'agent.id', 'history.agent_id')
    .selectAll('history')
    .select('agent.name as agent_name')
    .where('history.id', '>', id)
    .orderBy('history.id')
    .limit(limit)
    .execute();
}

/** The message that an entry of incoming mail tells of, if it does. */
function messageIn({ event, agent_id, changes }: NamedHistoryRow): number[] {
  return event === 'message.added' && agent_id === null ? [JSON.parse(changes).message_id?.to ?? 0] : [];
}

/** The authors of the messages in these entries, by the messages' ids: an agent may write by mail too. */
async function writersOf(db: Db, entries: readonly NamedHistoryRow[]): Promise<ReadonlyMap<number, By>> {
  const ids = entries.flatMap(messageIn);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('message')
    .leftJoin('agent', 'agent.id', 'message.agent_id')
    .leftJoin('contact', 'contact.id', 'message.contact_id')
    .select(['message.id', 'message.agent_id', 'message.contact_id', 'agent.name as agent', 'contact.name as contact'])
    .where('message.id', 'in', ids)
    .execute();
  return new Map(
    rows.flatMap(({ id, agent_id, contact_id, agent, contact }): [number, By][] => {
      if (agent_id !== null) return [[id, { kind: 'agent', id: agent_id, name: agent }]];
      return contact_id === null ? [] : [[id, { kind: 'customer', id: contact_id, name: contact }]];
    }),
  );
}

/** The author of an entry; null if it is from before that was recorded. */
function byOf(entry: NamedHistoryRow, writers: ReadonlyMap<number, By>): By | null {
  const { agent_id: id, agent_name, by_key, by_mail, via, event } = entry;
  if (id !== null) return { kind: 'agent', id, name: agent_name };
  if (by_key !== null) return { kind: via === 'rule' ? via : 'key', id, name: by_key };
  const writer = writers.get(messageIn(entry)[0] ?? 0);
  if (writer) return writer;
  if (via === null && by_mail !== 1) return null;
  const isCustomers = (via === null || via === 'mail' || via === 'page') && event !== 'message.failed';
  return { kind: isCustomers ? 'customer' : 'service', id: null, name: null };
}

/**
 * The changes of all conversations after an entry, as far as the caller sees them. Ids are in the order of the commits
 * (see `commitInOrder`). Looks at no more than `limit` entries.
 */
export async function historyAfter(
  { db, kind }: Pick<Work, 'db' | 'kind'>,
  caller: Caller,
  after: number | undefined,
  limit: number,
): Promise<HistoryPage> {
  const epoch = await readSetting(db, 'epoch');
  const more = epoch === undefined ? {} : { epoch };
  // The last rows may have been deleted: their ids were there.
  const isUnknown = after === undefined || after > Number(await highestId(db, kind, 'history'));
  if (isUnknown) return { entries: [], up_to: await newest(db), is_end: true, ...more };
  const found = await entriesAfter(db, after, limit);
  const seen = await seenConversations(db, caller, [...new Set(found.map(row => row.conversation_id))]);
  const shown = found.filter(row => seen.has(row.conversation_id));
  const writers = await writersOf(db, shown);
  const viaOf = ({ via, by_mail }: NamedHistoryRow) => (via ?? (by_mail === 1 ? 'mail' : null)) as Via | null;
  const entries = shown.map(row => ({ ...present(row), by: byOf(row, writers), via: viaOf(row) }));
  return { entries, up_to: found.at(-1)?.id ?? after, is_end: found.length < limit, ...more };
}

async function newest(db: Db): Promise<number> {
  const row = await db.selectFrom('history').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row?.id ?? 0;
}
