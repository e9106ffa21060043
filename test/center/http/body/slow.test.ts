import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { cutSlowBody } from '../../../../src/center/http/body/slow.ts';

async function openServer(): Promise<{ port: number; sockets: Set<Socket> }> {
  const sockets = new Set<Socket>();
  const server = createServer((incoming, outgoing) => {
    sockets.add(incoming.socket);
    cutSlowBody(incoming, { bytes: 2_000, windowMs: 20_000 });
    incoming.resume().on('end', () => outgoing.end());
  });
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, sockets };
}

function send(port: number, agent: Agent, body: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const asking = request({ port, host: '127.0.0.1', agent, method }, (answer: IncomingMessage) => {
      answer.resume().on('end', resolve);
    });
    asking.on('error', reject).end(body);
  });
}

test.for([undefined, 'a body'])('one connection serves many requests (%s) and collects no listeners', async body => {
  const { port, sockets } = await openServer();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  await send(port, agent, body);
  const [socket] = sockets;
  const before = socket!.listenerCount('close');
  for (let at = 0; at < 20; at += 1) await send(port, agent, body);
  expect(sockets.size).toBe(1);
  expect(socket!.listenerCount('close')).toBeLessThanOrEqual(before);
});
