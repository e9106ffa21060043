import type { ApiError } from '../../client/api-error.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { attempt } from '../calls/attempt.ts';
import { noteLack } from '../calls/offers.ts';
import type { Desk } from '../desk.ts';
import type { Thread } from '../world.ts';
import { withThread } from './memory.ts';
import { type Quiet, watchQuiet } from './timers.ts';

/** The target of an attachment's bytes. */
export interface Sink {
  /** Takes the next part; false if no more is wanted. Rejects if it cannot be kept: then the download is over. */
  write(part: Uint8Array): Promise<boolean>;
  /** Forgets all parts so far: they come again. */
  restart(): Promise<void>;
}

/** How a download ended: all bytes are there, or as many as were wanted; or the reason why not. */
export type Downloaded = { readonly bytes: number } | { readonly problem: SafeText };

/** Without a byte for this long, the connection is lost. */
const QUIET_MS = 20_000;
/** How long to wait after each failure in a row, in milliseconds; then the download is given up. */
const RETRY_MS = [1_000, 5_000, 15_000, 30_000, 60_000];
/** No help center has larger attachments: an endless one would fill the disk. */
const MAX_BYTES = 1024 ** 3;

/** The attachment to read, and its target. */
interface Task {
  readonly desk: Desk;
  readonly id: number;
  readonly sink: Sink;
  readonly signal: AbortSignal;
}

/** The known part of an attachment. */
interface Progress {
  readonly bytes: number;
  /** The version that these bytes are of; null if it is not known, so that they cannot be continued. */
  readonly etag: string | null;
}
type OnProgress = (progress: Progress) => void;

type DownloadEnd = { readonly end: 'whole' } | { readonly end: 'cut' | 'refused'; readonly reason: SafeText };

const WHOLE: DownloadEnd = { end: 'whole' };
const CUT: DownloadEnd = { end: 'cut', reason: t`the connection was cut.` };
const TOO_LARGE: DownloadEnd = { end: 'refused', reason: t`it is larger than 1 GiB.` };

/**
 * Reads the content of an attachment, part by part. A download that is cut goes on where it was, or starts again if the
 * help center cannot do that; without a byte for about two minutes it is given up. Rejects if the sink does.
 */
export async function download(desk: Desk, id: number, sink: Sink, signal: AbortSignal): Promise<Downloaded> {
  const task: Task = { desk, id, sink, signal };
  let progress: Progress = { bytes: 0, etag: null };
  for (let failures = 0; ; ) {
    const before = progress.bytes;
    const part = await readPart(task, progress, now => {
      progress = now;
    });
    if (part.end === 'whole') return { bytes: progress.bytes };
    failures = progress.bytes > before ? 1 : failures + 1;
    const waitMs = RETRY_MS[failures - 1];
    if (part.end === 'refused' || waitMs === undefined || signal.aborted) return { problem: part.reason };
    await pause(desk, waitMs, signal);
  }
}

/** Asks for the content, or for the rest of it, and reads it. */
async function readPart(task: Task, { bytes, etag }: Progress, onProgress: OnProgress): Promise<DownloadEnd> {
  const { desk, id, signal } = task;
  const quiet = watchQuiet(desk, signal, QUIET_MS);
  try {
    const range = bytes > 0 && etag !== null ? { from: bytes, etag } : undefined;
    const asked = desk.client.attachment.content({ params: { attachment_id: id }, range, signal: quiet.signal });
    const answer = await attempt(asked);
    if ('error' in answer) return endOf(desk, answer.error);
    const isRest = range !== undefined && continuesAt(answer.value, range.from);
    const begun = { bytes: isRest ? bytes : 0, etag: strongTag(answer.value) };
    const isAnew = !isRest && bytes > 0;
    return await readBody(task, { answer: answer.value, quiet, begun, isAnew, onProgress });
  } finally {
    quiet.stop();
  }
}

interface Coming {
  readonly answer: Response;
  readonly quiet: Quiet;
  readonly begun: Progress;
  /** It starts again after all: the former part is forgotten. */
  readonly isAnew: boolean;
  readonly onProgress: OnProgress;
}

async function readBody({ sink }: Task, { answer, quiet, begun, isAnew, onProgress }: Coming): Promise<DownloadEnd> {
  const reader = answer.body?.getReader();
  const expected = lengthOf(answer);
  let { bytes } = begun;
  try {
    if (isAnew) await sink.restart();
    onProgress(begun);
    for (;;) {
      const next = await attemptRead(reader);
      const isShort = expected !== null && bytes - begun.bytes < expected;
      if (next === 'end' || (next === 'cut' && expected !== null && !isShort)) return isShort ? CUT : WHOLE;
      if (next === 'cut') return CUT;
      quiet.alive();
      bytes += next.length;
      if (bytes > MAX_BYTES) return TOO_LARGE;
      const wantsMore = await sink.write(next);
      onProgress({ ...begun, bytes });
      if (!wantsMore) return WHOLE;
    }
  } finally {
    void reader?.cancel().catch(() => undefined);
  }
}

/** Only the reading can be cut: a sink that fails is another matter. */
async function attemptRead(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
): Promise<Uint8Array | 'cut' | 'end'> {
  try {
    const { done, value } = (await reader?.read()) ?? { done: true as const, value: undefined };
    return done ? 'end' : value;
  } catch {
    return 'cut';
  }
}

function endOf(desk: Desk, { isWithoutCall, isTransient, isSignedOut, reason }: ApiError): DownloadEnd {
  if (isWithoutCall) return { end: 'refused', reason: noteLack(desk, 'attachment.content') };
  return { end: isTransient && !isSignedOut ? 'cut' : 'refused', reason };
}

/** Whether an answer is the rest of the same file, from this byte on. */
function continuesAt({ status, headers }: Response, from: number): boolean {
  return status === 206 && headers.get('content-range')?.startsWith(`bytes ${from}-`) === true;
}

/** A weak one does not promise the same bytes. */
function strongTag({ headers }: Response): string | null {
  const etag = headers.get('etag');
  return etag?.startsWith('"') && !headers.has('content-encoding') ? etag : null;
}

/** The announced bytes; null if they are not the file's own. */
function lengthOf({ headers }: Response): number | null {
  const length = headers.get('content-length');
  return length !== null && /^\d{1,15}$/.test(length) && !headers.has('content-encoding') ? Number(length) : null;
}

function pause(desk: Desk, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const cancel = desk.setTimer(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        cancel();
        resolve();
      },
      { once: true },
    );
  });
}

/** The beginning of an attachment; `isWhole`: it has no more. */
export interface Beginning {
  readonly bytes: Uint8Array;
  readonly isWhole: boolean;
}

/**
 * Reads the first `maxBytes` of an attachment. Undefined if another one was asked for meanwhile, or the desk has ended.
 */
export async function readBeginning(
  desk: Desk,
  id: number,
  maxBytes: number,
): Promise<Beginning | { readonly problem: SafeText } | undefined> {
  const read = desk.reads.begin('beginning');
  let parts: Uint8Array[] = [];
  let length = 0;
  const sink = {
    write: async (part: Uint8Array) => {
      parts.push(part);
      length += part.length;
      return length <= maxBytes;
    },
    restart: async () => {
      parts = [];
      length = 0;
    },
  };
  const done = await download(desk, id, sink, read.signal);
  if (!read.isCurrent()) return undefined;
  read.end();
  if ('problem' in done) return done;
  return { bytes: Buffer.concat(parts).subarray(0, maxBytes), isWhole: length <= maxBytes };
}

/** A note names its attachments by id alone, so each costs a request: of more, the ids are shown. */
const MAX_READ = 20;

/**
 * Reads the names and sizes of attachments of a conversation's notes, one after the other; those that are gone only
 * once.
 */
export async function describeNoteFiles(desk: Desk, id: number): Promise<void> {
  const thread = (): Thread | undefined => desk.world().base.threads.get(id);
  const wanted = unknownFiles(thread()).slice(0, MAX_READ);
  if (wanted.length === 0 || desk.world().offers['attachment.get'] !== undefined) return;
  const read = desk.reads.begin('note files');
  for (const attachment_id of wanted) {
    const answer = await attempt(desk.client.attachment.get({ params: { attachment_id }, signal: read.signal }));
    const now = thread();
    if (!read.isCurrent()) return;
    if (!now) break;
    if ('error' in answer && !answer.error.isMissing) break;
    if ('error' in answer && answer.error.isWithoutCall) {
      noteLack(desk, 'attachment.get');
      break;
    }
    const files = new Map([...(now.files ?? []), [attachment_id, 'value' in answer ? answer.value.data : null]]);
    desk.store.setState(withThread(desk.world(), id, { ...now, files }));
  }
  read.end();
}

function unknownFiles(thread: Thread | undefined): readonly number[] {
  const ids = thread?.notes.flatMap(({ attachments }) => attachments) ?? [];
  return [...new Set(ids)].filter(id => thread?.files?.has(id) !== true);
}
