import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Listens on loopback; `onRequest` gets the socket of whatever is sent there. */
export async function listen(onRequest: (socket: Socket) => void): Promise<string> {
  const server = createServer(socket => socket.on('error', () => undefined).once('data', () => onRequest(socket)));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The bytes of an answer of JSON, with these header lines. */
export function answer(headers: string, body: string | Uint8Array): Uint8Array {
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`),
    Buffer.from(body),
  ]);
}
