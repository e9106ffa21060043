/**
 * What 50 agents write at one, two and four `serve` on one PostgreSQL, against another commit's tree, in turns in one run:
 * `npm run bench -- servers <its folder>`, made by `git archive`, with `node_modules`, and built. A number of rounds (4)
 * and of seconds for each (8) may follow. The server of PostgreSQL is one of its own, which syncs each commit to the disk.
 */
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCenter } from '../../src/center/center.ts';
import { createSample } from '../../src/center/sample/create.ts';
import { createClient } from '../faults/client.ts';
import { createRandom } from '../faults/random.ts';
import type { Serving } from '../faults/serving.ts';
import { createAgent, createAgentToken } from '../harness/agents.ts';
import { benchFolder, figure, inTurns, median, percentile } from '../harness/figures.ts';
import { askPostgres, postgresUrl, startPostgres } from '../harness/postgres.ts';

const [otherTree = '', ...numbers] = process.argv.slice(2);
const [rounds = 4, seconds = 8] = numbers.map(Number);
if (otherTree === '') throw new Error('Name the folder of the other tree.');

const AGENTS = 50;
const CONVERSATIONS = 2_000;
/** An agent thinks for as long at most between two writes, in milliseconds. */
const PAUSES = { 'one write after another': 0, 'with pauses': 2_000 } as const;

const folder = benchFolder();
const server = await startPostgres([]);
if (typeof server === 'string') throw new Error(server);
const { folder: place } = server;

function urlOf(name: string): string {
  return postgresUrl(place, name);
}

/** Fills a database, and copies it for the other tree. Returns the agents' tokens. */
async function fillBoth(): Promise<string[]> {
  await askPostgres(urlOf('postgres'), 'create database bench_is');
  const center = await createCenter({ database: urlOf('bench_is'), attachmentsFolder: join(folder, 'attachments') });
  await createSample(center, { now: Date.now(), conversations: CONVERSATIONS });
  const tokens: string[] = [];
  for (let at = 0; at < AGENTS; at += 1) {
    const agent = { name: `Agent ${at}`, email: `agent${at}@desk.example`, role: 'admin' as const };
    tokens.push(await createAgentToken(center, (await createAgent(center, agent)).id));
  }
  await center.close();
  await askPostgres(urlOf('postgres'), 'create database bench_was template bench_is');
  return tokens;
}

async function serve(tree: string, name: string, count: number): Promise<Serving[]> {
  const { startServing } = await import(join(resolve(tree), 'test/faults/serving.ts'));
  const start = () =>
    startServing({ location: urlOf(`bench_${name}`), folder }, [], { FRONTDESK_RATE_LIMIT: '1000000' });
  return Promise.all(Array.from({ length: count }, start));
}

const random = createRandom(1);
const client = createClient();
let made = 0;

/** What an agent does next: of ten writes, three are answers and notes, three reads, two changes, a tag, a new one or many. */
function nextWrite(): readonly [method: string, path: string, body?: unknown] {
  const id = 1 + random.below(CONVERSATIONS);
  const at = `/conversations/${id}`;
  made += 1;
  const chance = random.below(20);
  if (chance < 4) return ['POST', `${at}/messages`, { body_text: `It is on its way, ${made}.` }];
  if (chance < 6) return ['POST', `${at}/notes`, { details: `Seen, ${made}.` }];
  if (chance < 12) return ['PUT', `${at}/read`, {}];
  if (chance < 16) return ['PUT', at, { conversation_status_id: 1 + random.below(2), title: `No. ${made}` }];
  if (chance < 18) return ['POST', `${at}/tags`, { name: `tag ${random.below(40)}` }];
  if (chance < 19) return ['POST', '/conversations', { title: `New ${made}`, tags: [`tag ${random.below(40)}`] }];
  const ids = Array.from({ length: 20 }, (_, one) => 1 + ((id + one * 97) % CONVERSATIONS));
  return ['PUT', '/conversations', { conversation_ids: ids, conversation_status_id: 1 + random.below(2) }];
}

interface Measured {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** All agents write for some seconds, each at one of the services. */
async function write(servings: readonly Serving[], pauseMs: number): Promise<Measured> {
  const took: number[] = [];
  const until = performance.now() + seconds * 1_000;
  const agent = async (token: string, at: number): Promise<void> => {
    await sleep(random.below(1 + pauseMs));
    while (performance.now() < until) {
      const [method, path, body] = nextWrite();
      const began = performance.now();
      const answer = await client.ask(servings[at % servings.length]!.url, { method, path, token, body });
      // 409: it was merged away in the sample.
      if (answer.status >= 400 && answer.status !== 409) throw new Error(`${method} ${path}: ${answer.text}`);
      took.push(performance.now() - began);
      await sleep(random.below(1 + pauseMs));
    }
  };
  await Promise.all(tokens.map(agent));
  return { perSecond: took.length / seconds, p50: median(took), p99: percentile(took, 0.99) };
}

const tokens = await fillBoth();
for (const count of [1, 2, 4]) {
  const [was, is] = [await serve(otherTree, 'was', count), await serve('.', 'is', count)];
  for (const [how, pauseMs] of Object.entries(PAUSES)) {
    const kinds = { was: () => write(was, pauseMs), is: () => write(is, pauseMs) };
    const found = await inTurns(kinds, rounds, 1);
    const told = (part: keyof Measured) => {
      const [old, now] = [found.was, found.is].map(some => median(some.map(one => one[part]))) as [number, number];
      return `${old.toFixed(0)} → ${now.toFixed(0)} (${(now / old).toFixed(2)} ×)`;
    };
    const measured = `${told('perSecond')} a second   p50 ${told('p50')}   p99 ${told('p99')} ms`;
    figure(`${count} servers, ${how}`, '≥ 1 ×, p99 < 1 ×', measured);
  }
  for (const serving of [...was, ...is]) await serving.stop();
}
client.close();
await server.stop();
