import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ForeignCenter, Sent } from './help-center.ts';

/** A foreign help center on loopback. */
export interface Listening {
  readonly url: string;
  /** From now on connections are cut; `false`: they are answered again. */
  cut(isCut: boolean): void;
  close(): void;
}

async function sentBy(request: IncomingMessage): Promise<Sent> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const token = request.headers.authorization?.replace('Bearer ', '');
  return { method: request.method!, target: request.url!, token, body: Buffer.concat(chunks).toString() };
}

/** Listens with its answers, each on a connection of its own. */
export async function listen(center: ForeignCenter): Promise<Listening> {
  let isCut = false;
  const server = createServer(async (request, response) => {
    if (isCut) return void request.socket.destroy();
    const answered = center.answer(await sentBy(request));
    if (!answered) return void request.socket.destroy();
    response.writeHead(answered.status, { 'Content-Type': answered.type, Connection: 'close' }).end(answered.body);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: next => {
      isCut = next;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
