import * as v from 'valibot';
import type { Center } from '../../center/center.ts';
import { dropLetters, listQueue, type QueuedLetter, retryLetters } from '../../center/model/outgoing/by-hand.ts';
import { setMailHome } from '../../center/model/setting.ts';
import type { Work } from '../../center/model/work.ts';
import { described } from '../../contract/described.ts';
import { Id, Timestamp } from '../../contract/schema.ts';
import { counted } from '../../text/numbers.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { databasePath } from '../database-path.ts';
import type { FlagsOf } from '../declared/commands.ts';
import type { OutputFlags } from '../declared/shared-flags.ts';
import { hasEnded, homeOf } from '../mail.ts';
import { withCenter } from '../open-center.ts';
import { readIds } from '../output/ids.ts';
import { withOutput } from '../output/output.ts';
import { printResults, Result } from '../output/results.ts';
import { printRows } from '../output/rows.ts';
import type { Shell } from '../shell.ts';
import { exitCode } from '../shell-error.ts';

type Flags = FlagsOf<'mail queue list'>;
type ChangeFlags = FlagsOf<'mail queue retry'>;

function onQueue<T>(shell: Shell, { database }: Flags, work: (center: Center) => Promise<T>): Promise<T> {
  return withCenter(shell, database ?? shell.mail?.database, work, { orReadOnly: true });
}

/** A mail of the queue as it is listed. */
const Letter = described({
  id: [Id, 'Its number.'],
  state: [v.string(), '`held`, `timed`, `stopped`, `queued`, `sending` or `failed`.'],
  to: [v.array(v.string()), 'The addresses that have not got it yet.'],
  attempts: [v.number(), 'How often it was tried.'],
  next_at: [v.nullable(Timestamp), 'The next try; null if there is none.'],
  reply: [v.string(), 'The last word of the relay.'],
});

function toWords([first = '', ...more]: readonly string[]): SafeText {
  return more.length === 0 ? safeLine(first) : t`${safeLine(first)} and ${more.length} more`;
}

function nextWords({ nextAt, state }: QueuedLetter): SafeText {
  if (nextAt === null || state === 'sending') return t`-`;
  return safeLine(new Date(nextAt).toISOString().slice(0, 19).replace('T', ' '));
}

const COLUMNS = [
  { head: t`ID`, cell: ({ id }: QueuedLetter) => t`${id}`, side: 'right' },
  { head: t`STATE`, cell: ({ state }: QueuedLetter) => safeLine(state) },
  { head: t`TRIES`, cell: ({ attempts }: QueuedLetter) => t`${attempts}`, side: 'right' },
  { head: t`NEXT TRY (UTC)`, cell: nextWords },
  { head: t`TO`, cell: ({ to }: QueuedLetter) => toWords(to) },
  { head: t`LAST WORD`, cell: ({ reply }: QueuedLetter) => safeLine(reply), grows: true },
] as const;

/** `frontdesk mail queue list`: the mails that wait to be sent and those that failed, with the relay's last word. */
export function listOutgoing(shell: Shell, flags: Flags & OutputFlags): Promise<number> {
  return withOutput(shell, flags, Letter, output =>
    onQueue(shell, flags, async center => {
      const letters = await center.read(({ db }) => listQueue(db));
      const rows = letters.map(letter => ({ ...letter, next_at: letter.nextAt }));
      return printRows(output, { rows, columns: COLUMNS, empty: t`No mail waits to be sent.` });
    }),
  );
}

/** A change of the mails in the queue, and its words. */
interface QueueChange {
  /** Gives the ids of those that it has changed. */
  readonly make: (work: Work, ids: readonly number[]) => Promise<readonly number[]>;
  /** The words after their number. */
  readonly done: SafeText;
  /** Why one of them was not changed. */
  readonly whyNot: SafeText;
}

/** Makes a change and reports the result for each named mail. A dry run is rolled back. */
function changeQueue(shell: Shell, words: readonly string[], flags: ChangeFlags, change: QueueChange): Promise<number> {
  const { dryRun = false } = flags;
  return withOutput(shell, flags, Result, async output => {
    const ids = await readIds(shell, words);
    return onQueue(shell, flags, async center => {
      const takenBack = new Error('dry run');
      let changed: readonly number[] = [];
      const write = center.write(async work => {
        changed = await change.make(work, ids);
        if (dryRun) throw takenBack;
      });
      await write.catch((error: unknown) => {
        if (error !== takenBack) throw error;
      });
      const left = ids.filter(id => !changed.includes(id));
      const results = [
        ...changed.map(id => ({ id, result: dryRun ? ('planned' as const) : ('done' as const) })),
        ...left.map(id => ({ id, result: 'failed' as const, code: 'refused' as const, message: change.whyNot })),
      ];
      const summary = t`${counted(changed.length, t`mail`)} ${dryRun ? t`would` : t`will`} ${change.done}`;
      return printResults(output, results, dryRun ? t`${summary} Nothing was changed (--dry-run).` : summary);
    });
  });
}

/** `frontdesk mail queue retry`: mails are tried at once, by the frontdesk that runs; without numbers all that wait. */
export function retryOutgoing(shell: Shell, words: readonly string[], flags: ChangeFlags): Promise<number> {
  return changeQueue(shell, words, flags, {
    make: (work, ids) => retryLetters(work, words.length === 0 ? undefined : ids, hasEnded),
    done: t`be tried at once, while frontdesk serve or the desk runs.`,
    whyNot: t`does not wait after a try: it was sent, was not tried yet, or is not there.`,
  });
}

/** `frontdesk mail queue drop`: mails are not sent; their messages stay, and say so. */
export function dropOutgoing(shell: Shell, words: readonly string[], flags: ChangeFlags): Promise<number> {
  return changeQueue(shell, words, flags, {
    make: dropLetters,
    done: t`not be sent. The messages stay, and say so.`,
    whyNot: t`cannot be dropped: it was sent, is being sent now, or is not there.`,
  });
}

/** `frontdesk mail queue resume`: mail flows in this database from now on, although it is a copy or was moved. */
export function resumeMail(shell: Shell, flags: Flags): Promise<number> {
  const told = flags.database ?? shell.mail?.database;
  return withCenter(shell, told, async center => {
    const database = databasePath(told);
    await center.write(async work => {
      await setMailHome(work, homeOf(database));
      // Desks ask again whether answers can be sent.
      work.namesChanged();
    });
    shell.stdout.write(
      `Mail goes on in ${safeLine(database)}. See that it does not flow in the original as well: each takes what the ` +
        'other one does not, and both send what waits. See: frontdesk mail queue list\n',
    );
    return exitCode.done;
  });
}
