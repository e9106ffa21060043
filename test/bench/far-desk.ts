import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createCenter } from '../../src/center/center.ts';
import { createSample } from '../../src/center/sample/create.ts';
import { type Serving, startServing } from '../faults/serving.ts';
import { createAgent, createAgentToken } from '../harness/agents.ts';
import { type Front, openFront } from '../harness/front.ts';
import { launcher } from '../harness/launcher.ts';
import { type LineLimits, type MeasuredLine, openMeasuredLine } from '../harness/measured-line.ts';
import { openTerminal, type Terminal } from '../harness/pty.ts';
import { deskEnvironment } from '../harness/temporary.ts';
import { pemFile } from '../harness/tls.ts';

/** A served help center with sample data, and two agents. */
export interface FarCenter {
  readonly serving: Serving;
  readonly folder: string;
  readonly token: string;
  /** Asks it past every line, as Ana at a desk of her own. */
  ask<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T>;
}

/** Makes it in a folder. */
export async function openFarCenter(folder: string, conversations: number): Promise<FarCenter> {
  const database = join(folder, 'center.db');
  const center = await createCenter({ database, attachmentsFolder: join(folder, 'attachments') });
  await createSample(center, { conversations, now: Date.now() });
  const mia = await createAgent(center, { name: 'Mia Reis', email: 'mia@shop.example', role: 'admin' });
  const ana = await createAgent(center, { name: 'Ana Ortiz', email: 'ana@shop.example', role: 'admin' });
  const [token, anasToken] = [await createAgentToken(center, mia.id), await createAgentToken(center, ana.id)];
  await center.close();
  const serving = await startServing({ location: database, folder });
  return { serving, folder, token, ask: (...what) => ask(serving.url, anasToken, ...what) };
}

async function ask<T>(url: string, token: string, method: string, path: string, body?: unknown): Promise<T> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await fetch(`${url}/api/agent/v1${path}`, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text).data) as T;
}

/** The way from a desk to a help center: a line that counts, and what takes TLS off at its end. */
export interface Way {
  readonly line: MeasuredLine;
  readonly front: Front;
  readonly url: string;
  close(): Promise<void>;
}

/** The worst line that a desk is made for. */
export const SLOW_LINE: LineLimits = { bytesPerSecond: 1_200, oneWayMs: 150 };

/** Opens a way; without limits its line passes everything on at once. */
export async function openWay(
  { serving }: FarCenter,
  { tls, limits }: { readonly tls: boolean; readonly limits?: LineLimits },
): Promise<Way> {
  const front = await openFront(Number(new URL(serving.url).port), { tls });
  const line = await openMeasuredLine(front.port, limits);
  return {
    line,
    front,
    url: `${tls ? 'https' : 'http'}://localhost:${line.port}`,
    close: async () => {
      await line.close();
      await front.close();
    },
  };
}

/** What runs Mia's desk at the far end of a way, with a home of its own by this name. */
export function farDeskProgram(
  center: FarCenter,
  { url }: Pick<Way, 'url'>,
  name: string,
  args: readonly string[] = [],
) {
  const home = join(center.folder, name);
  mkdirSync(home, { recursive: true });
  return {
    command: process.execPath,
    args: [launcher, '--url', url, ...args],
    env: deskEnvironment(home, { FRONTDESK_TOKEN: center.token, NODE_EXTRA_CA_CERTS: pemFile('good') }),
  };
}

/** The same on a pty. */
export function openFarDesk(
  center: FarCenter,
  way: Pick<Way, 'url'>,
  name: string,
  { columns = 120, rows = 36, args = [] }: { columns?: number; rows?: number; args?: readonly string[] } = {},
): Terminal {
  return openTerminal({ ...farDeskProgram(center, way, name, args), columns, rows });
}
