/**
 * What desks that only wait cost a built `serve`: `npm run bench -- idle-desks`. Another number of desks than 500, of
 * seconds than 120, and the address of an empty PostgreSQL database may follow.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type ClientRequest, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCenter } from '../../src/center/center.ts';
import { createSample } from '../../src/center/sample/create.ts';
import { basePath } from '../../src/contract/index.ts';
import { createAgent, createAgentToken } from '../harness/agents.ts';
import { launcher } from '../harness/launcher.ts';
import { deskEnvironment } from '../harness/temporary.ts';
import { figure } from './figures.ts';

const [desks = 500, seconds = 120] = process.argv.slice(2, 4).map(Number);
const folder = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));
const database = process.argv[4] ?? `${folder}/center.db`;
const environment = { ...deskEnvironment(folder), NODE_ENV: 'production' };

/** The access tokens of so many agents, each in an inbox; there are conversations too. */
async function makeTokens(): Promise<string[]> {
  const center = await createCenter({ database, attachmentsFolder: `${folder}/files` });
  await createSample(center, { now: Date.now() });
  const tokens: string[] = [];
  for (let at = 0; at < desks; at += 1) {
    const agent = { name: `Agent ${at}`, email: `agent${at}@desk.example`, role: 'agent' as const };
    tokens.push(await createAgentToken(center, (await createAgent(center, agent)).id));
  }
  await center.close();
  return tokens;
}

async function serve(): Promise<{ child: ChildProcess; url: string }> {
  const args = [launcher, 'serve', '--port', '0', '--database', database];
  const child = spawn(process.execPath, args, { env: environment, stdio: ['ignore', 'pipe', 'ignore'] });
  for await (const line of child.stdout!) {
    const url = /http:\S+/.exec(String(line))?.[0];
    if (url) return { child, url };
  }
  throw new Error('serve has ended.');
}

/** A desk's stream of events, and its bytes so far. */
interface Listening {
  readonly request: ClientRequest;
  bytes: number;
}

function listenAs(url: string, token: string): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'br, gzip' };
    const request = get(`${url}${basePath}/events?rows=1`, { headers, agent: false }, answer => {
      const one: Listening = { request, bytes: 0 };
      answer.on('data', ({ length }: Buffer) => {
        one.bytes += length;
      });
      // The service is stopped at the end.
      answer.on('error', () => undefined);
      if (answer.statusCode === 200) resolve(one);
      else reject(new Error(`A stream was refused: ${answer.statusCode}`));
    });
    request.on('error', reject);
  });
}

/** Processor time that a process has used, in milliseconds, in steps of 10. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function peakMiB(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024;
}

const tokens = await makeTokens();
const { child, url } = await serve();
const pid = child.pid!;
const listening: Listening[] = [];
for (const token of tokens) listening.push(await listenAs(url, token));
const opened = listening.reduce((sum, { bytes }) => sum + bytes, 0);
// What opening them has left to do is no idle time.
await sleep(5_000);
const [start, used] = [performance.now(), processorMs(pid)];
await sleep(seconds * 1_000);
const share = (processorMs(pid) - used) / (performance.now() - start);
const told = listening.reduce((sum, { bytes }) => sum + bytes, 0) - opened;
figure(`${desks} idle desks, of a core`, '≤ 2 %', `${(share * 100).toFixed(2)} %`);
figure('  peak memory of the service', '≤ 400 MiB', `${peakMiB(pid).toFixed(0)} MiB`);
figure('  bytes of a stream in a minute, without chunks', '', ((told / desks / (seconds + 5)) * 60).toFixed(0));
for (const { request } of listening) request.destroy();
child.kill('SIGTERM');
await once(child, 'exit');
rmSync(folder, { recursive: true, force: true });
