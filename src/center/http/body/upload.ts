import { MAX_FILE_MIB } from '../../../contract/attachment.ts';
import type { Files, Incoming } from '../../database/files.ts';
import { plainContentType, plainFileName } from '../../model/message/file-name.ts';
import type { Upload } from '../../model/message/upload.ts';
import { invalid, Problem } from '../../model/problem.ts';
import type { AnyRequest } from '../request.ts';
import { boundaryOf, formBrokeOff, type PartHead, readForm } from './multipart.ts';
import { chunksOf, upTo } from './read.ts';

const MAX_FILE_BYTES = MAX_FILE_MIB * 1_048_576;

/** The most bytes of a form besides its file: heads, other parts, the text around them. */
const MAX_FORM_BYTES = MAX_FILE_BYTES + 65_536;

function formTooLarge() {
  return new Problem('too_large', `The form is larger than a file of ${MAX_FILE_MIB} MiB needs; nothing was kept.`);
}

function tooLarge() {
  return new Problem('too_large', `The file is larger than ${MAX_FILE_MIB} MiB; nothing was kept.`);
}

async function receiveForm(request: AnyRequest, incoming: Incoming): Promise<PartHead> {
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
export function saidSize(request: AnyRequest): number {
  boundaryOf(request);
  const said = Number(request.headers.get('content-length') ?? 0);
  if (said > MAX_FORM_BYTES) throw tooLarge();
  return said;
}

/** Streams the form's one file to disk. Throws `too_large` at the first byte beyond the limit; see also `saidSize`. */
export async function receiveUpload(request: AnyRequest, files: Files): Promise<Upload> {
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
