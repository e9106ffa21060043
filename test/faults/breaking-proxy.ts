import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What becomes of a request: it never arrives, its answer never does, it is given up while it is done, or all is well. */
export type Fate = 'lost' | 'unanswered' | 'abandoned' | 'served';

export interface BreakingProxy {
  readonly url: string;
  readonly met: Readonly<Record<Fate, number>>;
  close(): Promise<void>;
}

function numberOf(text: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619) >>> 0;
  // The last characters alone would hardly move the high bits.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  return (Math.imul(hash ^ (hash >>> 12), 0x297a2d39) >>> 0) / 2 ** 32;
}

/** Three in ten are lost, three in ten do their work for nothing, one in ten is given up; the same for the same name. */
function fateOf(name: string): Fate {
  const share = numberOf(name);
  if (share < 0.3) return 'lost';
  if (share < 0.6) return 'unanswered';
  return share < 0.7 ? 'abandoned' : 'served';
}

/** How a proxy breaks connections and what it hides. */
export interface Breaking {
  /** What becomes of the next request; by default the same for the same key and attempt. */
  readonly fate?: (method: string) => Fate;
  /** No key arrives, and nothing says that keys count. */
  readonly hidesKeys?: boolean;
}

/** Passes an answer on, without the sign that keys count. */
function passWithoutSign(answer: IncomingMessage, outgoing: ServerResponse): void {
  const chunks: Buffer[] = [];
  answer.on('data', chunk => chunks.push(chunk));
  answer.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString());
    delete body.data?.idempotency_key_hours;
    outgoing.writeHead(answer.statusCode!, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
}

/** A proxy on this machine that breaks connections; requests go to the services in turn. */
export async function openBreakingProxy(
  urls: readonly string[],
  seed: number,
  { fate: chosen, hidesKeys = false }: Breaking = {},
): Promise<BreakingProxy> {
  const met: Record<Fate, number> = { lost: 0, unanswered: 0, abandoned: 0, served: 0 };
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const { method, headers } = incoming;
    const fate = chosen?.(method!) ?? fateOf(`${seed} ${headers['idempotency-key']} ${headers['x-attempt']}`);
    if (hidesKeys) delete headers['idempotency-key'];
    met[fate] += 1;
    if (fate === 'lost') {
      incoming.socket.destroy();
      return;
    }
    turn += 1;
    const onward = request(`${urls[turn % urls.length]}${incoming.url}`, { method, headers, agent }, answer => {
      if (fate === 'unanswered') {
        answer.resume();
        incoming.socket.destroy();
        return;
      }
      if (hidesKeys && incoming.url!.endsWith('/me')) return passWithoutSign(answer, outgoing);
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => incoming.socket.destroy());
    incoming.pipe(onward);
    // The caller asks again while the first request is still at work.
    if (fate === 'abandoned') incoming.on('end', () => setImmediate(() => incoming.socket.destroy()));
  });
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    met,
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
