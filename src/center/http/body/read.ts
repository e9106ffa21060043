import { Problem } from '../../model/problem.ts';
import type { IncomingRequest } from '../request.ts';

const MAX_DEPTH = 32;
const MAX_VALUES = 50_000;

/** 400 for a body that is not JSON, or has too many values; `why` ends the sentence. */
export function malformed(why: string) {
  return new Problem('malformed_json', `The body is not JSON that can be read: ${why}.`);
}

/** Refuses deep nesting and too many values, before anything is built. */
function checkSize(text: string): void {
  let depth = 0;
  let values = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isText) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) isText = false;
    } else if (code === 0x22) isText = true;
    else if (code === 0x7b || code === 0x5b) depth += 1;
    else if (code === 0x7d || code === 0x5d) depth -= 1;
    else if (code === 0x2c) values += 1;
    if (depth > MAX_DEPTH) throw malformed(`it is nested deeper than ${MAX_DEPTH} levels`);
    if (values > MAX_VALUES) throw malformed(`it has more than ${MAX_VALUES} values`);
  }
}

/** The value of a JSON body. Throws `malformed_json`. */
export function readJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) throw malformed('it is empty');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw malformed('it is not UTF-8');
  }
  checkSize(text);
  try {
    return JSON.parse(text);
  } catch {
    throw malformed('a comma, a quote or a bracket is missing or out of place');
  }
}

/** The largest JSON body, in bytes. */
export const MAX_JSON_BYTES = 1_048_576;

/** The largest body of a caller who has not signed in, in bytes: many at once must not fill the memory. */
export const MAX_STRANGER_BYTES = 16_384;

function sizeOf(bytes: number): string {
  return bytes < 1_048_576 ? `${bytes / 1_024} KiB` : `${bytes / 1_048_576} MiB`;
}

/** 413 for a body of more than `limit` bytes. */
export function tooLarge(limit: number) {
  return new Problem('too_large', `The body is larger than ${sizeOf(limit)}; nothing was changed.`);
}

/** Throws `too_large` if the body announces more than `limit` bytes. */
export function checkLength(request: IncomingRequest, limit: number): void {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit);
}

function mediaType(request: IncomingRequest): string {
  return (request.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase();
}

function charset(request: IncomingRequest): string {
  return /;\s*charset="?([^";\s]+)/i.exec(request.headers.get('content-type') ?? '')?.[1]?.toLowerCase() ?? 'utf-8';
}

/** 415 for a body that is not labelled as JSON. */
export function notJson() {
  return new Problem('unsupported_media_type', 'Send the body as JSON with Content-Type: application/json.');
}

/** Throws `unsupported_media_type` unless the body is plain JSON in UTF-8. */
export function checkJsonType(request: IncomingRequest): void {
  const isPlain = (request.headers.get('content-encoding') ?? 'identity') === 'identity';
  if (mediaType(request) === 'application/json' && ['utf-8', 'utf8'].includes(charset(request)) && isPlain) return;
  throw notJson();
}

/** The body as it arrives; throws `broken` if the other side leaves before its end. */
export const chunksOf = async function* (request: IncomingRequest, broken: () => Problem): AsyncGenerator<Uint8Array> {
  try {
    if (request.body) yield* request.body;
  } catch (error) {
    throw Object.assign(broken(), { cause: error });
  }
};

/** The same bytes; throws `refusal` at the first one beyond `limit` and stops reading. */
export const upTo = async function* (
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
  refusal: () => Problem,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > limit) throw refusal();
    yield chunk;
  }
};

function brokeOff() {
  return new Problem('malformed_json', 'The body broke off before its end; nothing was changed.');
}

/** The body's bytes, at most `limit`; stops reading and throws `too_large` at the first byte beyond. */
export async function readBody(request: IncomingRequest, limit: number): Promise<Uint8Array> {
  checkLength(request, limit);
  const chunks: Uint8Array[] = [];
  const taken = upTo(chunksOf(request, brokeOff), limit, () => tooLarge(limit));
  for await (const chunk of taken) chunks.push(chunk);
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}
