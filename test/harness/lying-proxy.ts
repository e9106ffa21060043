import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An answer that a proxy, a portal or another help center gives in place of the true one. */
export interface Lie {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
  /** The true answer is fetched first: what was asked for is done. */
  readonly afterTheDeed?: true;
}

/** A proxy on loopback, in front of a help center in this process. */
export interface LyingProxy {
  readonly url: string;
  /** From now on, requests for which this returns a lie get it. */
  lie(choose: (method: string, path: string) => Lie | undefined): void;
  tellTheTruth(): void;
  /** Requests that are under way. */
  underWay(): number;
  /** What was asked, as `METHOD /path`. */
  readonly asked: string[];
  close(): Promise<void>;
}

type Fetch = (request: Request) => Response | Promise<Response>;

/** A stream reaches the desk as it comes; `lie` does not end it. */
async function passOn(real: Response, response: ServerResponse): Promise<void> {
  const reader = real.body!.getReader();
  response.on('close', () => void reader.cancel());
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) response.write(piece.value);
  response.end();
}

export async function openLyingProxy(fetch: Fetch): Promise<LyingProxy> {
  const state = { choose: (_method: string, _path: string): Lie | undefined => undefined, underWay: 0 };
  const asked: string[] = [];
  const truth = async (request: IncomingMessage): Promise<Response> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = chunks.length === 0 ? undefined : Buffer.concat(chunks);
    const { 'accept-encoding': _, ...passed } = request.headers;
    const headers = Object.entries(passed).map(([name, value]) => [name, String(value)] as [string, string]);
    return fetch(new Request(`http://center${request.url}`, { method: request.method!, headers, body }));
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url!.replace('/api/agent/v1', '');
    asked.push(`${request.method} ${path}`);
    const lie = state.choose(request.method!, path);
    if (lie?.afterTheDeed) await truth(request);
    else if (lie) request.resume();
    if (lie) {
      response.writeHead(lie.status, lie.headers).end(lie.body);
      return;
    }
    const real = await truth(request);
    response.writeHead(real.status, Object.fromEntries(real.headers));
    if (real.headers.get('content-type') === 'text/event-stream') await passOn(real, response);
    else response.end(await real.text());
  };
  const server = createServer((request, response) => {
    state.underWay += 1;
    response.on('close', () => {
      state.underWay -= 1;
    });
    void answer(request, response);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lie: choose => {
      state.choose = choose;
    },
    tellTheTruth: () => {
      state.choose = () => undefined;
    },
    underWay: () => state.underWay,
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
