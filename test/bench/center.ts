import { closeSync, existsSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CallOptions, openCenter } from '../center/open-center.ts';
import { fill, prepare, rareWord } from './center-data.ts';
import { figure, percentile } from './figures.ts';

const rounds = 40;
const count = Number(process.argv[2] ?? 100_000);
const folder = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));
const desk = await openCenter({ database: join(folder, 'center.db'), settings: { rateLimit: 1_000_000 } });

const ms = (value: number): string => value.toFixed(2);

const measure = async (what: string, asked: string, run: (round: number) => Promise<unknown>): Promise<void> => {
  const samples: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await run(round);
    samples.push(performance.now() - start);
  }
  figure(what, asked, `p50 ${ms(percentile(samples, 0.5))}  p95 ${ms(percentile(samples, 0.95))} ms`);
};

const fsyncTime = (): number => {
  const file = openSync(join(folder, 'fsync'), 'w');
  const samples = Array.from({ length: 20 }, () => {
    writeSync(file, 'x'.repeat(4_096));
    const start = performance.now();
    fsyncSync(file);
    return performance.now() - start;
  });
  closeSync(file);
  return percentile(samples, 0.5);
};

const get = async (path: string, options: CallOptions = {}): Promise<number> => {
  const answer = await desk.call('GET', path, options);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data.length;
};

const filters: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'no filter': {},
  'status opened': { status: ['opened'] },
  'two statuses': { status: ['opened', 'escalated'] },
  'assign_to none': { assign_to: ['none'] },
  'assign_to one agent': { assign_to: [10] },
  'one inbox': { inbox_ids: [5] },
  'eight inboxes': { inbox_ids: [1, 2, 4, 5, 6, 7, 8, 9] },
  'a frequent tag': { tags: ['tag3'] },
  'a rare tag': { tags: ['tag77'] },
  'three tags': { tags: ['tag1', 'tag2', 'tag77'] },
  archived: { archived: 1 },
  'archived any': { archived: 'any' },
  'changed in the last hours': { after: { updated_at: '2026-03-02T06:00:00' } },
  'sorted by created_at': { sort: 'created_at.asc' },
  'sorted by updated_at, one status': { sort: 'updated_at.desc', status: ['escalated'] },
  'all together': { status: ['opened'], assign_to: [10], inbox_ids: [4, 5, 6], tags: ['tag3'], archived: 'any' },
  'all together, frequent values': { status: ['closed'], assign_to: ['none'], inbox_ids: [1, 4, 5, 6], tags: ['tag3'] },
  'nothing matches: merged': { merged: 1 },
  'nothing matches: status and assignee': {
    status: ['opened'],
    assign_to: ['none', 3],
    after: { created_at: '2026-02-28T23:00:00' },
    before: { created_at: '2026-02-28T23:00:01' },
  },
  'nothing matches: all, frequent values': {
    status: ['closed', 'opened'],
    assign_to: ['none'],
    inbox_ids: [4, 5, 6, 7],
    tags: ['tag1'],
    archived: 1,
    before: { last_message_at: '2020-01-01T00:00:00' },
  },
  'nothing matches: unknown tag': { tags: ['nowhere'] },
};

const lists = async (): Promise<void> => {
  for (const [name, query] of Object.entries(filters))
    for (const as of ['admin', 'agent'] as const) {
      const found = await get('/conversations', { as, query });
      await measure(`list as ${as}: ${name} (${found})`, 'p95 10 ms', () => get('/conversations', { as, query }));
    }
};

const single = async (): Promise<void> => {
  await measure('open: conversation, messages, notes, history', 'p95 5 ms', async round => {
    const id = 1 + round * 97;
    await desk.call('GET', `/conversations/${id}`);
    for (const part of ['messages', 'notes', 'history']) await get(`/conversations/${id}/${part}`);
  });
  const fsync = fsyncTime();
  await measure(`mass update of 50 (fsync ${ms(fsync)} ms)`, 'p95 10 ms + fsync', async round => {
    const conversation_ids = Array.from({ length: 50 }, (_, at) => 1 + round * 50 + at * 7);
    const body = {
      conversation_ids,
      conversation_status_id: 1 + (round % 2),
      added_tags: ['bench', `bench${round}`],
      assign_to: desk.adminId,
    };
    const answer = await desk.call('PUT', '/conversations', { body });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  });
};

const searches = async (): Promise<void> => {
  const queries = {
    'rare word': [rareWord, 50],
    'common word': ['hello', 250],
    'one letter': ['p', 250],
    'three common words': ['hello parcel again', 250],
    'no such word': ['nowhere', 50],
  } as const;
  for (const [name, [q, most]] of Object.entries(queries))
    for (const as of ['admin', 'agent'] as const) {
      const found = await get('/conversations', { as, query: { q } });
      await measure(`search as ${as}: ${name} (${found})`, `p95 ${most} ms`, () =>
        get('/conversations', { as, query: { q } }),
      );
    }
};

try {
  const start = performance.now();
  await prepare(desk);
  await fill(desk, count);
  console.log(`${count} conversations, ${count * 10} messages: filled in ${ms((performance.now() - start) / 1_000)} s`);
  await lists();
  await single();
  await searches();
} finally {
  await desk.close();
  if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
}
