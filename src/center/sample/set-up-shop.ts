import { rowWith } from '../database/rows.ts';
import { addEmail } from '../model/inbox/email.ts';
import { addMember } from '../model/inbox/member.ts';
import { changeInbox, createInbox } from '../model/inbox/settings.ts';
import { agentByEmail, insertAgent } from '../model/people/agent.ts';
import { insertTeam } from '../model/people/team.ts';
import { addressKey, nameKey } from '../model/text-key.ts';
import type { Work } from '../model/work.ts';
import { sampleAgents, sampleInboxes, sampleStatuses, sampleTeam } from './shop.ts';

/** The ids for the names in the sample. */
export interface Shop {
  /** In the order of `sampleAgents`. */
  readonly agents: readonly number[];
  /** By slug, including `default` and `spam`. */
  readonly inboxes: ReadonlyMap<string, number>;
  /** By name, including `open` and `closed`. */
  readonly statuses: ReadonlyMap<string, number>;
}

async function hireAgents(work: Work): Promise<number[]> {
  const ids: number[] = [];
  for (const agent of sampleAgents) {
    const found = await agentByEmail(work.db, agent.email);
    ids.push((found ?? (await insertAgent(work.db, { ...agent, passwordHash: null }, work.now))).id);
  }
  return ids;
}

async function formTeam(work: Work, agents: readonly number[]): Promise<number> {
  const { name, agents: members } = sampleTeam;
  const found = await rowWith(work.db, 'team', { name });
  const ids = members.map(at => agents[at]!);
  return (found ?? (await insertTeam(work, name, ids))).id;
}

async function linkAddress(work: Work, inboxId: number, email: string): Promise<void> {
  const taken = await rowWith(work.db, 'inbox_email', { email_key: addressKey(email) });
  if (!taken) await addEmail(work.db, inboxId, { email });
}

async function openInboxes(work: Work, limit: number, agents: readonly number[]): Promise<Map<string, number>> {
  const rows = await work.db.selectFrom('inbox').selectAll().execute();
  const builtIn = rows.find(row => row.kind === 'default')!;
  const spam = rows.find(row => row.kind === 'spam')!;
  const ids = new Map([
    ['default', builtIn.id],
    ['spam', spam.id],
  ]);
  // A name that a user chose stays.
  if (builtIn.name === 'Inbox') await changeInbox(work, builtIn, { name: 'Support' });
  await linkAddress(work, builtIn.id, 'support@shop.example');
  for (const agent of agents) await addMember(work, 'agent', builtIn.id, agent);
  const team = await formTeam(work, agents);
  for (const { slug, name, description, email, hasTeam, agents: own } of sampleInboxes) {
    const there = rows.find(row => row.slug === slug)?.id;
    const id = there ?? (await createInbox(work, { slug, name, description }, limit));
    ids.set(slug, id);
    await linkAddress(work, id, email);
    for (const at of own) await addMember(work, 'agent', id, agents[at]!);
    if (hasTeam) await addMember(work, 'team', id, team);
  }
  return ids;
}

async function nameStatuses(work: Work): Promise<Map<string, number>> {
  await work.db
    .insertInto('conversation_status')
    .values(sampleStatuses.map(name => ({ name, name_key: nameKey(name), kind: 'custom' as const })))
    .onConflict(conflict => conflict.column('name_key').doNothing())
    .execute();
  const rows = await work.db.selectFrom('conversation_status').select(['id', 'name_key']).execute();
  return new Map(rows.map(row => [row.name_key, row.id]));
}

/** Makes the sample shop's agents, team, inboxes and statuses, or finds them. `limit`: the most inboxes. */
export async function setUpShop(work: Work, limit: number): Promise<Shop> {
  const agents = await hireAgents(work);
  return { agents, inboxes: await openInboxes(work, limit, agents), statuses: await nameStatuses(work) };
}
