import { connect } from 'node:net';

/** How many requests were answered, and in how many milliseconds. */
export interface Load {
  readonly answered: number;
  readonly ms: number;
}

/** The length of the first answer in `text`, or 0 if it is incomplete. */
function answerLength(text: string): number {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return 0;
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head + 2))?.[1];
  if (length === undefined || !text.startsWith('HTTP/1.1 200 ')) throw new Error(text.slice(0, 500));
  const end = head + 4 + Number(length);
  return text.length >= end ? end : 0;
}

/** Sends each request when the one before is answered, until there is none. */
async function converse(port: number, next: () => string | undefined): Promise<void> {
  // Bytes as letters: lengths count bytes.
  const socket = connect({ port, host: '127.0.0.1', noDelay: true }).setEncoding('latin1');
  socket.write(next() ?? '');
  let text = '';
  for await (const chunk of socket) {
    text += chunk;
    const end = answerLength(text);
    if (end === 0) continue;
    text = text.slice(end);
    const request = next();
    if (request === undefined) return;
    socket.write(request);
  }
}

/** Asks over `connections` at once, each again as soon as it is answered, for so long. Costs the generator little. */
export async function load(
  port: number,
  connections: number,
  ms: number,
  request: (at: number) => string,
): Promise<Load> {
  let answered = 0;
  const started = performance.now();
  const next = (): string | undefined => {
    if (performance.now() - started >= ms) return undefined;
    answered += 1;
    return request(answered);
  };
  await Promise.all(Array.from({ length: connections }, () => converse(port, next)));
  return { answered, ms: performance.now() - started };
}
