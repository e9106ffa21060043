import type { Fetch } from '../../client/over-http.ts';
import type { TrafficCounter } from './center-traffic.ts';
import { createTrafficTally } from './traffic-tally.ts';

/** The first line of a request without its method and path, and the empty line after the headers. */
const FRAME_BYTES = 14;
/** `name: value` and the end of the line. */
const SIGNS_OF_HEADER = 4;

function headBytes(headers: Headers, line: string): number {
  const each = [...headers].map(([name, value]) => name.length + value.length + SIGNS_OF_HEADER);
  return each.reduce((sum, bytes) => sum + bytes, FRAME_BYTES + line.length);
}

async function requestBytes(request: Request): Promise<number> {
  const { pathname, search } = new URL(request.url);
  const head = headBytes(request.headers, request.method + pathname + search);
  // A file says its length and is not read twice.
  const length = request.headers.get('content-length');
  return head + (length === null ? (await request.clone().arrayBuffer()).byteLength : Number(length));
}

/** The same answer; `note` hears of each part of its body when it is read. */
function watched(response: Response, body: ReadableStream<Uint8Array>, note: (bytes: number) => void): Response {
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform: (part, controller) => {
      note(part.byteLength);
      controller.enqueue(part);
    },
  });
  return new Response(body.pipeThrough(counting), response);
}

/**
 * Counts requests by the heads and bodies of HTTP, for a runtime without events of connections. The overhead of TLS is
 * not counted; a compressed answer without a length counts with its length decompressed.
 */
export function countRequests(send: Fetch, now?: () => number): TrafficCounter & { readonly fetch: Fetch } {
  const tally = createTrafficTally(now);
  const fetch: Fetch = async request => {
    tally.add(await requestBytes(request), 0);
    const response = await send(request);
    const length = response.headers.get('content-length');
    tally.add(0, headBytes(response.headers, `${response.status}`) + Number(length));
    const { body } = response;
    return body === null || length !== null ? response : watched(response, body, bytes => tally.add(0, bytes));
  };
  return { fetch, read: tally.read, stop: () => undefined };
}
