import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { basePath } from '../../src/contract/index.ts';
import type { World } from './world.ts';

const PATIENCE_MS = 5_000;

/** Sends bytes over a connection and returns the first line that comes back. */
function firstLine(baseUrl: string, sent: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl);
    const socket = connect(Number(port || 80), hostname, () => socket.write(sent));
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error(`No answer came within ${PATIENCE_MS} ms.`)));
    socket.on('error', reject);
    socket.once('data', data => {
      socket.destroy();
      resolve(data.toString('latin1').split('\r\n')[0]!);
    });
  });
}

/** A request whose body is announced and never sent. */
function announced(world: World, path: string, type: string, bytes: number): string {
  const head = [
    `POST ${basePath}${path} HTTP/1.1`,
    `Host: ${new URL(world.target.baseUrl).host}`,
    `Authorization: Bearer ${world.target.apiKey}`,
    `Content-Type: ${type}`,
    `Content-Length: ${bytes}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n`;
}

/** What can be seen on a connection alone. */
export function registerWire(world: () => World): void {
  describe('on a connection', () => {
    test.for([
      ['/conversations', 'application/json', 1_048_577],
      ['/attachments', 'multipart/form-data; boundary=edge', 40_000_000],
    ] as const)('a body for %s that is too large is a 413 before it is sent', async ([path, type, bytes], { skip }) => {
      skip(!world().target.baseUrl.startsWith('http:'), 'needs a connection without TLS');
      const line = await firstLine(world().target.baseUrl, announced(world(), path, type, bytes));
      expect(line).toMatch(/^HTTP\/1\.1 413 /);
    });
  });
}
