import type { Program } from '../contract/history.ts';
import { basePath } from '../contract/index.ts';
import { trimEnd } from '../text/trim-end.ts';
import { type FileBody, multipartForm } from './file-body.ts';
import { createTransport, isAtHand, type RawResponse } from './transport.ts';
import { carryOn, hostOf, type Way } from './way.ts';
import { withoutSecrets } from './without-secrets.ts';

/** A request as a person wrote it: the contract need not know it. */
export interface RawRequest {
  readonly method: string;
  /** Below `/api/agent/v1`, with its query: `/conversations?limit=1`. */
  readonly path: string;
  /** JSON, or a file that goes as a form. */
  readonly body?: string | FileBody | undefined;
}

/** Sends it. Returns any answer as it came, refusals too: unread, or read to its end. Throws `ApiError` if none came. */
export type SendRaw = (request: RawRequest) => Promise<Response | RawResponse>;

/** The address of a help center, and the caller. */
interface RawOptions {
  readonly baseUrl: string;
  readonly token: () => string | undefined;
  readonly program?: Program;
}

const TIMEOUT_MS = 20_000;
/** A file may take long to leave, and nothing is heard meanwhile. */
const TIMEOUT_WITH_FILE_MS = 600_000;

/** Makes the sender for one help center. An answer must begin in time; it may last for any time then. */
export function createRaw({ baseUrl, token, program, ...way }: RawOptions & Way): SendRaw {
  const host = hostOf(baseUrl);
  const transport = createTransport({ carry: carryOn(way, host), host, timeoutMs: TIMEOUT_MS });
  return async ({ method, path, body }) => {
    const bearer = token();
    const headers: Record<string, string> = { accept: '*/*', ...(program && { 'user-agent': program }) };
    if (bearer !== undefined) headers.authorization = `Bearer ${bearer}`;
    if (typeof body === 'string') headers['content-type'] = 'application/json';
    const form = typeof body === 'object' ? multipartForm(body) : undefined;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), form ? TIMEOUT_WITH_FILE_MS : TIMEOUT_MS);
    try {
      const answer = await transport.open({
        method,
        url: `${trimEnd(baseUrl, '/')}${basePath}${path}`,
        headers: { ...headers, ...form?.headers },
        body: form ?? (body as string | undefined),
        signal: late.signal,
      });
      if (!isAtHand(answer) || answer.status < 400) return answer;
      return withoutSecrets(answer, bearer, typeof body === 'string' ? { body: JSON.parse(body) } : {});
    } finally {
      clearTimeout(timer);
    }
  };
}
