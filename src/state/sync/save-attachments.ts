import { byteSize } from '../../text/byte-size.ts';
import { saidFileName } from '../../text/file-name.ts';
import { messageOf } from '../../text/message-of.ts';
import { counted } from '../../text/numbers.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import type { Desk } from '../desk.ts';
import type { ArrivingFile, Disk, SavedFile } from '../host.ts';
import { createTransferNotice } from '../notices/progress.ts';
import type { AttachmentSave } from '../world/saving.ts';
import type { Notice } from '../world.ts';
import { download, type Sink } from './attachments.ts';

/** The kind of these reads: there is one at a time. */
const KIND = 'saving';

/** The results for the attachments of one run. */
interface Tally {
  readonly saved: readonly Saved[];
  readonly failed: readonly { readonly saving: AttachmentSave; readonly reason: SafeText }[];
}
interface Saved {
  readonly saving: AttachmentSave;
  readonly file: SavedFile;
  readonly bytes: number;
}

/**
 * Saves attachments, one after the other, beside everything else: keys and changes never wait for them. Those that are
 * waiting already are not added twice.
 */
export function saveAttachments(desk: Desk, disk: Disk, wanted: readonly AttachmentSave[]): void {
  const { saving } = desk.world();
  const isWaiting = (one: AttachmentSave) => saving.some(({ id, folder }) => id === one.id && folder === one.folder);
  desk.set({ saving: [...saving, ...wanted.filter(one => !isWaiting(one))] });
  if (saving.length === 0) void saveAll(desk, disk);
}

/** Stops saving. Nothing of the unfinished one stays on the disk. */
export function stopSaving(desk: Desk): void {
  desk.set({ saving: [] });
  desk.reads.begin(KIND).end();
}

async function saveAll(desk: Desk, disk: Disk): Promise<void> {
  const read = desk.reads.begin(KIND);
  const transfer = createTransferNotice(desk, t`Saving`, t` · :stop`);
  const tally = { saved: [] as Saved[], failed: [] as Tally['failed'][number][] };
  while (desk.world().saving.length > 0) {
    const saving = desk.world().saving[0]!;
    const done = transfer.begin(saving);
    try {
      const saved = await saveOne(desk, disk, saving, read.signal, done);
      if (saving.folder === null) void openSaved(desk, disk, saved);
      else tally.saved.push(saved);
    } catch (problem) {
      tally.failed.push({ saving, reason: reasonOf(problem) });
    }
    transfer.end();
    if (!read.isCurrent()) return;
    desk.set({ saving: desk.world().saving.slice(1) });
  }
  read.end();
  const result = resultOf(tally);
  if (result) desk.notify(result);
}

async function saveOne(
  desk: Desk,
  disk: Disk,
  saving: AttachmentSave,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<Saved> {
  const { id, name, folder } = saving;
  const file = await disk.begin(folder, name, t`attachment-${id}`);
  try {
    const done = await download(desk, id, sinkOf(file, onBytes), signal);
    if ('problem' in done) throw new Error(done.problem);
    return { saving, file: await file.finish(), bytes: done.bytes };
  } catch (problem) {
    await file.discard();
    throw problem;
  }
}

function sinkOf(file: ArrivingFile, onBytes: (bytes: number) => void): Sink {
  let bytes = 0;
  return {
    write: async part => {
      await file.write(part);
      bytes += part.length;
      onBytes(bytes);
      return true;
    },
    restart: async () => {
      bytes = 0;
      await file.restart();
    },
  };
}

/** The program may stay open for hours. */
async function openSaved(desk: Desk, disk: Disk, { file }: Saved): Promise<void> {
  desk.notify({ tone: 'done', text: t`Opened ${saidFileName(file.name)}` });
  try {
    await disk.open?.(file.path);
  } catch (problem) {
    desk.notify({ tone: 'problem', text: t`${saidFileName(file.name)} was not opened: ${reasonOf(problem)}` });
  }
}

function reasonOf(problem: unknown): SafeText {
  return safeLine(messageOf(problem));
}

/** The saved and the failed ones; undefined if everything was opened. */
function resultOf({ saved, failed }: Tally): Notice | undefined {
  const [first] = failed;
  const done = saved.length === 0 ? undefined : savedWords(saved);
  if (!first) return done;
  const more = failed.length > 1 ? t` and ${counted(failed.length - 1, t`other`)}` : t``;
  const not = t`Not saved: ${saidFileName(first.saving.name)}${more} · ${first.reason} Nothing of it was left behind.`;
  return { tone: 'problem', text: done ? t`${not} · ${done.text}` : not };
}

/** A file that is shorter than said may be damaged; one that is longer is only counted wrongly. */
function isShort({ bytes, saving: { size } }: Saved): boolean {
  return size !== null && bytes < size;
}

function savedWords(saved: readonly Saved[]): Notice {
  const { file, bytes, saving } = saved[0]!;
  const folder = safeLine(saving.folder ?? '');
  const all = byteSize(saved.reduce((sum, one) => sum + one.bytes, 0));
  const what = saved.length > 1 ? counted(saved.length, t`attachment`) : saidFileName(file.name);
  const short = saved.filter(isShort).length;
  if (short === 0) return { tone: 'done', text: t`Saved ${what} (${all}) in ${folder}`, short: t`Saved ${what}` };
  const fault =
    saved.length > 1
      ? t`${short} of them shorter than the help center says.`
      : t`but only ${byteSize(bytes)} of ${byteSize(saving.size ?? 0)} came from the help center.`;
  return { tone: 'problem', text: t`Saved ${what} in ${folder}, ${fault}` };
}
