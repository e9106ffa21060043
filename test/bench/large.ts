/**
 * How quick a help center on PostgreSQL is with millions of conversations: `npm run bench -- large`. Another number than
 * 1,000,000 may follow, and the address of a database: if that is empty it is filled, and it stays. The server is one of
 * its own otherwise, which syncs each commit to the disk. 10,000,000 take 20 minutes and 30 GB in the temporary folder.
 */
import { join } from 'node:path';
import { createCenter } from '../../src/center/center.ts';
import { basePath } from '../../src/contract/index.ts';
import { createAgentToken } from '../harness/agents.ts';
import { benchFolder, figure, spread, tookMs } from '../harness/figures.ts';
import { AGENTS, FREE_AGENTS, fillLarge, startLarge } from './large-data.ts';

const count = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = 200;
const WARM_UP = 20;

const server = process.argv[3] ? undefined : await startLarge();
const database = server?.database ?? process.argv[3]!;
const center = await createCenter({
  database,
  attachmentsFolder: join(benchFolder(), 'attachments'),
  settings: { rateLimit: 10_000_000 },
});
const { reader } = center.context.store;

const isEmpty = (await reader.selectFrom('conversation').select('id').limit(1).execute()).length === 0;
if (isEmpty) {
  const ms = await tookMs(() => fillLarge(center, database, count));
  console.log(`${count} conversations: filled in ${(ms / 1_000).toFixed(0)} s`);
}

/** Tokens of the agents, those with conversations first. Every other one is an admin. */
const agents = await reader.selectFrom('agent').select('id').where('name', 'like', 'Agent %').orderBy('id').execute();
const tokens: string[] = [];
for (const { id } of agents) tokens.push(await createAgentToken(center, id));

interface Answer {
  readonly data: readonly { readonly id: number }[];
  readonly meta: { readonly next_cursor: string | null };
}

async function ask(as: number, method: string, path: string, body?: unknown): Promise<Answer> {
  const request = new Request(`http://desk.example${basePath}${path}`, {
    method,
    headers: { authorization: `Bearer ${tokens[as]}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await center.fetch(request);
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}

/** Does something in each round, as another agent; only what `run` returns is timed, not what prepares it. */
async function measure(what: string, run: (round: number) => Promise<() => Promise<unknown>>): Promise<void> {
  const samples: number[] = [];
  const before = process.cpuUsage();
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const ms = await tookMs(await run(round + WARM_UP));
    if (round >= 0) samples.push(ms);
  }
  const { user, system } = process.cpuUsage(before);
  const own = (user + system) / 1_000 / (ROUNDS + WARM_UP);
  figure(what, 'p95 20 ms', `${spread(samples, 1)}   own processor time ${own.toFixed(1)} ms`);
}

const kinds = { 'an admin': 0, 'an agent of some inboxes': 1 } as const;
/** An agent of a kind in a round. */
function agentOf(kind: 0 | 1, round: number): number {
  return kind + 2 * (round % (AGENTS / 2));
}

function home(round: number): string {
  return `inbox_ids[]=${1 + (round % 30)}`;
}

function tag(round: number): string {
  return `tags[]=tag${1 + (round % 200)}`;
}

const lists: Readonly<Record<string, (round: number) => string>> = {
  open: () => 'status[]=open',
  'open in an inbox': round => `status[]=open&${home(round)}`,
  mine: () => 'status[]=open&assign_to[]=me',
  unassigned: () => 'status[]=open&assign_to[]=none',
  'unassigned in an inbox': round => `status[]=open&assign_to[]=none&${home(round)}`,
  'a tag': round => tag(round),
  'the rarest tag': () => 'tags[]=rare',
  'all closed': () => 'status[]=closed&archived=any',
  'closed and mine, by their creation': () => 'status[]=closed&assign_to[]=me&sort=created_at.asc',
  'waiting, in an inbox': round => `waiting=1&sort=waiting_since.asc&${home(round)}`,
  'due first, mine': () => 'sort=due_at.asc&assign_to[]=me',
  unread: () => 'unread=1',
};

/** The list after so many pages of 100. */
const FAR = 10;
for (const [what, query] of Object.entries(lists))
  for (const [who, kind] of Object.entries(kinds))
    await measure(
      `${what}, as ${who}`,
      async round => () => ask(agentOf(kind, round), 'GET', `/conversations?${query(round)}`),
    );

for (const what of ['open', 'unassigned', 'a tag', 'all closed']) {
  const path = `/conversations?${lists[what]!(0)}&limit=100`;
  let cursor = '';
  for (let page = 0; page < FAR; page += 1) {
    const { next_cursor: next } = (await ask(0, 'GET', path + cursor)).meta;
    if (next !== null) cursor = `&cursor=${next}`;
  }
  await measure(`page ${FAR + 1} of 100: ${what}`, async () => () => ask(0, 'GET', path + cursor));
}

for (const what of ['open in an inbox', 'mine', 'unassigned', 'a tag', 'all closed'])
  await measure(
    `with its number: ${what}`,
    async round => () => ask(agentOf(0, round), 'GET', `/conversations?${lists[what]!(round)}&count=1`),
  );

await measure('opening a conversation', async round => async () => {
  const at = `/conversations/${1 + ((round * 9_973) % (count / 500)) * 500}`;
  for (const part of ['', '/messages', '/notes', '/history']) await ask(0, 'GET', at + part);
});

/** What an agent got is closed before the next is asked for. */
for (const [who, agentAt] of Object.entries({
  'with hundreds or thousands of its own': (round: number) => round % AGENTS,
  'without any': (round: number) => AGENTS + (round % FREE_AGENTS),
})) {
  let close = async (): Promise<unknown> => undefined;
  await measure(`next, for an agent ${who}`, async round => {
    await close();
    const as = agentAt(round);
    return async () => {
      const [one] = (await ask(as, 'POST', '/conversations/next', {})).data;
      close = () => ask(as, 'PUT', `/conversations/${one!.id}`, { conversation_status_id: 2 });
    };
  });
}
await center.close();
await server?.stop();
