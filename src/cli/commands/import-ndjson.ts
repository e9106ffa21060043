import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import type { NdjsonResult } from '../../center/intake/ndjson/import-ndjson.ts';
import { EXCHANGED_NAME } from '../../contract/exchange.ts';
import { counted, grouped } from '../../text/numbers.ts';
import { type SafeText, safeJson, safeLine, t } from '../../text/safe.ts';
import { withCenter } from '../open-center.ts';
import type { Shell } from '../shell.ts';
import { exitCode, ShellError } from '../shell-error.ts';
import { endRefusedImport, type ImportCommandFlags } from './import.ts';
import { createProgress } from './progress.ts';

/** The flags that choose among mails. */
const OF_MAIL = ['status', 'since', 'before', 'archiveBefore', 'includeDeleted', 'anySize'] as const;

interface Source {
  readonly stream: Readable;
  readonly folder: string;
  /** 0 if it is not known. */
  readonly size: number;
}

async function sourceOf({ stdin }: Shell, path: string): Promise<Source> {
  if (path === '-') return { stream: stdin, folder: '.', size: 0 };
  const { failure } = await import('../../center/intake/sources/find.ts');
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'r');
    const found = await file.stat();
    if (found.isDirectory()) return await sourceOf({ stdin } as Shell, join(path, EXCHANGED_NAME));
    return { stream: createReadStream(path), folder: dirname(path), size: found.size };
  } catch (error) {
    if (error instanceof ShellError) throw error;
    throw new ShellError(`${safeLine(path)}: ${safeLine(failure(error))} Nothing was imported.`, exitCode.failed);
  } finally {
    await file?.close();
  }
}

const GZIP = Buffer.from([0x1f, 0x8b]);

/** The bytes until the end or the signal. Lines before a failure are imported. */
async function* bytesOf({ stream }: Source, path: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  let isFirst = true;
  try {
    for await (const chunk of addAbortSignal(signal, stream)) {
      if (isFirst && GZIP.equals(chunk.subarray(0, 2)))
        throw new ShellError(
          `${safeLine(path)} is compressed. Nothing was imported: unpack it first, as with gunzip.`,
          exitCode.failed,
        );
      isFirst = false;
      yield chunk as Buffer;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** `frontdesk import --from ndjson`: conversations of another help desk, or of another frontdesk. */
export async function importConversations(
  shell: Shell,
  paths: readonly string[],
  flags: ImportCommandFlags,
): Promise<number> {
  const [path = '', ...more] = paths;
  if (more.length > 0) throw new ShellError('--from ndjson takes one file or folder. Nothing was imported.');
  const wrong = OF_MAIL.find(name => flags[name] !== undefined);
  if (wrong) {
    const flag = wrong.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
    throw new ShellError(`--${flag} is for mail, not for --from ndjson. Nothing was imported.`);
  }
  const source = await sourceOf(shell, path);
  return withCenter(shell, flags.database, async center => {
    const { importNdjson } = await import('../../center/intake/ndjson/import-ndjson.ts');
    const title = `Importing ${safeLine(basename(path))}`;
    const progress = createProgress(shell.stderr, title, 'conversations', () => performance.now());
    const stop = new AbortController();
    const interrupt = () => stop.abort();
    process.once('SIGINT', interrupt);
    const { folder, size } = source;
    const result = await importNdjson(
      center,
      { folder, bytes: bytesOf(source, path, stop.signal) },
      {
        inbox: flags.inbox,
        creates: flags.create,
        isDryRun: flags.dryRun ?? false,
        signal: stop.signal,
        onProgress: (bytes, read) => progress.at(read, size === 0 ? undefined : bytes / size),
      },
    )
      .catch(endRefusedImport)
      .finally(() => {
        process.off('SIGINT', interrupt);
        progress.end();
      });
    for (const { line, reason } of result.refused) shell.stderr.write(`refused: line ${line}: ${safeLine(reason)}\n`);
    shell.stdout.write(flags.json ? `${safeJson(result, 2)}\n` : `${toldOf(result, flags.create).join('\n')}\n`);
    return result.isStopped || result.refusedCount > 0 || result.read === 0 ? exitCode.failed : exitCode.done;
  });
}

function toldOf({ read, imported, entries, doubles, ...rest }: NdjsonResult, creates = false): readonly SafeText[] {
  const { refusedCount, unknownAgents, isDryRun, isStopped } = rest;
  const cure = creates
    ? t`The file has no name for them: make them, and import it again.`
    : t`Make them, or run this with --create.`;
  const what = isDryRun ? t`would be imported` : t`imported`;
  return [
    t`${counted(read, t`line`)} read: ${counted(imported, t`new conversation`)} and ${grouped(entries)} messages, notes and ratings ${what}, ${grouped(doubles)} had nothing new, ${grouped(refusedCount)} refused.`,
    ...(unknownAgents.length > 0
      ? [t`Unknown agents, to whom nothing was assigned: ${safeLine(unknownAgents.join(', '))}. ${cure}`]
      : []),
    ...(isDryRun ? [t`Nothing was stored.`] : []),
    ...(isStopped ? [t`Stopped before the end; the same command goes on where it left off.`] : []),
  ];
}
