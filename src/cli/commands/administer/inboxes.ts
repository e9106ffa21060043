import type { Client } from '../../../client/client.ts';
import type { Agent, Inbox } from '../../../client/model.ts';
import { Inbox as InboxSchema } from '../../../contract/inbox-answer.ts';
import { join, lines, type SafeText, safeLine, t } from '../../../text/safe.ts';
import { confirm } from '../../ask.ts';
import type { FlagsOf } from '../../declared/commands.ts';
import type { ListingFlags } from '../../declared/shared-flags.ts';
import { printRows } from '../../output/rows.ts';
import type { Shell } from '../../shell.ts';
import { exitCode } from '../../shell-error.ts';
import { carryOut } from './carry-out.ts';
import { agentAt, allAgents, allInboxes, given, inboxAt } from './find.ts';
import { onTeam } from './on-center.ts';

function primaryOf({ emails }: Inbox): SafeText {
  return emails.find(({ status }) => status === 'primary')?.email ?? t``;
}

function numberOf(count: number | null): SafeText {
  return count === null ? t`` : t`${count}`;
}

const COLUMNS = [
  { head: t`ID`, cell: ({ id }: Inbox) => t`${id}`, side: 'right' },
  { head: t`SLUG`, cell: ({ slug }: Inbox) => slug },
  { head: t`NAME`, cell: ({ name }: Inbox) => name, grows: true },
  { head: t`ADDRESS`, cell: primaryOf },
  { head: t`UNRESOLVED`, cell: ({ counts }: Inbox) => numberOf(counts.unresolved), side: 'right' },
  { head: t`UNASSIGNED`, cell: ({ counts }: Inbox) => numberOf(counts.unassigned), side: 'right' },
] as const;

/** `frontdesk inbox list`: the inboxes in their order. */
export function listInboxes(shell: Shell, flags: ListingFlags): Promise<number> {
  return onTeam(shell, flags, InboxSchema, async ({ client, output }) => {
    return printRows(output, { rows: await allInboxes(client), columns: COLUMNS, empty: t`There are no inboxes.` });
  });
}

/** `frontdesk inbox show`: all of some inboxes. */
export function showInboxes(shell: Shell, slugs: readonly string[], flags: ListingFlags): Promise<number> {
  return onTeam(shell, flags, InboxSchema, async ({ client, output }) => {
    const inboxes = await allInboxes(client);
    const chosen = slugs.map(slug => inboxAt(inboxes, slug));
    if (output.form !== 'text') return printRows(output, { rows: chosen });
    const agents = await allAgents(client);
    const texts = chosen.map(inbox => `${linesOf(inbox, agents).join('\n')}\n`);
    shell.stdout.write(texts.join('\n'));
    return exitCode.done;
  });
}

function linesOf(inbox: Inbox, agents: readonly Agent[]): readonly SafeText[] {
  const { name, slug, description, emails, agent_ids, counts, send_autoresponse, send_rating_request } = inbox;
  const addresses = emails.map(({ email, status }) => (status === 'primary' ? t`${email} (primary)` : email));
  const people = agents.filter(({ id }) => agent_ids?.includes(id)).map(agent => t`${agent.name} <${agent.email}>`);
  const yesOrNo = (is: boolean | null) => (is ? t`yes` : t`no`);
  return [
    t`${name} (${slug})`,
    ...(description === '' ? [] : lines(description)),
    t`addresses: ${join(addresses, t`, `) || t`none`}`,
    t`agents: ${join(people, t`, `) || t`admins alone`}`,
    t`unresolved: ${numberOf(counts.unresolved)}, unassigned: ${numberOf(counts.unassigned)}`,
    t`automatic reply: ${yesOrNo(send_autoresponse)}, rating request: ${yesOrNo(send_rating_request)}`,
  ];
}

/** `frontdesk inbox create`: the inbox with its addresses and agents, all or nothing. The first address is primary. */
export function createInbox(shell: Shell, name: string, flags: FlagsOf<'inbox create'>): Promise<number> {
  const { slug, description, address = [], agent = [], dryRun = false } = flags;
  return onTeam(shell, flags, InboxSchema, async ({ client, output }) => {
    const agents = agent.length === 0 ? [] : await allAgents(client);
    const emails = address.map((email, at) => ({ email, status: at === 0 ? ('primary' as const) : undefined }));
    const agent_ids = agent.map(email => agentAt(agents, email).id);
    const body = { name, slug, description, emails, agent_ids };
    const run = async () => (await client.inbox.save({ body })).data;
    return carryOut(output, dryRun, [{ what: t`Inbox ${safeLine(name)}`, done: t`created`, row: body, run }]);
  });
}

/** `frontdesk inbox edit`: changes only the fields given as flags. */
export function editInbox(shell: Shell, slug: string, flags: FlagsOf<'inbox edit'>): Promise<number> {
  return onTeam(shell, flags, InboxSchema, async ({ client, output }) => {
    const body = given({ name: flags.name, slug: flags.slug, description: flags.description });
    const inbox = inboxAt(await allInboxes(client), slug);
    const run = async () => (await client.inbox.update({ params: { inbox_id: inbox.id }, body })).data;
    const row = { ...inbox, ...body };
    return carryOut(output, flags.dryRun ?? false, [{ what: t`Inbox ${inbox.name}`, done: t`changed`, row, run }]);
  });
}

/** `frontdesk inbox delete`: its messages go with it, so a person is asked first. */
export function deleteInbox(shell: Shell, slug: string, flags: FlagsOf<'inbox delete'>) {
  return onTeam(shell, flags, InboxSchema, async ({ client, output }) => {
    const inbox = inboxAt(await allInboxes(client), slug);
    if (!flags.dryRun && !flags.yes) await confirm(shell, t`Delete the inbox ${inbox.name} with all its messages?`);
    const step = { what: t`Inbox ${inbox.name}`, done: t`deleted`, row: inbox, run: () => remove(client, inbox.id) };
    return carryOut(output, flags.dryRun ?? false, [step]);
  });
}

async function remove(client: Client, inbox_id: number): Promise<null> {
  await client.inbox.remove({ params: { inbox_id } });
  return null;
}
