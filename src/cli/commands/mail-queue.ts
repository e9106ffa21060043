import * as v from 'valibot';
import type { Center } from '../../center/center.ts';
import { setMailHome } from '../../center/model/mail-home.ts';
import { dropLetters, listQueue, type QueuedLetter, retryLetters } from '../../center/model/outgoing/by-hand.ts';
import { described } from '../../contract/described.ts';
import { Id, Timestamp } from '../../contract/schema.ts';
import { counted } from '../../text/numbers.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { databasePath } from '../database-path.ts';
import { hasEnded, homeOf } from '../mail.ts';
import { withCenter } from '../open-center.ts';
import type { OutputFlags } from '../output/flags.ts';
import { withOutput } from '../output/output.ts';
import { printRows } from '../output/rows.ts';
import type { Shell } from '../shell.ts';
import { exitCode, ShellError } from '../shell-error.ts';

interface Flags {
  readonly database?: string;
}

function onQueue<T>(shell: Shell, { database }: Flags, work: (center: Center) => Promise<T>): Promise<T> {
  return withCenter(shell, database ?? shell.mail?.database, work);
}

/** A mail of the queue as it is listed. */
const Letter = described({
  id: [Id, 'Its number.'],
  state: [v.string(), '`held`, `queued`, `sending` or `failed`.'],
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
      await printRows(output, { rows, columns: COLUMNS, empty: t`No mail waits to be sent.` });
      return exitCode.done;
    }),
  );
}

function idsIn(words: readonly string[]): number[] {
  const wrong = words.find(word => !/^[1-9]\d{0,14}$/.test(word));
  if (wrong !== undefined)
    throw new ShellError(`${safeLine(wrong)} is no mail’s number. Numbers are in: frontdesk mail queue list`);
  return [...new Set(words.map(Number))];
}

/** Says what was not done, and why: the result of the command. */
function tellLeft(shell: Shell, asked: readonly number[], done: readonly number[], why: string): number {
  const left = asked.filter(id => !done.includes(id));
  for (const id of left) shell.stderr.write(`${id}: ${why}\n`);
  return left.length === 0 ? exitCode.done : exitCode.failed;
}

/** `frontdesk mail queue retry`: mails are tried at once, by the frontdesk that runs; without numbers all that wait. */
export function retryOutgoing(shell: Shell, words: readonly string[], flags: Flags): Promise<number> {
  const ids = idsIn(words);
  return onQueue(shell, flags, async center => {
    const done = await center.write(work => retryLetters(work, ids.length === 0 ? undefined : ids, hasEnded));
    shell.stdout.write(
      `${counted(done.length, t`mail`)} will be tried at once, while frontdesk serve or the desk runs.\n`,
    );
    return tellLeft(shell, ids, done, 'does not wait after a try: it was sent, was not tried yet, or is not there.');
  });
}

/** `frontdesk mail queue drop`: mails are not sent; their messages stay, and say so. */
export function dropOutgoing(shell: Shell, words: readonly string[], flags: Flags): Promise<number> {
  const ids = idsIn(words);
  return onQueue(shell, flags, async center => {
    const done = await center.write(work => dropLetters(work, ids));
    shell.stdout.write(`${counted(done.length, t`mail`)} will not be sent. The messages stay, and say so.\n`);
    return tellLeft(shell, ids, done, 'cannot be dropped: it was sent, is being sent now, or is not there.');
  });
}

/** `frontdesk mail queue resume`: mail flows in this database from now on, although it is a copy or was moved. */
export function resumeMail(shell: Shell, flags: Flags): Promise<number> {
  const told = flags.database ?? shell.mail?.database;
  return withCenter(shell, told, async center => {
    const database = databasePath(told);
    await center.write(work => setMailHome(work, homeOf(database)));
    shell.stdout.write(
      `Mail goes on in ${safeLine(database)}. See that it does not flow in the original as well: each takes what the ` +
        'other one does not, and both send what waits. See: frontdesk mail queue list\n',
    );
    return exitCode.done;
  });
}
