import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { ROOT } from './guides.ts';
import { listenHere } from './listen-here.ts';

/** What other help desks export, as they write it. */
export const EXPORTS = join(ROOT, 'test/fixtures/move');

/**
 * Another help desk, which answers each path as a file of `EXPORTS` says; `URL` in it is its own address. Returns that.
 * Its token is `secret`.
 */
export async function serveExport(file: string): Promise<string> {
  const known = JSON.parse(readFileSync(join(EXPORTS, file), 'utf8')) as Record<string, unknown>;
  const server = createServer(({ url = '', headers }, response) => {
    const isKnown = headers.authorization === 'Token token=secret' || headers['x-freescout-api-key'] === 'secret';
    const answer = isKnown ? known[url] : undefined;
    response.statusCode = answer === undefined ? 404 : 200;
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer ?? {});
    response.end(text.replaceAll('URL', `http://${headers.host}`));
  });
  return listenHere(server);
}
