import { equal } from 'node:assert/strict';
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
  'an inbox counts wrongly what is open': `select id, open_count from inbox where open_count <> (
    select count(*) from conversation where inbox_id = inbox.id and status_id = 1 and shelf in (0, 4))`,
  'an inbox counts wrongly what nobody has': `select id, unassigned_count from inbox where unassigned_count <> (
    select count(*) from conversation where inbox_id = inbox.id and status_id = 1 and shelf in (0, 4) and assign_to is null)`,
  'a tag has an old copy of its conversation': `select link.conversation_id from conversation_tag as link
    join conversation on conversation.id = link.conversation_id
    where link.shelf <> conversation.shelf or link.status_id <> conversation.status_id
      or link.home_id <> conversation.home_id or link.assign_key <> conversation.assign_key
      or link.last_message_at <> conversation.last_message_at`,
  'a conversation is in no history': `select id from conversation where not exists (
    select 1 from history where conversation_id = conversation.id and event = 'conversation.created')`,
  'a conversation is in the wrong set of tags': `select conversation.id from conversation
    left join tag_set on tag_set.id = conversation.tag_set_id where tag_set.key is null or tag_set.key <> coalesce((
      select string_agg(cast(link.tag_id as text), ' ' order by link.tag_id) from conversation_tag as link
      where link.conversation_id = conversation.id), '')`,
  'a set of tags has no conversation': `select id from tag_set
    where not exists (select 1 from conversation where tag_set_id = tag_set.id)`,
  'the numbers of conversations are wrong': `select * from (
    select home_id, shelf, status_id, assign_key, waiting, sum(number) as number from (
      select home_id, shelf, status_id, assign_key, waiting, number from conversation_number
      union all select home_id, shelf, status_id, assign_key, case when shelf = 0 and status_id <> 2 and exists (
        select 1 from conversation_mark as k where k.conversation_id = c.id and k.kind = 4 and k.since > 0)
        then 1 else 0 end, -1 from conversation as c) as both_ways
    group by home_id, shelf, status_id, assign_key, waiting) as summed where number <> 0`,
  'an agent does not see that a message is unread': `select agent.id, k.conversation_id from agent
    join conversation_mark as k on k.kind = 4 and k.message_id > agent.read_first and k.message_id <= agent.read_floor
    where not exists (select 1 from conversation_read as seen where seen.agent_id = agent.id
      and seen.conversation_id = k.conversation_id and (seen.at, seen.message_id) >= (k.at, k.message_id))`,
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

/** Throws unless every attachment's file is in the folder, its content whole. */
export async function checkFiles(database: TestDatabase, folder: string): Promise<void> {
  const rows = await database.query<{ hash: string }>('select distinct hash from attachment');
  for (const { hash } of rows) {
    const path = join(folder, hash);
    equal(existsSync(path), true, `the file ${hash} is missing`);
    equal(createHash('sha256').update(readFileSync(path)).digest('hex'), hash, `the file ${hash} is torn`);
  }
}
