import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { importMail } from '../../src/center/intake/import-mail.ts';
import { createSample } from '../../src/center/sample/create.ts';
import { type Serving, startServing } from '../faults/serving.ts';
import { createAgent, createAgentToken } from './agents.ts';
import { createCenter } from './center.ts';
import { type Exchange, type Front, openFront } from './front.ts';
import { launcher } from './launcher.ts';
import { type LineLimits, type LineTraffic, type MeasuredLine, openMeasuredLine } from './measured-line.ts';
import { openTerminal, type Terminal } from './pty.ts';
import { deskEnvironment } from './temporary.ts';
import { pemFile } from './tls.ts';

/** A served help center with sample data, and two agents. */
export interface FarCenter {
  readonly serving: Serving;
  readonly folder: string;
  /** Mia's. */
  readonly token: string;
  readonly anasToken: string;
  /** Asks it past every line, as Ana at a desk of her own. */
  ask<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T>;
}

/** Makes it in a folder, with so many sample conversations or with the mail at a path, all of it open. */
export async function openFarCenter(folder: string, contents: number | string): Promise<FarCenter> {
  const database = join(folder, 'center.db');
  const center = await createCenter({ database, attachmentsFolder: join(folder, 'attachments') });
  if (typeof contents === 'string') await importMail(center, [contents], { status: 'open' });
  else await createSample(center, { conversations: contents, now: Date.now() });
  const mia = await createAgent(center, { name: 'Mia Reis', email: 'mia@shop.example', role: 'admin' });
  const ana = await createAgent(center, { name: 'Ana Ortiz', email: 'ana@shop.example', role: 'admin' });
  const [token, anasToken] = [await createAgentToken(center, mia.id), await createAgentToken(center, ana.id)];
  await center.close();
  const serving = await startServing({ location: database, folder });
  return { serving, folder, token, anasToken, ask: (...what) => ask(serving.url, anasToken, ...what) };
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
function farDeskProgram(center: FarCenter, { url }: Pick<Way, 'url'>, name: string, args: readonly string[] = []) {
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

/** What something cost on the way to the help center. */
export interface WayCost extends LineTraffic {
  /** The same without TLS, in both directions. */
  readonly plain: number;
  readonly exchanges: readonly Exchange[];
}

/** What goes over the way from `act` until `settled` says that it is over. */
export async function wayCost(
  { line, front }: Way,
  act: () => unknown,
  settled: () => Promise<unknown>,
): Promise<WayCost> {
  const before = line.traffic();
  const plainBefore = front.bytes();
  const exchangesBefore = front.exchanges.length;
  await act();
  await settled();
  const after = line.traffic();
  return {
    up: after.up - before.up,
    down: after.down - before.down,
    connections: after.connections - before.connections,
    plain: front.bytes() - plainBefore,
    exchanges: front.exchanges.slice(exchangesBefore),
  };
}

/** Waits until the line has carried nothing for so long, and nothing is under way. */
export async function restOf({ line }: Pick<Way, 'line'>, quietMs: number): Promise<void> {
  let [known, since] = [-1, performance.now()];
  while (performance.now() - since < quietMs) {
    const { up, down } = line.traffic();
    if (up + down !== known || line.waitMs() > 0) [known, since] = [up + down, performance.now()];
    await sleep(20);
  }
}

/** The bytes of these exchanges, in both directions. */
export function bytesOf(exchanges: readonly Exchange[]): number {
  return exchanges.reduce((sum, { request, answer }) => sum + request.length + answer.length, 0);
}
