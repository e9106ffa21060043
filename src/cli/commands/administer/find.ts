import type { Client } from '../../../client/client.ts';
import type { Agent, Inbox } from '../../../client/model.ts';
import { readAll } from '../../../state/sync/places.ts';
import { nearest } from '../../../text/nearest.ts';
import { safeLine } from '../../../text/safe.ts';
import { exitCode, ShellError } from '../../shell-error.ts';

/** Every agent, the disabled ones too. */
export function allAgents(client: Client): Promise<readonly Agent[]> {
  return readAll(cursor => client.agent.list({ query: { cursor } }));
}

/** Every inbox with all its settings. */
export function allInboxes(client: Client): Promise<readonly Inbox[]> {
  return readAll(cursor => client.inbox.list({ query: { cursor } }));
}

/** The agent with an address, or with a name that no other has, without regard to case. Ends the command if there is none. */
export function agentAt(agents: readonly Agent[], email: string): Agent {
  const [called, ...others] = agents.filter(({ name }) => name.toLowerCase() === email.toLowerCase());
  if (called !== undefined && others.length === 0) return called;
  return named(agents, email, ({ email: known }) => known, 'No agent has the address');
}

/** The inbox with a slug. Ends the command if none has it. */
export function inboxAt(inboxes: readonly Inbox[], slug: string): Inbox {
  return named(inboxes, slug, inbox => inbox.slug, 'No inbox has the slug');
}

/** The changes that flags name, without the others. Ends the command if none does. */
export function given<Changes extends object>(changes: Changes): Changes {
  const named = Object.entries(changes).filter(([, value]) => value !== undefined);
  if (named.length > 0) return Object.fromEntries(named) as Changes;
  throw new ShellError('Nothing was changed: no flag says what to change. See --help.');
}

/** The one of this name. Ends the command if none has it; the sentence begins with `lack`. */
export function named<T>(all: readonly T[], name: string, nameOf: (one: T) => string, lack: string): T {
  const wanted = name.toLowerCase();
  const found = all.find(one => nameOf(one).toLowerCase() === wanted);
  if (found !== undefined) return found;
  const meant = nearest(name, all.map(nameOf));
  const hint = meant === undefined ? '' : ` Did you mean ${safeLine(meant)}?`;
  throw new ShellError(`${lack} ${safeLine(name)}.${hint} Nothing was changed.`, exitCode.failed);
}
