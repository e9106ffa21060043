import * as v from 'valibot';
import type { Client } from '../../../client/client.ts';
import type { Agent, Inbox } from '../../../client/model.ts';
import { Agent as AgentSchema } from '../../../contract/agent.ts';
import { isApiError } from '../../../state/calls/attempt.ts';
import { join, type SafeText, safeLine, t } from '../../../text/safe.ts';
import { readDay } from '../../../text/when.ts';
import { promptLine } from '../../ask.ts';
import type { Role } from '../../declared/agents.ts';
import type { FlagsOf } from '../../declared/commands.ts';
import type { ChangingFlags, ListingFlags } from '../../declared/shared-flags.ts';
import { printRows } from '../../output/rows.ts';
import type { Shell } from '../../shell.ts';
import { exitCode, ShellError } from '../../shell-error.ts';
import { firstLines } from '../../stdin-lines.ts';
import { allRows, changeNamed, onResource, rowAt, rowNamed } from './resource.ts';

/** An agent as listed. */
const ListedAgent = v.object({ ...AgentSchema.entries, inboxes: v.array(v.string()) });

/** `frontdesk agent list`: everybody, with the inboxes that they were added to by themselves. */
export function listAgents(shell: Shell, flags: ListingFlags): Promise<number> {
  return onResource(shell, flags, ['agent', ListedAgent], async ({ client, output }) => {
    const inboxes = output.fields.includes('inboxes') ? await allRows(client, 'inbox') : [];
    const columns = [
      { head: t`ID`, cell: ({ id }: Agent) => t`${id}`, side: 'right' },
      { head: t`NAME`, cell: ({ name }: Agent) => name, grows: true },
      { head: t`EMAIL`, cell: ({ email }: Agent) => email },
      { head: t`ROLE`, cell: (agent: Agent) => roleOf(agent, shell.now()) },
      {
        head: t`INBOXES`,
        cell: (agent: Agent) => (agent.role === 'admin' ? t`all` : join(inboxesOf(agent, inboxes), t`, `)),
      },
    ] as const;
    const rows = (await allRows(client, 'agent')).map(agent => ({ ...agent, inboxes: inboxesOf(agent, inboxes) }));
    return printRows(output, { rows, columns, empty: t`There are no agents.` });
  });
}

function roleOf({ role, disabled, away_until: day, back_at: at }: Agent, now: number): SafeText {
  if (disabled) return t`disabled`;
  const away = day && (at ?? 0) > now ? t`away until ${day}` : t``;
  return join([safeLine(role ?? ''), away].filter(Boolean), t`, `);
}

/** The slugs of the inboxes that an agent sees. */
function inboxesOf({ id, role }: Agent, inboxes: readonly Inbox[]): readonly SafeText[] {
  return inboxes.filter(({ agent_ids }) => role === 'admin' || agent_ids?.includes(id)).map(({ slug }) => slug);
}

/** `frontdesk agent create`: asks for the password, or reads it as the first line of standard input. */
export function createAgent(
  shell: Shell,
  name: string,
  email: string,
  flags: FlagsOf<'agent create'>,
): Promise<number> {
  const { role, inbox: slugs = [], dryRun = false } = flags;
  return onResource(shell, flags, 'agent', async ({ client, carryOut }) => {
    const inboxes = slugs.length === 0 ? [] : await allRows(client, 'inbox');
    const own = slugs.map(slug => rowAt('inbox', inboxes, slug));
    const what = t`Agent ${safeLine(name)} <${safeLine(email)}>`;
    const places = own.length === 0 ? t`` : t`, and added to ${titles(own)}`;
    const password = dryRun ? '' : await readPassword(shell, email);
    const run = async () => {
      const made = await client.agent.create({ body: { name, email, role, password } });
      if (own.length > 0) await addTo(client, own, what, (made.data ?? (await rowNamed(client, 'agent', email))).id);
      return made;
    };
    const row = { name, email, role, disabled: false };
    return carryOut([{ what, done: t`created, with the role ${safeLine(role)}${places}`, row, run }]);
  });
}

async function addTo(client: Client, inboxes: readonly Inbox[], what: SafeText, agent_id: number): Promise<void> {
  for (const [at, { id }] of inboxes.entries())
    await client.inbox.addAgent({ params: { inbox_id: id }, body: { agent_id } }).catch((error: unknown) => {
      if (!isApiError(error)) throw error;
      const left = titles(inboxes.slice(at));
      throw new ShellError(
        `${what} was created, but not added to ${left}: ${error.reason} See: frontdesk agent inbox --help`,
        exitCode.failed,
      );
    });
}

function titles(inboxes: readonly Inbox[]): SafeText {
  return join(
    inboxes.map(({ name }) => name),
    t`, `,
  );
}

/** `frontdesk agent disable`. */
export function disableAgent(shell: Shell, email: string, flags: ChangingFlags): Promise<number> {
  const done = t`disabled: they cannot sign in any more, and keep what is assigned to them`;
  return changeNamed(shell, flags, 'agent', email, () => ({ body: { disabled: true }, done }));
}

/** `frontdesk agent enable`. */
export function enableAgent(shell: Shell, email: string, flags: ChangingFlags): Promise<number> {
  return changeNamed(shell, flags, 'agent', email, () => ({ body: { disabled: false }, done: t`enabled` }));
}

/** `frontdesk agent away`: the day is as seen on this machine, and begins in the help center's zone. */
export function sendAway(shell: Shell, who: string, flags: FlagsOf<'agent away'>): Promise<number> {
  const away_until = readDay(flags.until, shell.now());
  if (away_until === undefined)
    throw new ShellError(
      `--until takes a day that comes: fri, 3d, next week, 27.11 or 2026-12-04, not “${safeLine(flags.until)}”. Nothing was changed.`,
    );
  const done = t`marked as away until ${safeLine(away_until)}: a customer’s answer unassigns their conversations`;
  return changeNamed(shell, flags, 'agent', who, () => ({ body: { away_until }, done }));
}

/** `frontdesk agent back`. */
export function bringBackAgent(shell: Shell, who: string, flags: ChangingFlags): Promise<number> {
  return changeNamed(shell, flags, 'agent', who, () => ({ body: { away_until: null }, done: t`marked as back` }));
}

/** `frontdesk agent role`. */
export function setRole(shell: Shell, email: string, role: Role, flags: ChangingFlags): Promise<number> {
  const done = t`given the role ${safeLine(role)}`;
  return changeNamed(shell, flags, 'agent', email, () => ({ body: { role }, done }));
}

/** `frontdesk agent password`: asks for the new one, or reads it as the first line of standard input. */
export async function setPassword(shell: Shell, email: string, flags: ChangingFlags): Promise<number> {
  const body = { password: flags.dryRun ? '' : await readPassword(shell, email) };
  const done = t`given a new password, which ends their tokens`;
  return changeNamed(shell, flags, 'agent', email, () => ({ body, done, shown: {} }));
}

/** `frontdesk agent inbox EMAIL add|remove SLUG…`: changes the agent's inboxes and prints them. */
export function changeInboxes(
  shell: Shell,
  email: string,
  verb: 'add' | 'remove',
  slugs: readonly string[],
  flags: ChangingFlags,
): Promise<number> {
  return onResource(shell, flags, 'inbox', async ({ client, carryOut }) => {
    const [agents, inboxes] = await Promise.all([allRows(client, 'agent'), allRows(client, 'inbox')]);
    const { id: agent_id, email: address } = rowAt('agent', agents, email);
    const steps = slugs.map(slug => {
      const inbox = rowAt('inbox', inboxes, slug);
      const params = { inbox_id: inbox.id };
      const others = (inbox.agent_ids ?? []).filter(id => id !== agent_id);
      const row = { ...inbox, agent_ids: verb === 'add' ? [...others, agent_id] : others };
      const run = () =>
        verb === 'add'
          ? client.inbox.addAgent({ params, body: { agent_id } })
          : client.inbox.removeAgent({ params: { ...params, agent_id } });
      const done = verb === 'add' ? t`added to the inbox ${inbox.name}` : t`removed from the inbox ${inbox.name}`;
      return { what: t`Agent ${address}`, done, row, run };
    });
    return carryOut(steps);
  });
}

/**
 * A new password for the agent with this address: typed twice on a terminal without being shown, otherwise the first line
 * of standard input. Ends the command if no password is given.
 */
async function readPassword(shell: Shell, email: string): Promise<string> {
  if (!shell.stdin.isTTY) {
    const [line = ''] = await firstLines(shell.stdin, 1);
    if (line !== '') return line;
    throw new ShellError('No password came on standard input. Nothing was changed.');
  }
  const isSecret = true;
  const password = await promptLine(shell, `New password of ${safeLine(email)}: `, { isSecret });
  const again = await promptLine(shell, 'The same again: ', { isSecret });
  if (password === again && password !== '') return password;
  throw new ShellError(`${password === '' ? 'No password was typed' : 'The two differ'}. Nothing was changed.`);
}
