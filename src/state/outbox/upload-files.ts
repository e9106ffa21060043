import type { ApiError } from '../../client/api-error.ts';
import { messageOf } from '../../text/message-of.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { attempt } from '../calls/attempt.ts';
import { noteLack } from '../calls/offers.ts';
import { changeOf } from '../changes/list.ts';
import type { Desk } from '../desk.ts';
import type { AttachedFile, FileCopies } from '../files/attached-file.ts';
import { mediaType } from '../files/media-type.ts';
import type { TransferNotice } from '../notices/progress.ts';
import { replacePending } from '../operations/edit.ts';
import { inState } from '../operations/operation.ts';
import type { ChangeCall, PendingChange } from '../world.ts';

/** The help center deletes an upload that nothing names after a day. */
const MAX_UNUSED_MS = 20 * 3_600_000;
const TOO_LARGE = 413;
const NO_DISK = t`This desk has no disk for attachments.`;
const SILENT = t`The answer did not say whether it was uploaded.`;

/** Why a file is not at the help center: it may be later, or never. */
type Failed = { readonly problem: SafeText; readonly error?: ApiError } | { readonly refused: SafeText };

/** The arguments of the change with the ids of its files; or why not all are uploaded; or the agent has taken it back. */
type Uploaded = { readonly args: unknown } | Failed | 'takenBack';

/**
 * Uploads the files of a change that are not at the help center yet, one after the other. Retries make no second
 * attachment: the key of the change and its copy are its key. An upload is kept at once.
 */
export async function uploadFiles(desk: Desk, entry: PendingChange, begin: () => TransferNotice): Promise<Uploaded> {
  const wanted = filesIn(entry).filter(file => !isThere(file, desk.now()));
  if (wanted.length === 0) return { args: entry.args };
  if (!desk.hooks.copies) return { refused: NO_DISK };
  const pending = watched(desk, entry.key);
  const transfer = begin();
  const uploading = { desk, copies: desk.hooks.copies, transfer, changeKey: entry.key, signal: pending.signal };
  pending.edit(one => inState(one, { state: 'sending', isUploading: true }));
  let failed: Failed | undefined;
  for (const file of wanted) {
    const sent = await upload(uploading, file);
    if (!('copy' in sent)) failed = sent;
    else pending.edit(one => ({ ...one, args: withFile(one, sent) }));
    if (failed || pending.signal.aborted) break;
  }
  transfer.close();
  pending.edit(one => inState(one, { state: 'sending' }));
  pending.stop();
  return pending.signal.aborted ? 'takenBack' : (failed ?? { args: pending.entry()?.args });
}

/** A change that is being sent; `signal` aborts when it is taken back. */
function watched(desk: Desk, key: string) {
  const controller = new AbortController();
  const entry = (): PendingChange | undefined => desk.world().pending.find(one => one.key === key);
  const stop = desk.store.subscribe((world, former) => {
    if (world.pending !== former.pending && entry() === undefined) controller.abort();
  });
  const edit = (change: (one: PendingChange) => PendingChange): void => editChange(desk, key, change);
  return { entry, edit, stop, signal: controller.signal };
}

/** Changes the record of a pending change. */
export function editChange(desk: Desk, key: string, edit: (change: PendingChange) => PendingChange): void {
  desk.set({ operations: replacePending(desk.world().operations, key, change => [edit(change)]) });
}

/** The files that go with a change. */
export function filesIn({ name, args }: ChangeCall): readonly AttachedFile[] {
  const isSender = changeOf(name)?.uploads === true;
  return isSender ? ((args as { readonly files?: readonly AttachedFile[] }).files ?? []) : [];
}

function isThere({ attachmentId, uploadedAt = 0, isShared }: AttachedFile, now: number): boolean {
  return attachmentId !== undefined && (isShared === true || now - uploadedAt < MAX_UNUSED_MS);
}

function withFile(entry: PendingChange, file: AttachedFile): PendingChange['args'] & { readonly files: unknown } {
  const files = filesIn(entry).map(one => (one.copy === file.copy ? file : one));
  return { ...entry.args, files };
}

interface Uploading {
  readonly desk: Desk;
  readonly copies: FileCopies;
  readonly transfer: TransferNotice;
  readonly changeKey: string;
  readonly signal: AbortSignal;
}

async function upload(
  { desk, copies, transfer, changeKey, signal }: Uploading,
  file: AttachedFile,
): Promise<AttachedFile | Failed> {
  const { copy, name, size, attachmentId } = file;
  const source = noticing(() => copies.read(file));
  // One that the help center may have deleted unused is another one.
  const key = `${changeKey}-${copy}${attachmentId === undefined ? '' : `-${attachmentId}`}`;
  const body = { name, type: mediaType(name), size, read: source.read };
  const tell = transfer.begin(file);
  let bytes = 0;
  const onSent = (more: number): void => {
    bytes += more;
    tell(bytes);
  };
  const answer = await attempt(desk.client.attachment.create({ body, key, onSent, signal }));
  transfer.end();
  const fault = source.fault();
  if (fault !== undefined) return { refused: fault };
  if ('error' in answer) return failed(desk, name, answer.error);
  const { data } = answer.value;
  return data ? { ...file, attachmentId: data.id, uploadedAt: desk.now() } : { problem: t`${name}: ${SILENT}` };
}

function failed(desk: Desk, name: SafeText, error: ApiError): Failed {
  if (error.isAbsent) return { refused: noteLack(desk, 'attachment.create') };
  // Also in the words of a proxy: the same file is as large the next time.
  if (error.isTransient && error.status !== TOO_LARGE) return { problem: error.reason, error };
  return { refused: t`${name}: ${error.reason}` };
}

/** The bytes of a copy, and why they could not be read. */
function noticing(open: () => AsyncIterable<Uint8Array>) {
  let fault: SafeText | undefined;
  const read = async function* (): AsyncGenerator<Uint8Array> {
    try {
      yield* open();
    } catch (error) {
      fault = safeLine(messageOf(error));
      throw error;
    }
  };
  return { read, fault: () => fault };
}
