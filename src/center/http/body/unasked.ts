import { Problem } from '../../model/problem.ts';
import type { AnyRequest } from '../request.ts';
import { chunksOf, MAX_JSON_BYTES, upTo } from './read.ts';

/** How long the end of a body without a length is waited for, in milliseconds: one that is meant well has come by then. */
const MAX_WAIT_MS = 200;

function unasked() {
  return new Problem('too_large', 'This call takes no body, and the one that came did not end; nothing was changed.');
}

async function readPast(request: AnyRequest): Promise<void> {
  const taken = upTo(chunksOf(request, unasked), MAX_JSON_BYTES, unasked);
  while (!(await taken.next()).done);
}

/**
 * Takes the body of a request whose endpoint has none; some clients send an empty one, or `{}`. Throws `too_large` if it
 * says that it is larger than any JSON, or says nothing of its length and does not end soon. It does so before anything
 * is done: an answer such as that of an event stream may never end, and the body would be sent for as long.
 */
export async function passOver(request: AnyRequest): Promise<void> {
  const length = request.headers.get('content-length');
  if (Number(length ?? 0) > MAX_JSON_BYTES) throw unasked();
  // As long as was said is not long: the answer need not wait for it.
  if (length !== null) return;
  // It waits to be asked for, and nobody will.
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
    // The rest of it ends with its connection.
    reading.catch(() => undefined);
  }
}
