import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { basePath } from '../../src/contract/index.ts';

/** A request as the faults send it; `path` is below `/api/agent/v1`. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly token: string;
  readonly body?: unknown;
  /** A file to upload in place of a body. */
  readonly file?: { readonly name: string; readonly content: string };
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answered {
  readonly status: number;
  readonly etag: string | undefined;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: faults look into answers of every shape
  readonly body: any;
}

/** No answer for so long counts as a dead lock. */
const PATIENCE_MS = 20_000;

/** A caller over HTTP. An answer of any status is an answer; a connection that breaks is an error. */
export interface Client {
  ask(url: string, asked: Asked): Promise<Answered>;
  close(): void;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const boundary = 'a-line-that-no-file-here-holds';

function formOf({ name, content }: NonNullable<Asked['file']>): string {
  return [
    `--${boundary}`,
    `Content-Disposition: form-data; name="file"; filename="${name}"`,
    'Content-Type: text/plain',
    '',
    content,
    `--${boundary}--`,
    '',
  ].join('\r\n');
}

function contentOf({ body, file }: Asked): { type: string; content: string } | undefined {
  if (file) return { type: `multipart/form-data; boundary=${boundary}`, content: formOf(file) };
  return body === undefined ? undefined : { type: 'application/json', content: JSON.stringify(body) };
}

/** `isKept`: whether connections serve more than one request. */
export function createClient(isKept = true, patienceMs = PATIENCE_MS): Client {
  const agent = new Agent({ keepAlive: isKept, maxSockets: 256 });
  const ask = (url: string, asked: Asked): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const { method, path, token, headers } = asked;
      const sent = contentOf(asked);
      const asking = request(
        `${url}${basePath}${path}`,
        {
          method,
          agent,
          headers: {
            authorization: `Bearer ${token}`,
            ...(sent && { 'content-type': sent.type, 'content-length': Buffer.byteLength(sent.content) }),
            ...headers,
          },
          timeout: patienceMs,
        },
        answer => {
          let text = '';
          answer.setEncoding('utf8');
          answer.on('data', chunk => {
            text += chunk;
          });
          answer.on('error', reject);
          answer.on('end', () =>
            resolve({ status: answer.statusCode!, etag: answer.headers.etag, text, body: parsed(text) }),
          );
        },
      );
      asking.on('error', reject);
      asking.on('timeout', () => asking.destroy(new Error(`${method} ${path}: no answer in ${patienceMs} ms`)));
      asking.end(sent?.content);
    });
  return { ask, close: () => agent.destroy() };
}

/** Whether asking again makes sense: the service is away for a moment, or is still at it. */
function isPassing({ status, body }: Answered): boolean {
  return status === 503 || (status === 409 && body?.error?.code === 'request_in_progress');
}

/**
 * Asks with an `Idempotency-Key` until there is an answer, each time at the present `url`: as a careful client does
 * when connections break. Gives up after three minutes: a statement on a connection that hangs takes half of one, and a
 * call can meet several outages in turn.
 */
export async function insist(
  client: Client,
  url: (attempt: number) => string,
  asked: Asked,
  key: string,
): Promise<Answered> {
  const until = performance.now() + 180_000;
  for (let attempt = 0; performance.now() < until; attempt += 1) {
    try {
      const headers = { ...asked.headers, 'idempotency-key': key, 'x-attempt': String(attempt) };
      const answer = await client.ask(url(attempt), { ...asked, headers });
      if (!isPassing(answer)) return answer;
    } catch {
      // A broken connection tells nothing of what was done.
    }
    await sleep(Math.min(50, 2 ** attempt));
  }
  throw new Error(`${asked.method} ${asked.path}: no answer in three minutes`);
}
