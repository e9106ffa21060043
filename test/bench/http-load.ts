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
  if (length === undefined) throw new Error(`an answer without a length: ${text.slice(0, head)}`);
  const end = head + 4 + Number(length);
  return text.length >= end ? end : 0;
}

function converse(port: number, next: () => string | undefined, answered: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let text = '';
    const send = (): void => {
      const request = next();
      if (request === undefined) socket.end(resolve);
      else socket.write(request);
    };
    socket.on('connect', send);
    socket.on('error', reject);
    // Bytes as letters: lengths count bytes.
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
      const end = answerLength(text);
      if (end === 0) return;
      if (!text.startsWith('HTTP/1.1 200 ')) return reject(new Error(text.slice(0, 500)));
      text = text.slice(end);
      answered();
      send();
    });
  });
}

/** Asks over `connections` at once, each again as soon as it is answered, for so long. Costs the generator little. */
export async function load(
  port: number,
  connections: number,
  ms: number,
  request: (at: number) => string,
): Promise<Load> {
  let asked = 0;
  let answered = 0;
  const started = performance.now();
  const next = (): string | undefined => {
    if (performance.now() - started >= ms) return undefined;
    asked += 1;
    return request(asked);
  };
  await Promise.all(
    Array.from({ length: connections }, () =>
      converse(port, next, () => {
        answered += 1;
      }),
    ),
  );
  return { answered, ms: performance.now() - started };
}
