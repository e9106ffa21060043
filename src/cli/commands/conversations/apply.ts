import { randomUUID } from 'node:crypto';
import type { Client } from '../../../client/client.ts';
import type { SavedReply } from '../../../client/model.ts';
import { changeOf } from '../../../state/changes/list.ts';
import { IdMap } from '../../../state/id-map.ts';
import { callsOf } from '../../../state/macro/calls.ts';
import { type MacroPlan, planOf, planWords } from '../../../state/macro/plan.ts';
import { lacksTeams } from '../../../state/macro/run.ts';
import { readAll } from '../../../state/sync/places.ts';
import type { World } from '../../../state/world.ts';
import { counted } from '../../../text/numbers.ts';
import { t } from '../../../text/safe.ts';
import { searchKey } from '../../../text/search-key.ts';
import type { CenterFlags } from '../../elsewhere/center-flags.ts';
import { withClient } from '../../elsewhere/with-client.ts';
import type { OutputFlags } from '../../output/flags.ts';
import { readIds } from '../../output/ids.ts';
import { withOutput } from '../../output/output.ts';
import { printResults, Result } from '../../output/results.ts';
import type { Shell } from '../../shell.ts';
import { ShellError } from '../../shell-error.ts';
import { readWorld } from '../read-world.ts';
import { allReplies } from '../replies/replies.ts';
import { sleepTelling } from './patiently.ts';
import { readRows, type Sent, sendChanges } from './send-changes.ts';

type Flags = CenterFlags & OutputFlags & { readonly dryRun?: boolean };

/** `frontdesk conversations apply`: does what a saved reply does to conversations; its text is not sent. */
export function applyReply(shell: Shell, name: string, words: readonly string[], flags: Flags): Promise<number> {
  return withOutput(shell, flags, Result, async output => {
    const ids = [...new Set(await readIds(shell, words))];
    return withClient(shell, flags, async ({ client }) => {
      const { plan, reply, world } = await planned(shell, client, name, ids);
      const isDryRun = flags.dryRun === true;
      const sent = isDryRun ? { results: [] } : await send(shell, client, plan, world);
      const results = resultsOf(ids, plan, isDryRun ? undefined : sent);
      const done = results.filter(({ result }) => result === 'done').length;
      const words = isDryRun
        ? t`Nothing was changed. Without --dry-run: ${planWords(plan)}.`
        : t`Applied ${reply.name} to ${counted(done, t`conversation`)}.`;
      const code = await printResults(output, results, words);
      if (sent.error) throw sent.error;
      return code;
    });
  });
}

/** What a saved reply of this name would do to these conversations as they are now. */
async function planned(shell: Shell, client: Client, name: string, ids: readonly number[]) {
  const world = await readWorld(client, shell.now());
  const reply = named(await allReplies(client), name);
  const made = callsOf(world, reply.actions, ids, shell.now());
  if ('problem' in made) throw new ShellError(`${reply.name} cannot run: ${made.problem} Nothing was done.`);
  if (made.calls.length === 0) throw new ShellError(`${reply.name} has no actions. Nothing was done.`);
  const teams = lacksTeams(world, reply) ? await readAll(cursor => client.team.list({ query: { cursor } })) : null;
  const base = { ...world.base, teams, conversations: IdMap.of(await readRows(client, ids)) };
  return { reply, world, plan: planOf({ ...world, base }, made.calls, ids) };
}

function named(replies: readonly SavedReply[], name: string): SavedReply {
  const found = replies.find(one => searchKey(one.name) === searchKey(name));
  if (found) return found;
  throw new ShellError(`There is no saved reply of this name: frontdesk replies list names them. Nothing was done.`);
}

/** Makes the changes one after the other: what one of them fails on is left out of those that follow. */
async function send(shell: Shell, client: Client, { calls }: MacroPlan, world: World): Promise<Sent> {
  const key = randomUUID();
  const results = new Map<number, Sent['results'][number]>();
  for (const [at, { name, args: given }] of calls.entries()) {
    const { ids, ...args } = given;
    const left = ids.filter(id => results.get(id)?.result !== 'failed');
    const sending = { client, change: changeOf(name), args, ids: left, world, key: `${key}-${at}` };
    const tools = { isDryRun: false, signal: new AbortController().signal, sleep: sleepTelling(shell) };
    const sent = await sendChanges({ ...sending, ...tools, onProgress: () => undefined });
    for (const one of sent.results) if (one.result !== 'unchanged' || !results.has(one.id)) results.set(one.id, one);
    if (sent.error) return { results: [...results.values()], error: sent.error };
  }
  return { results: [...results.values()] };
}

/** One result for each conversation; without `sent`, what would come of it. */
function resultsOf(ids: readonly number[], plan: MacroPlan, sent: Sent | undefined): readonly Result[] {
  const barred = new Map(plan.barred.map(({ id, reason }) => [id, reason]));
  const known = new Map(sent?.results.map(one => [one.id, one]));
  const missing = new Set(plan.notLoaded);
  const would = new Set(plan.changed);
  return ids.map((id): Result => {
    const message = barred.get(id);
    if (message !== undefined) return { id, result: 'failed', code: 'refused', message };
    if (sent) return known.get(id) ?? { id, result: 'unchanged' };
    if (missing.has(id)) return { id, result: 'failed', code: 'not_found', message: t`there is no such conversation` };
    return { id, result: would.has(id) ? 'planned' : 'unchanged' };
  });
}
