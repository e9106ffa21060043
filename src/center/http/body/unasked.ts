import { Problem } from '../../model/problem.ts';
import type { AnyRequest } from '../request.ts';
import { chunksOf, MAX_JSON_BYTES, upTo } from './read.ts';

/** How long to wait for the end of a body without a length, in milliseconds: a well-meant one has arrived by then. */
const MAX_WAIT_MS = 200;

function unasked() {
  return new Problem(
    'too_large',
    'This call takes no body, and yours is too large or has no known end; nothing was changed.',
  );
}

async function readPast(request: AnyRequest): Promise<void> {
  const taken = upTo(chunksOf(request, unasked), MAX_JSON_BYTES, unasked);
  while (!(await taken.next()).done);
}

/**
 * Reads and ignores the body of a request whose endpoint takes none; some clients send an empty one, or `{}`. Throws
 * `too_large` if it announces more bytes than any JSON body may have, or announces no length and does not end soon.
 * This comes before the request is carried out: an event stream may never end, and the body would be sent for as long.
 */
export async function passOver(request: AnyRequest): Promise<void> {
  const length = request.headers.get('content-length');
  if (Number(length ?? 0) > MAX_JSON_BYTES) throw unasked();
  // An announced length is short here: the answer need not wait for the body.
  if (length !== null) return;
  // The client waits for 100 Continue, which it will not get.
  if (request.headers.has('expect')) throw unasked();
  const reading = readPast(request);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unasked()), MAX_WAIT_MS);
  });
  try {
    await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
    // Reading the rest fails when the connection closes.
    reading.catch(() => undefined);
  }
}
