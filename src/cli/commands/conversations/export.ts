import type { Center } from '../../../center/center.ts';
import type { AttachedStoredFile } from '../../../center/model/exchange/messages.ts';
import { ApiError } from '../../../client/api-error.ts';
import { createClient } from '../../../client/client.ts';
import { EXCHANGED_NAME } from '../../../contract/exchange.ts';
import { counted, grouped } from '../../../text/numbers.ts';
import { safeLine, t } from '../../../text/safe.ts';
import type { FlagsOf } from '../../declared/commands.ts';
import { exitCodeOf } from '../../elsewhere/with-client.ts';
import { forOneAgent } from '../../for-one-agent.ts';
import { withCenter } from '../../open-center.ts';
import { writeAndWait } from '../../output/write.ts';
import type { Shell } from '../../shell.ts';
import { exitCode, ShellError } from '../../shell-error.ts';
import { createProgress } from '../progress.ts';
import { type ExportPlace, openFolder } from './export-folder.ts';
import { findConversations } from './find.ts';

type Flags = FlagsOf<'conversations export'>;

/** The counts of an export so far. */
interface Tally {
  messages: number;
  /** Files that are gone or damaged, or have no place. */
  readonly lost: Set<string>;
}

/** Writes one conversation. Returns false if there is no reader any more. */
type Exporter = (id: number) => Promise<boolean>;

/** `frontdesk conversations export`: all or nothing, in a folder or on standard output. */
export async function exportConversations(shell: Shell, words: readonly string[], flags: Flags): Promise<number> {
  if (flags.as === 'eml' && flags.to === undefined)
    throw new ShellError('--as eml makes many files: name their folder with --to. Nothing was exported.');
  const work = (center: Center) => exportFrom(shell, center, words, flags).catch(tellUnread);
  return withCenter(shell, flags.database, work, { settings: forOneAgent, orReadOnly: true });
}

/** A help center that cannot be read any more ends the command with a sentence. */
async function tellUnread(error: unknown): Promise<never> {
  const { problemOf } = await import('../../../center/model/problem.ts');
  if (error instanceof ApiError) throw new ShellError(error.reason, exitCodeOf(error), { cause: error });
  if (error instanceof ShellError || problemOf(error).code !== 'unavailable') throw error;
  const words = 'The help center cannot be read now, so the export is not whole. Run the same command again later.';
  throw new ShellError(words, exitCode.unreachable, { cause: error });
}

async function exportFrom(shell: Shell, center: Center, words: readonly string[], flags: Flags): Promise<number> {
  const ids = await idsOf(shell, center, words, flags);
  const place = await openPlace(shell, flags.to);
  // Files that are deleted in the help center from now on are still exported.
  const release = await center.context.files.hold();
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  const progress = createProgress(shell.stderr, 'Exporting', 'conversations', () => performance.now());
  process.once('SIGINT', interrupt);
  const tally: Tally = { messages: 0, lost: new Set() };
  let isDone = false;
  try {
    const exporter = await exporterOf(center, place, flags.as, tally);
    for (const [at, id] of ids.entries()) {
      if (stop.signal.aborted) throw new ShellError('Stopped. Nothing was exported.', exitCode.failed);
      if (!(await exporter(id))) return exitCode.done;
      progress.at(at + 1, (at + 1) / ids.length);
    }
    await place.finish();
    isDone = true;
  } finally {
    process.off('SIGINT', interrupt);
    progress.end();
    await release();
    if (!isDone) await place.abandon();
  }
  return printExported(shell, ids.length, flags, tally);
}

/** The conversations in the order in which they came: a list would put those of one second in the order of their ids. */
async function idsOf(shell: Shell, center: Center, words: readonly string[], flags: Flags): Promise<number[]> {
  const { ownToken } = await import('../../../center/auth/administration.ts');
  const token = ownToken(center, null);
  const client = createClient({ baseUrl: 'http://embedded', token: () => token, answer: center.answer });
  const { as: _, to: __, database: ___, ...narrowing } = flags;
  const all = words.length === 0 && Object.keys(narrowing).length === 0 ? ['is:any'] : words;
  const { rows } = await findConversations(shell, client, all, flags, ['id']);
  const ids = await Array.fromAsync(rows, row => row.id);
  return ids.sort((a, b) => a - b);
}

async function openPlace({ stdout }: Shell, to: string | undefined): Promise<ExportPlace> {
  if (to === undefined)
    return { add: (_, bytes) => writeAndWait(stdout, bytes), finish: async () => {}, abandon: async () => {} };
  return openFolder(to);
}

async function exporterOf(center: Center, place: ExportPlace, form: Flags['as'], tally: Tally): Promise<Exporter> {
  const { ownSource } = await import('../../../center/model/conversation/origin.ts');
  const own = await center.read(({ db }) => ownSource(db));
  return form === 'ndjson' ? lineExporter(center, place, own, tally) : mailExporter(center, place, own, form, tally);
}

async function lineExporter(center: Center, place: ExportPlace, own: string, tally: Tally): Promise<Exporter> {
  const { exportedLines: linesOf, exportedFilePath: pathOf } = await import('../../../center/export/lines.ts');
  const written = new Set<string>();
  const keep = async (file: AttachedStoredFile): Promise<boolean> => {
    if (written.has(file.hash)) return true;
    const content = place.put && (await center.context.files.open(file.hash));
    if (!content) {
      tally.lost.add(file.hash);
      return false;
    }
    await place.put(pathOf(file), content);
    written.add(file.hash);
    return true;
  };
  await place.add(EXCHANGED_NAME, '');
  return async id => {
    for await (const line of linesOf(center, id, own, keep)) {
      tally.messages += line.messages?.length ?? 0;
      if (!(await place.add(EXCHANGED_NAME, `${JSON.stringify(line)}\n`))) return false;
    }
    return true;
  };
}

async function mailExporter(
  center: Center,
  place: ExportPlace,
  own: string,
  form: 'mbox' | 'eml',
  tally: Tally,
): Promise<Exporter> {
  const [{ mailsOf }, { inMbox }] = await Promise.all([
    import('../../../center/export/mails.ts'),
    import('../../../center/export/mbox.ts'),
  ]);
  return async id => {
    for await (const mail of mailsOf(center, id, own)) {
      tally.messages += 1;
      if (mail.isIncomplete) tally.lost.add(`message ${mail.id}`);
      if (form === 'eml') await place.put?.(`${id}-${mail.id}.eml`, [mail.bytes]);
      else if (!(await place.add('conversations.mbox', inMbox(mail)))) return false;
    }
    return true;
  };
}

function printExported({ stderr }: Shell, conversations: number, { to }: Flags, { messages, lost }: Tally): number {
  const where = to === undefined ? t`` : t` to ${safeLine(to)}`;
  stderr.write(
    `${t`${counted(conversations, t`conversation`)} with ${counted(messages, t`message`)} exported${where}.`}\n`,
  );
  if (lost.size === 0) return exitCode.done;
  const why = to === undefined ? t`files need a folder (--to)` : t`they are gone from the help center`;
  stderr.write(`${t`Without ${grouped(lost.size)} files: ${why}.`}\n`);
  return exitCode.failed;
}
