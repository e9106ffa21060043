import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import type { Change } from '../../../state/changes/change.ts';
import { changeOf } from '../../../state/changes/list.ts';
import { counted, grouped } from '../../../text/numbers.ts';
import { join, type SafeText, t } from '../../../text/safe.ts';
import type { ChangingFlags } from '../../declared/shared-flags.ts';
import { type Verb, type VerbFlags, verbs } from '../../declared/verbs.ts';
import { sleepTelling } from '../../elsewhere/patiently.ts';
import { withClient } from '../../elsewhere/with-client.ts';
import { readIds } from '../../output/ids.ts';
import { type CommandOutput, withOutput } from '../../output/output.ts';
import { printResults, Result } from '../../output/results.ts';
import { printRows } from '../../output/rows.ts';
import type { Shell } from '../../shell.ts';
import { createProgress } from '../progress.ts';
import { readWorld } from '../read-world.ts';
import { changeArgs } from './change-args.ts';
import { type Sending, sendChanges, type Titled } from './send-changes.ts';

type Flags = ChangingFlags & VerbFlags;

/** `frontdesk conversations archive` and the other verbs: the command's name is the verb. */
export function changeByVerb(shell: Shell, ...given: unknown[]): Promise<number> {
  const [flags, command] = given.slice(-2) as [Flags, Command];
  const [words, named] = [given.slice(0, -2), given.at(-3) as readonly string[]];
  const verb: Verb = verbs[command.name() as keyof typeof verbs];
  if (verb.takes === 'into') return changeConversations(shell, verb, named, { ...flags, into: words[0] as number });
  if (verb.takes !== 'until') return changeConversations(shell, verb, named, flags);
  if (named.length < 2) command.error('error: name the conversations, and behind them the time');
  return changeConversations(shell, verb, named.slice(0, -1), { ...flags, until: named.at(-1)! });
}

/**
 * Makes the change on the named conversations, or with `--dry-run` says what it would do. Prints the result for each.
 */
function changeConversations(shell: Shell, verb: Verb, words: readonly string[], flags: Flags): Promise<number> {
  return withOutput(shell, flags, Result, async output => {
    const ids = await readIds(shell, words);
    if (ids.length === 0) return printResults(output, [], t`No conversation was named: nothing to do.`);
    return withClient(shell, flags, async ({ client }) => {
      const world = await readWorld(client, shell.now());
      const change: Change = changeOf(verb.change);
      const args = changeArgs(verb, flags, ids, world);
      const isDryRun = flags.dryRun === true;
      const sending = { client, change, args, ids, world, isDryRun, key: randomUUID(), sleep: sleepTelling(shell) };
      const title = isDryRun ? t`Looking` : (change.doing ?? t`Changing`);
      const sent = await watched(shell, title, ids.length, watch => sendChanges({ ...sending, ...watch }));
      const code = await printChanges(output, sent.results, isDryRun, summaryOf(sending, sent.results));
      if (sent.error) throw sent.error;
      return code;
    });
  });
}

/**
 * Runs a job on a number of conversations with a line of progress. The first Ctrl-C ends it after the request under
 * way.
 */
export async function watched<Done>(
  shell: Shell,
  title: SafeText,
  count: number,
  run: (watch: Pick<Sending, 'signal' | 'onProgress'>) => Promise<Done>,
): Promise<Done> {
  const progress = createProgress(shell.stderr, title, 'conversations', () => performance.now());
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  process.once('SIGINT', interrupt);
  try {
    return await run({ signal: stop.signal, onProgress: answered => progress.at(answered, answered / count) });
  } finally {
    process.off('SIGINT', interrupt);
    progress.end();
  }
}

/** Prints the result for each conversation, done or planned, and a summary. Returns the exit code. */
export async function printChanges(
  output: CommandOutput,
  results: readonly Titled[],
  isDryRun: boolean,
  summary: SafeText,
): Promise<number> {
  if (!isDryRun || output.form !== 'text') return printResults(output, results, summary);
  await printRows(output, { rows: results, columns: PLAN });
  output.shell.stderr.write(`${summary}\n`);
  return printResults(output, results);
}

/** The columns of a dry run. */
const PLAN = [
  { head: t`ID`, cell: ({ id }: Titled) => t`${id}`, side: 'right' },
  { head: t`RESULT`, cell: ({ result }: Titled) => result as SafeText },
  { head: t`TITLE`, cell: ({ title = t`` }: Titled) => title, grows: true },
] as const;

type ChangeSummary = Pick<Sending, 'change' | 'world' | 'isDryRun' | 'args'>;

/** `Archived 9,998 conversations. 1 was so already. 1 failed.` */
function summaryOf({ change, world, args, isDryRun }: ChangeSummary, results: readonly Titled[]): SafeText {
  const done = results.filter(({ result }) => result === (isDryRun ? 'planned' : 'done')).map(({ id }) => id);
  const first = done.length === 0 ? t`Nothing was changed.` : t`${change.title({ ids: done, ...args }, world).text}.`;
  return withOthers(isDryRun ? t`Nothing was changed. Without --dry-run it would say: ${first}` : first, results);
}

/** The sentence, and how many conversations it does not count. */
export function withOthers(first: SafeText, results: readonly Titled[]): SafeText {
  const countOf = (wanted: Titled['result']) => results.filter(({ result }) => result === wanted).length;
  const unchanged = countOf('unchanged');
  const notSent = results.filter(({ code }) => code === 'not_sent').length;
  const failed = countOf('failed') - notSent + countOf('unknown');
  return join(
    [
      first,
      unchanged === 0
        ? t``
        : t`${counted(unchanged, t`conversation`)} ${unchanged === 1 ? t`was` : t`were`} so already.`,
      failed === 0 ? t`` : t`${grouped(failed)} failed.`,
      notSent === 0 ? t`` : t`${counted(notSent, t`conversation`)} not sent: the same command again does the rest.`,
    ].filter(part => part !== ''),
    t` `,
  );
}
