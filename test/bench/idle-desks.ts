/**
 * What desks that only wait cost a built `serve`: `npm run bench -- idle-desks`. Another number of desks than 500, of
 * seconds than 120, and the address of an empty PostgreSQL database may follow.
 */
import { type ClientRequest, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCenter } from '../../src/center/center.ts';
import { createSample } from '../../src/center/sample/create.ts';
import { basePath } from '../../src/contract/index.ts';
import { startServing } from '../faults/serving.ts';
import { createAgent, createAgentToken } from '../harness/agents.ts';
import { benchFolder, figure } from '../harness/figures.ts';
import { memoryMiB, processorMs } from '../harness/process-use.ts';

const [desks = 500, seconds = 120] = process.argv.slice(2, 4).map(Number);
const folder = benchFolder();
const location = process.argv[4] ?? join(folder, 'center.db');

/** The access tokens of so many agents, each in an inbox; there are conversations too. */
async function makeTokens(): Promise<string[]> {
  const center = await createCenter({ database: location, attachmentsFolder: join(folder, 'attachments') });
  await createSample(center, { now: Date.now() });
  const tokens: string[] = [];
  for (let at = 0; at < desks; at += 1) {
    const agent = { name: `Agent ${at}`, email: `agent${at}@desk.example`, role: 'agent' as const };
    tokens.push(await createAgentToken(center, (await createAgent(center, agent)).id));
  }
  await center.close();
  return tokens;
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

const tokens = await makeTokens();
const serving = await startServing({ location, folder }, [], { NODE_ENV: 'production' });
const listening: Listening[] = [];
for (const token of tokens) listening.push(await listenAs(serving.url, token));
function heard(): number {
  return listening.reduce((sum, { bytes }) => sum + bytes, 0);
}
const opened = heard();
// What opening them has left to do is no idle time.
await sleep(5_000);
const [start, used] = [performance.now(), processorMs(serving.pid)];
await sleep(seconds * 1_000);
const share = (processorMs(serving.pid) - used) / (performance.now() - start);
const aMinute = ((heard() - opened) / desks / (seconds + 5)) * 60;
figure(`${desks} idle desks, of a core`, '≤ 2 %', `${(share * 100).toFixed(2)} %`);
figure('  peak memory of the service', '≤ 400 MiB', `${memoryMiB(serving.pid).toFixed(0)} MiB`);
figure('  bytes of a stream in a minute, without chunks', '', aMinute.toFixed(0));
for (const { request } of listening) request.destroy();
await serving.stop();
