import { randomUUID } from 'node:crypto';
import type { Client } from '../../../client/client.ts';
import { changeOf } from '../../../state/changes/list.ts';
import { macroCalls } from '../../../state/macro/calls.ts';
import type { Macro } from '../../../state/macro/macro.ts';
import { type MacroPlan, macroPlan, planKinds, planWords } from '../../../state/macro/plan.ts';
import { lacksTeams } from '../../../state/macro/run.ts';
import { savedNamed } from '../../../state/reply/saved.ts';
import { conversationOf } from '../../../state/visible.ts';
import { IdMap } from '../../../state/world/id-map.ts';
import type { World } from '../../../state/world.ts';
import { counted } from '../../../text/numbers.ts';
import { type SafeText, safeLine, t } from '../../../text/safe.ts';
import type { ChangingFlags } from '../../declared/shared-flags.ts';
import { sleepTelling } from '../../elsewhere/patiently.ts';
import { withClient } from '../../elsewhere/with-client.ts';
import { readIds } from '../../output/ids.ts';
import { withOutput } from '../../output/output.ts';
import { Result } from '../../output/results.ts';
import type { Shell } from '../../shell.ts';
import { ShellError } from '../../shell-error.ts';
import { allRows } from '../administer/resource.ts';
import { readWorld } from '../read-world.ts';
import { printChanges, watched, withOthers } from './change.ts';
import { NOT_SENT, readRowsById, type SentChanges, sendChanges } from './send-changes.ts';

/** `frontdesk conversations apply`: runs the actions of a saved reply on conversations; its text is not sent. */
export function applyReply(
  shell: Shell,
  name: string,
  words: readonly string[],
  flags: ChangingFlags,
): Promise<number> {
  return withOutput(shell, flags, Result, async output => {
    const ids = [...new Set(await readIds(shell, words))];
    return withClient(shell, flags, async ({ client }) => {
      const reply = savedNamed(await allRows(client, 'savedReply'), name);
      if (!reply) throw new ShellError(`There is no saved reply ${safeLine(name)}. Nothing was done.`);
      const { plan, world } = await planned(client, await readWorld(client, shell.now()), reply, ids);
      const isDryRun = flags.dryRun === true;
      const ended = isDryRun ? { of: wouldBe(plan) } : await send(shell, client, plan, world);
      const results = ids.map(id => ({ ...ended.of(id), id, title: conversationOf(world, id)?.title }));
      const done = results.filter(({ result }) => result === 'done').length;
      const summary = isDryRun
        ? t`Nothing was changed. Without --dry-run: ${planWords(plan)}.${kindsIn(world, plan)}`
        : withOthers(t`Applied ${reply.name} to ${counted(done, t`conversation`)}.`, results);
      const code = await printChanges(output, results, isDryRun, summary);
      if (ended.error) throw ended.error;
      return code;
    });
  });
}

/** ` They would be: +refund 3 · closed 2.`; empty if nothing would become of them. */
export function kindsIn(world: World, plan: MacroPlan): SafeText {
  const kinds = planKinds(world, plan);
  return kinds === '' ? t`` : t` They would be: ${kinds}.`;
}

/** The effect of a macro on these conversations as they are now. */
export async function planned(client: Client, world: World, macro: Macro, ids: readonly number[]) {
  const made = macroCalls(world, macro.actions, ids, world.now);
  if ('problem' in made) throw new ShellError(`${macro.name} cannot run: ${made.problem} Nothing was done.`);
  if (made.calls.length === 0) throw new ShellError(`${macro.name} has no actions. Nothing was done.`);
  const teams = lacksTeams(world, macro) ? await allRows(client, 'team') : null;
  const base = { ...world.base, teams, conversations: IdMap.of(await readRowsById(client, ids)) };
  return { world: { ...world, base }, plan: macroPlan({ ...world, base }, made.calls, ids) };
}

/** The result for each conversation, and the reason for an early end. */
interface Ended extends Pick<SentChanges, 'error'> {
  of(id: number): Omit<Result, 'id'>;
}

/** Makes the changes one after the other: conversations on which one fails are left out of the later ones. */
async function send(shell: Shell, client: Client, plan: MacroPlan, world: World): Promise<Ended> {
  const key = randomUUID();
  const failed = new Map<number, Omit<Result, 'id'>>(barredIn(plan));
  const total = plan.calls.reduce((sum, { args }) => sum + args.ids.length, 0);
  const error = await watched(shell, t`Applying`, total, async ({ signal, onProgress }) => {
    let made = 0;
    for (const [at, { name, args: given }] of plan.calls.entries()) {
      const { ids: all, ...args } = given;
      const ids = all.filter(id => !failed.has(id));
      const sending = { client, change: changeOf(name), args, ids, world, key: `${key}-${at}`, isPlanned: true };
      const watch = { signal, onProgress: (count: number) => onProgress(made + count) };
      const sent = await sendChanges({ ...sending, ...watch, isDryRun: false, sleep: sleepTelling(shell) });
      for (const one of sent.results) if (one.result !== 'done') failed.set(one.id, one);
      made += all.length;
      if (!sent.error && !signal.aborted) continue;
      const left = plan.calls.slice(at + 1).flatMap(call => call.args.ids);
      for (const id of left) if (!failed.has(id)) failed.set(id, NOT_SENT);
      return sent.error;
    }
    return undefined;
  });
  const changing = new Set(plan.calls.flatMap(({ args }) => args.ids));
  return {
    of: id => failed.get(id) ?? { result: changing.has(id) ? 'done' : 'unchanged' },
    ...(error ? { error } : {}),
  };
}

/** The expected result for each conversation. */
export function wouldBe(plan: MacroPlan): Ended['of'] {
  const barred = new Map(barredIn(plan));
  const missing = new Set(plan.notLoaded);
  const changed = new Set(plan.changed);
  return id => {
    if (missing.has(id)) return MISSING;
    return barred.get(id) ?? { result: changed.has(id) ? 'planned' : 'unchanged' };
  };
}

const MISSING = { result: 'failed', code: 'not_found', message: t`there is no such conversation` } as const;

function barredIn({ barred }: MacroPlan) {
  return barred.map(({ id, reason }) => [id, { result: 'failed', code: 'refused', message: reason }] as const);
}
