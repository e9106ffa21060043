import type { Agent, Inbox } from '../../../client/model.ts';
import { asEmails } from '../../../state/administration/resources.ts';
import { join, lines, type SafeText, safeLine, t } from '../../../text/safe.ts';
import { confirm } from '../../ask.ts';
import type { FlagsOf } from '../../declared/commands.ts';
import type { ListingFlags } from '../../declared/shared-flags.ts';
import { printRows } from '../../output/rows.ts';
import type { Shell } from '../../shell.ts';
import { exitCode } from '../../shell-error.ts';
import { allRows, changedFields, changeNamed, eachRow, onResource, rowAt, rowNamed } from './resource.ts';

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
export function printInboxes(shell: Shell, flags: ListingFlags): Promise<number> {
  return onResource(shell, flags, 'inbox', ({ client, output }) =>
    printRows(output, { rows: eachRow(client, 'inbox'), columns: COLUMNS, empty: t`There are no inboxes.` }),
  );
}

/** `frontdesk inbox show`: all of some inboxes. */
export function showInboxes(shell: Shell, slugs: readonly string[], flags: ListingFlags): Promise<number> {
  return onResource(shell, flags, 'inbox', async ({ client, output }) => {
    const inboxes = await allRows(client, 'inbox');
    const chosen = slugs.map(slug => rowAt('inbox', inboxes, slug));
    if (output.form !== 'text') return printRows(output, { rows: chosen });
    const agents = await allRows(client, 'agent');
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
export function createInboxCommand(shell: Shell, name: string, flags: FlagsOf<'inbox create'>): Promise<number> {
  const { slug, description, address = [], agent = [] } = flags;
  return onResource(shell, flags, 'inbox', async ({ client, carryOut }) => {
    const agents = agent.length === 0 ? [] : await allRows(client, 'agent');
    const agent_ids = agent.map(email => rowAt('agent', agents, email).id);
    const body = { name, slug, description, emails: asEmails(address), agent_ids };
    const run = () => client.inbox.save({ body });
    return carryOut([{ what: t`Inbox ${safeLine(name)}`, done: t`created`, row: body, run }]);
  });
}

/** `frontdesk inbox edit`: changes only the fields given as flags. */
export function editInbox(shell: Shell, word: string, flags: FlagsOf<'inbox edit'>): Promise<number> {
  const { name, slug, description } = flags;
  return changeNamed(shell, flags, 'inbox', word, () => ({
    body: changedFields({ name, slug, description }),
    done: t`changed`,
  }));
}

/** `frontdesk inbox delete`: its messages go with it, so a person is asked first. */
export function deleteInbox(shell: Shell, slug: string, flags: FlagsOf<'inbox delete'>) {
  return onResource(shell, flags, 'inbox', async ({ client, carryOut }) => {
    const inbox = await rowNamed(client, 'inbox', slug);
    if (!flags.dryRun && !flags.yes) await confirm(shell, t`Delete the inbox ${inbox.name} with all its messages?`);
    const run = () => client.inbox.remove({ params: { inbox_id: inbox.id } });
    return carryOut([{ what: t`Inbox ${inbox.name}`, done: t`deleted`, row: inbox, run }]);
  });
}
