import { equal, notEqual } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestDatabase } from './test-database.ts';

/** Each finds inconsistencies: a row of its answer is a breach. They run on both databases. */
const breaches: Readonly<Record<string, string>> = {
  'a count of messages is wrong': `select id, message_count from conversation where message_count
    <> (select count(*) from message where conversation_id = conversation.id)`,
  'a count of notes is wrong': `select id, note_count from conversation where note_count
    <> (select count(*) from note where conversation_id = conversation.id)`,
  'a merged-away conversation still holds something': `select id from conversation where merged_into is not null and (
    exists (select 1 from message where conversation_id = conversation.id and kind <> 'system')
    or exists (select 1 from note where conversation_id = conversation.id)
    or exists (select 1 from review where conversation_id = conversation.id)
    or exists (select 1 from conversation_tag where conversation_id = conversation.id)
    or exists (select 1 from conversation_contact where conversation_id = conversation.id))`,
  'a merged-away conversation has not its one notice': `select id from conversation where merged_into is not null and (
    select count(*) from message where conversation_id = conversation.id
      and event = 'conversation.merged_with' and merged_with = conversation.merged_into) <> 1`,
  'a merged-away conversation leads to no survivor': `select away.id from conversation as away
    left join conversation as survivor on survivor.id = away.merged_into
    where away.merged_into is not null and (survivor.id is null or survivor.merged_into is not null)`,
  'a merge is in no history': `select id from conversation where merged_into is not null and not exists (
    select 1 from history where conversation_id = conversation.id and event = 'conversation.merged_with')`,
  'a living conversation holds a notice of merging': `select conversation.id from conversation
    join message on message.conversation_id = conversation.id
    where conversation.merged_into is null and message.event is not null`,
  'a conversation is in no history': `select id from conversation where not exists (
    select 1 from history where conversation_id = conversation.id and event = 'conversation.created')`,
  'a conversation is in the wrong set of tags': `select conversation.id from conversation
    left join tag_set on tag_set.id = conversation.tag_set_id where tag_set.key is null or tag_set.key <> coalesce((
      select string_agg(cast(link.tag_id as text), ' ' order by link.tag_id) from conversation_tag as link
      where link.conversation_id = conversation.id), '')`,
  'a set of tags has other tags than its key': `select s.id from tag_set as s where s.key <> coalesce((
      select string_agg(cast(link.tag_id as text), ' ' order by link.tag_id) from tag_set_tag as link
      where link.tag_set_id = s.id), '') and exists (select 1 from conversation where tag_set_id = s.id)`,
  'a conversation is in the wrong place': `select id from conversation
    where place <> 8 and (place not in (0, 1, 2, 3) or (place >= 2) <> (merged_into is not null))`,
  'a conversation has another assignee in lists': `select id from conversation where assign_key <> coalesce(assign_to, 0)`,
  'the numbers of conversations are wrong': `select * from (
    select home_id, place, status_id, assign_key, waiting, sum(number) as number from (
      select home_id, place, status_id, assign_key, waiting, number from conversation_number
      union all select home_id, case when snoozed_until is null then place else 4 end, status_id, assign_key,
        case when since is not null and place = 0 and snoozed_until is null and status_id <> 2 then 1 else 0 end, -1
        from conversation) as both_ways
    group by home_id, place, status_id, assign_key, waiting) as summed where number <> 0`,
  'an agent does not see that a message is unread': `select agent.id, c.id from agent
    join conversation as c on c.asked_id > agent.read_first and c.asked_id <= agent.read_floor
    where not exists (select 1 from conversation_read as seen where seen.agent_id = agent.id
      and seen.conversation_id = c.id and (seen.at, seen.message_id) >= (c.asked_at, c.asked_id))`,
  'the places of the inboxes have a gap': `select id, sort from inbox where sort >= (select count(*) from inbox)`,
};

/** Throws if the database is damaged, or its rows contradict each other. */
export async function checkConsistency(database: TestDatabase): Promise<void> {
  for (const [what, text] of Object.entries(breaches)) {
    const rows = await database.query(text);
    equal(rows.length, 0, `${what}: ${JSON.stringify(rows.slice(0, 3))}`);
  }
}

/** The same, and the files under it; nothing may be writing. */
export async function checkWhole(database: TestDatabase): Promise<void> {
  equal((await database.damage()).join('\n'), '');
  await checkConsistency(database);
}

/** The parts of a file in the folder, or in the database; none if it is missing. */
async function partsOf(database: TestDatabase, folder: string, hash: string): Promise<readonly Uint8Array[]> {
  const path = join(folder, hash);
  if (existsSync(path)) return [readFileSync(path)];
  if (database.kind === 'sqlite') return [];
  const text = `select bytes from attachment_part where hash = '${hash}' order by n`;
  return (await database.query<{ bytes: Uint8Array }>(text)).map(({ bytes }) => bytes);
}

/** Throws unless every attachment's file is in the folder or in the database, its content whole. */
export async function checkFiles(database: TestDatabase, folder: string): Promise<void> {
  const rows = await database.query<{ hash: string }>('select distinct hash from attachment');
  for (const { hash } of rows) {
    const parts = await partsOf(database, folder, hash);
    notEqual(parts.length, 0, `the file ${hash} is missing`);
    equal(createHash('sha256').update(Buffer.concat(parts)).digest('hex'), hash, `the file ${hash} is torn`);
  }
}
