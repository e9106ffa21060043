import type { BusboyFileStream, BusboyInstance } from '@fastify/busboy';
import { MAX_FILE_MIB } from '../../../contract/attachment.ts';
import type { Files, IncomingFile } from '../../database/files.ts';
import { plainContentType, plainFileName } from '../../model/message/file-name.ts';
import type { Upload } from '../../model/message/upload.ts';
import { invalid, Problem } from '../../model/problem.ts';
import type { IncomingRequest } from '../request.ts';
import { chunksOf, upTo } from './read.ts';

/** The head of one part. */
export interface PartHead {
  readonly name: string;
  readonly fileName: string | undefined;
  readonly contentType: string;
}

/** Receives a form as it arrives: each part's head, then its bytes. */
interface FormReader {
  part(head: PartHead): Promise<void> | void;
  data(chunk: Uint8Array): Promise<void> | void;
}

const MAX_HEAD_BYTES = 16_384;

/** A form for one file has few parts; many small ones keep the service busy. */
const MAX_PARTS = 100;

function unreadable() {
  return new Problem('unsupported_media_type', 'Send the file as multipart/form-data, in a part named file.');
}

function formBrokeOff() {
  return invalid(['file', 'broke off']);
}

function tooManyParts() {
  return new Problem('too_large', `The form has more than ${MAX_PARTS} parts; nothing was kept.`);
}

/** The boundary of a form. Throws `unsupported_media_type` if the request is not a form. */
function boundaryOf(request: IncomingRequest): string {
  const type = request.headers.get('content-type') ?? '';
  const found = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(type);
  if (!/^multipart\/form-data\s*;/i.test(type) || !found) throw unreadable();
  return found[1] ?? found[2]!;
}

async function openForm(boundary: string): Promise<BusboyInstance> {
  // Loaded at the first upload: the desk does not need it to start.
  const { Busboy } = await import('@fastify/busboy');
  const quoted = boundary.replace(/["\\]/g, '\\$&');
  return new Busboy({
    headers: { 'content-type': `multipart/form-data; boundary="${quoted}"` },
    // busboy would keep a whole field in memory.
    isPartAFile: () => true,
    preservePath: true,
    limits: { parts: MAX_PARTS, headerSize: MAX_HEAD_BYTES },
  });
}

/** A name as it was before a browser wrote it into a header: the HTML standard escapes only these three characters. */
function asNamed(name: string): string {
  return name.replaceAll('%22', '"').replace(/%0D|%0A/gi, ' ');
}

async function readPart(reader: FormReader, head: PartHead, content: BusboyFileStream): Promise<void> {
  await reader.part(head);
  for await (const chunk of content) await reader.data(chunk as Uint8Array);
}

/**
 * Reads a form from a stream with little in memory, and passes its parts to the reader one after the other. Everything
 * before the first boundary and after the last is ignored, as the format requires, and so is a part without a name.
 * Throws the reader's errors, `too_large` for too many parts, `unsupported_media_type` if no part can be read, and 422
 * if the form ends before its last boundary. The number of bytes is not limited here, but by `chunks`.
 */
export async function readForm(boundary: string, chunks: AsyncIterable<Uint8Array>, reader: FormReader): Promise<void> {
  const form = await openForm(boundary);
  const failures: unknown[] = [];
  let goOn: () => void = () => undefined;
  const fail = (error: unknown): void => {
    failures.push(error);
    goOn();
  };
  let reading: Promise<void> | undefined;
  form.on('file', (name: string | undefined, content, fileName: string | undefined, _encoding, contentType) => {
    content.on('error', () => fail(formBrokeOff()));
    const head = { name: asNamed(name ?? ''), fileName: fileName && asNamed(fileName), contentType };
    const next = async () => (failures.length === 0 ? readPart(reader, head, content) : undefined);
    reading = (reading ?? Promise.resolve()).then(next).catch(fail);
  });
  form.on('partsLimit', () => fail(tooManyParts())).on('error', () => fail(formBrokeOff()));
  // This event may come before `end()`, at the last boundary; busboy ignores bytes after it.
  const finished = new Promise<void>(resolve => {
    form.on('finish', resolve);
  });

  // After a failure the part is no longer read, and the form would wait for its reader forever.
  const wait = async (begin: (end: () => void) => void): Promise<void> => {
    const ended = new Promise<void>(resolve => {
      goOn = resolve;
      if (failures.length === 0) begin(resolve);
      else resolve();
    });
    await ended;
    if (failures.length > 0) throw failures[0];
  };
  const close = Buffer.from(`--${boundary}--`);
  let opening = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (opening.length < close.length) opening = Buffer.concat([opening, chunk]).subarray(0, close.length);
    await wait(end => form.write(chunk, () => end()));
  }
  await wait(end => {
    void finished.then(end);
    form.end();
  });
  // A form without parts consists of its last boundary only; in any other form, no part could be read.
  if (reading === undefined && !opening.equals(close)) throw unreadable();
  await reading;
  if (failures.length > 0) throw failures[0];
}

const MAX_FILE_BYTES = MAX_FILE_MIB * 1_048_576;

/** The most bytes of a form besides its file: heads, other parts, the text around them. */
const MAX_FORM_BYTES = MAX_FILE_BYTES + 65_536;

function formTooLarge() {
  return new Problem('too_large', `The form is larger than a file of ${MAX_FILE_MIB} MiB needs; nothing was kept.`);
}

function tooLarge() {
  return new Problem('too_large', `The file is larger than ${MAX_FILE_MIB} MiB; nothing was kept.`);
}

async function receiveForm(request: IncomingRequest, incoming: IncomingFile): Promise<PartHead> {
  let file: PartHead | undefined;
  let isFile = false;
  let size = 0;
  const chunks = upTo(chunksOf(request, formBrokeOff), MAX_FORM_BYTES, formTooLarge);
  await readForm(boundaryOf(request), chunks, {
    part: head => {
      isFile = head.name === 'file';
      if (isFile && file) throw invalid(['file', 'must be one file']);
      if (isFile) file = head;
    },
    data: async chunk => {
      size += chunk.length;
      if (size > MAX_FILE_BYTES) throw tooLarge();
      if (isFile) await incoming.write(chunk);
    },
  });
  if (!file) throw invalid(['file', 'is required']);
  return file;
}

/**
 * The announced number of bytes; 0 if the request does not say. Throws `too_large` if no file may be that large, and
 * `unsupported_media_type` if it is not a form.
 */
export function saidSize(request: IncomingRequest): number {
  boundaryOf(request);
  const said = Number(request.headers.get('content-length') ?? 0);
  if (said > MAX_FORM_BYTES) throw tooLarge();
  return said;
}

/** Streams the form's one file to disk. Throws `too_large` at the first byte beyond the limit; see also `saidSize`. */
export async function receiveUpload(request: IncomingRequest, files: Files): Promise<Upload> {
  const incoming = await files.receive();
  try {
    const { fileName, contentType } = await receiveForm(request, incoming);
    const kept = await incoming.finish();
    return { name: plainFileName(fileName ?? ''), contentType: plainContentType(contentType), ...kept };
  } catch (error) {
    await incoming.discard();
    throw error;
  }
}
