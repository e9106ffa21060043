import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ratingJob } from '../../../../src/center/mail/automatic/rating-request.ts';
import { beginErasure } from '../../../../src/center/model/erasure/erasure.ts';
import { allDue, type Job, type JobName, jobWords } from '../../../../src/center/model/jobs/job.ts';
import { noteUpload } from '../../../../src/center/model/message/upload.ts';
import { waitOn } from '../../../../src/center/model/rating/wait.ts';
import { keepSetting } from '../../../../src/center/model/setting.ts';
import type { Work } from '../../../../src/center/model/work.ts';
import { embeddedFindings } from '../../../../src/cli/doctor/embedded.ts';
import type { Shell } from '../../../../src/cli/shell.ts';
import { shellHere } from '../../../cli/shell-here.ts';
import { BROKEN, breakRows } from '../../../harness/broken-row.ts';
import { newDatabase } from '../../../harness/databases.ts';
import { runJobsOf } from '../../../harness/jobs.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';
import { makeContact, makeConversation } from '../../conversations.ts';
import { type OpenCenter, openCenter } from '../../open-center.ts';

const DAY_MS = 86_400_000;
const MAIL_OUT = { sendDelayMs: 0, ratingDelayMs: 1_000, publicUrl: null, home: () => 'here' };

/** A help center in a file, so that doctor can look into it. */
async function open(settings = {}) {
  const database = await newDatabase(join(temporaryFolder(), 'center.db'));
  const desk = await openCenter({
    database: database.name,
    isFolderWanted: true,
    settings: { ...database.settings, ...settings },
  });
  onTestFinished(async () => {
    await desk.close();
    await database.drop();
  });
  const { shell } = shellHere();
  const doctor = async () => {
    const examined = { ...shell, now: () => desk.clock.now, center: { attachments: desk.folder } };
    const found = await embeddedFindings(examined as Shell, database.name);
    return found.filter(one => one.state === 'to do').map(({ message, remedy }) => `${message} ${remedy}`);
  };
  return { desk, doctor };
}

async function health(desk: OpenCenter, as: 'admin' | 'agent' | 'nobody' | 'key' = 'admin') {
  return (await desk.call('GET', '/health', { as })).body;
}

interface Rows {
  readonly work: Work;
  /** Of conversations, contacts, or what the case has made. */
  readonly ids: readonly [bad: number, good: number];
}

interface Case {
  readonly job: JobName;
  /** Makes two things to do, and returns their ids; by default two conversations. */
  make?(desk: OpenCenter): Promise<readonly [bad: number, good: number]>;
  /** Makes it due. */
  due(rows: Rows): Promise<unknown>;
  readonly on: string;
  readonly when: 'insert' | 'update' | 'delete';
  condition(bad: number): string;
  /** The ids that are still to be done. */
  readonly left: string;
  /** The item that fails, if its id is another. */
  readonly item?: number;
}

async function two(make: () => Promise<number>) {
  return [await make(), await make()] as const;
}

async function contacts(desk: OpenCenter) {
  return [await makeContact(desk, 'Bad'), await makeContact(desk, 'Good')] as const;
}

const CASES: readonly Case[] = [
  {
    job: 'wake',
    due: ({ work, ids }) =>
      work.db.updateTable('conversation').set({ snoozed_until: work.now }).where('id', 'in', ids).execute(),
    on: 'conversation',
    when: 'update',
    condition: bad => `old.id = ${bad} and new.snoozed_until is null`,
    left: 'select id from conversation where snoozed_until is not null',
  },
  {
    job: 'due',
    make: desk =>
      two(async () => (await desk.call('POST', '/inboxes/save', { body: { name: 'One more' } })).body.data.id),
    due: ({ work, ids }) => work.db.updateTable('inbox').set({ due_stale: 1 }).where('id', 'in', ids).execute(),
    on: 'inbox',
    when: 'update',
    condition: bad => `old.id = ${bad} and new.due_stale = 0`,
    left: 'select id from inbox where due_stale = 1',
  },
  {
    job: 'spans',
    due: async ({ work, ids }) => {
      await work.db.deleteFrom('conversation_span').execute();
      await keepSetting(work, 'numbers_unfilled', String(Math.max(...ids)));
    },
    on: 'conversation_span',
    when: 'insert',
    condition: bad => `new.conversation_id = ${bad}`,
    left: 'select id from conversation where id not in (select conversation_id from conversation_span)',
  },
  {
    job: 'erase',
    make: contacts,
    due: async ({ work, ids }) => {
      for (const id of ids) {
        const contact = await work.db.selectFrom('contact').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
        await beginErasure(work, contact);
      }
    },
    on: 'contact',
    when: 'delete',
    condition: bad => `old.id = ${bad}`,
    left: 'select contact_id as id from erasure where ended_at is null',
    item: 1,
  },
  {
    job: 'idle',
    make: contacts,
    due: ({ work, ids }) => work.db.updateTable('contact').set({ updated_at: 0 }).where('id', 'in', ids).execute(),
    on: 'erasure',
    when: 'insert',
    condition: bad => `new.contact_id = ${bad}`,
    left: 'select id from contact where email is not null',
  },
  {
    job: 'sweep',
    make: desk =>
      two(() =>
        desk.center.write(async work => {
          const file = { name: 'a', content_type: 'text/plain', size: 1, hash: 'f'.repeat(64), agent_id: null };
          const row = await work.db
            .insertInto('attachment')
            .values({ ...file, created_at: 0 })
            .returning('id')
            .executeTakeFirstOrThrow();
          await noteUpload(work, row.id, 'me', 1);
          return row.id;
        }),
      ),
    due: ({ work, ids }) =>
      work.db
        .updateTable('upload')
        .set({ created_at: work.now - DAY_MS })
        .where('attachment_id', 'in', ids)
        .execute(),
    on: 'attachment',
    when: 'delete',
    condition: bad => `old.id = ${bad}`,
    left: 'select attachment_id as id from upload',
  },
  {
    job: 'ratings',
    due: async ({ work, ids }) => {
      for (const id of ids) await waitOn({ ...work, now: work.now - 1_000 }, id);
    },
    on: 'rating_wait',
    when: 'delete',
    condition: bad => `old.conversation_id = ${bad}`,
    left: 'select conversation_id as id from rating_wait',
  },
];

describe('a job that fails for one item', () => {
  test.for(CASES)('does the others, says so everywhere, and is done when the fault is gone: $job', async one => {
    const { desk, doctor } = await open({ eraseAfterMonths: one.job === 'idle' ? 1 : 0 });
    const { jobs } = desk.center.context;
    jobs.add(ratingJob(desk.center, MAIL_OUT));
    // What the beginning finds is done before.
    await jobs.run();
    const ids = (await one.make?.(desk)) ?? (await two(() => makeConversation(desk)));
    const mend = await breakRows(desk.center, { ...one, condition: one.condition(ids[0]) });
    onTestFinished(mend);
    await desk.center.write(work => one.due({ work, ids }));
    desk.clock.now += DAY_MS + 1;
    await jobs.run();
    const left = () =>
      desk.center.read(async ({ db }) => {
        const { rows } = await sql<{ id: number }>`${sql.raw(one.left)}`.execute(db);
        return rows.map(({ id }) => id);
      });
    await expect.poll(left).toEqual([ids[0]]);

    const what = jobWords[one.job](one.item ?? ids[0]);
    expect(desk.log.filter(line => line.startsWith(`${what} has failed: ${BROKEN}. Try 1;`))).toHaveLength(1);
    expect(await health(desk)).toMatchObject({ status: 'ok', failing: 1, faults: [{ what, fault: BROKEN, tries: 1 }] });
    expect(await health(desk, 'key')).toMatchObject({ faults: [{ what }] });
    for (const as of ['agent', 'nobody'] as const) expect(await health(desk, as)).toEqual({ status: 'ok', failing: 1 });
    expect(await doctor()).toEqual([
      expect.stringMatching(`^${what.replace(/[()]/g, '\\$&')} has failed since .* after 1 attempt: ${BROKEN}\\.`),
    ]);

    await jobs.run();
    expect(await health(desk)).toMatchObject({ faults: [{ tries: 1 }] });
    desk.clock.now += 5_000;
    await jobs.run();
    expect(await health(desk)).toMatchObject({ faults: [{ tries: 2 }] });
    await mend();
    desk.clock.now += 60_000;
    await jobs.run();
    await expect.poll(left).toEqual([]);
    expect(desk.log).toContain(`${what} works again.`);
    expect(await health(desk)).toEqual({ status: 'ok', failing: 0, faults: [] });
    expect(await doctor()).toEqual([]);
  });

  test('has a case for every job that has items', () => {
    // No runner tries a rule again: the next message does.
    const whole: readonly JobName[] = ['clear', 'reap', 'forget', 'rule'];
    expect([...CASES.map(({ job }) => job), ...whole].toSorted()).toEqual(Object.keys(jobWords).toSorted());
  });
});

describe('a job without items', () => {
  test('that forgets is tried again, and holds up no other', async () => {
    const { desk } = await open();
    const id = await makeConversation(desk);
    await desk.center.write(async ({ db, now }) => {
      await db.insertInto('sign_in_address').values({ agent_id: desk.agentId, hash: 'x', used_at: 0 }).execute();
      await db.updateTable('conversation').set({ snoozed_until: now }).where('id', '=', id).execute();
    });
    const broken = { on: 'sign_in_address', when: 'delete', condition: `old.hash = 'x'` } as const;
    const mend = await breakRows(desk.center, broken);
    onTestFinished(mend);
    desk.clock.now += DAY_MS;
    await desk.center.context.jobs.run();
    expect(await health(desk)).toMatchObject({ faults: [{ what: jobWords.forget(), fault: BROKEN }] });
    expect((await desk.call('GET', `/conversations/${id}`)).body.data.snoozed).toBeUndefined();
    await mend();
    desk.clock.now += 5_000;
    await desk.center.context.jobs.run();
    expect(await health(desk)).toMatchObject({ failing: 0 });
  });

  test('that deletes files is tried again when their folder is back', async () => {
    const { desk } = await open();
    const away = `${desk.folder}.away`;
    renameSync(desk.folder, away);
    desk.clock.now += DAY_MS;
    await desk.center.context.jobs.run();
    expect(await health(desk)).toMatchObject({
      faults: [{ what: jobWords.reap(), fault: expect.stringMatching(/ENOENT|are in another folder/) }],
    });
    rmSync(desk.folder, { recursive: true, force: true });
    mkdirSync(away, { recursive: true });
    renameSync(away, desk.folder);
    desk.clock.now += 5_000;
    await desk.center.context.jobs.run();
    expect(await health(desk)).toMatchObject({ failing: 0 });
  });

  test('that clears the files of the database is tried again', async () => {
    const { desk } = await open();
    const { id } = (await desk.call('POST', '/contacts', { body: { name: 'Zoe', email: 'zoe@x.example' } })).body.data;
    const broken = { on: 'erasure', when: 'update', condition: 'new.cleared_at is not null' } as const;
    const mend = await breakRows(desk.center, broken);
    onTestFinished(mend);
    await desk.call('POST', `/contacts/${id}/erase`);
    await desk.center.context.jobs.run();
    await expect.poll(() => health(desk)).toMatchObject({ faults: [{ what: jobWords.clear(), fault: BROKEN }] });
    await mend();
    desk.clock.now += 5_000;
    await desk.center.context.jobs.run();
    await expect.poll(() => health(desk)).toMatchObject({ failing: 0 });
  });
});

describe('the runner', () => {
  /** One that runs this job alone. */
  async function alone(job: Job) {
    const { desk } = await open();
    await desk.center.context.jobs.close();
    const jobs = runJobsOf(desk.center.context, [job]);
    onTestFinished(() => jobs.close());
    return { desk, jobs };
  }

  const failing = (ids: readonly number[]) => {
    const tried: number[][] = [];
    const left = new Set(ids);
    const job = {
      name: 'wake' as const,
      find: async (_db: unknown, now: number, most: number) => allDue([...left].slice(0, most), now),
      run: async (some: readonly number[]) => {
        tried.push([...some]);
        throw new Error('Dear customer, no');
      },
    };
    return { job, tried, left };
  };

  test('waits 5 s, then 1, 5, 15 and 60 minutes between two tries', async () => {
    const { job, tried } = failing([7]);
    const { desk, jobs } = await alone(job);
    const pauses: number[] = [];
    for (let at = 0; at < 8; at += 1) {
      await jobs.run();
      const [{ again_at: again }] = (await health(desk)).faults;
      pauses.push((Date.parse(`${again}Z`) - desk.clock.now) / 1_000);
      desk.clock.now = Date.parse(`${again}Z`);
    }
    expect(pauses).toEqual([5, 60, 300, 900, 3_600, 3_600, 3_600, 3_600]);
    expect(tried).toHaveLength(8);
  });

  test('does not say what an error of the program says: it may be a customer’s text', async () => {
    const { desk, jobs } = await alone(failing([7]).job);
    await jobs.run();
    expect(JSON.stringify([desk.log, await health(desk)])).not.toContain('Dear customer');
    expect((await health(desk)).faults[0].fault).toMatch(/^Error at .*jobs\.test\.ts/);
  });

  test('pauses when ten items in a row fail, and gets to all of them', async () => {
    const ids = Array.from({ length: 25 }, (_, at) => at + 1);
    const { job, tried } = failing(ids);
    const { desk, jobs } = await alone(job);
    await jobs.run();
    expect(tried).toEqual([ids, ...ids.slice(0, 10).map(id => [id])]);
    for (let at = 0; at < 3; at += 1) {
      desk.clock.now += 60_000;
      await jobs.run();
    }
    expect(new Set(tried.filter(some => some.length === 1).flat())).toEqual(new Set(ids));
  });

  test('gets behind failed items that are more than one batch, and takes no more than a batch', async () => {
    const { job, left } = failing([1, 2, 3, 4, 5, 6, 7]);
    const done: number[][] = [];
    const run = async (some: readonly number[]) => {
      if (some.some(id => id < 5)) throw new Error('no');
      done.push([...some]);
      for (const id of some) left.delete(id);
    };
    const { desk, jobs } = await alone({ ...job, run, atOnce: 2 });
    await jobs.run();
    expect(done).toEqual([[5, 6], [7]]);
    expect((await health(desk)).failing).toBe(4);
  });

  test('tells of a table that cannot be written in this process, and goes on when it can', async () => {
    const { desk } = await open();
    const { store } = desk.center.context;
    let isFull = true;
    const full: typeof store = {
      ...store,
      write: (work, isConcurrent) =>
        isFull
          ? Promise.reject(Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR' }))
          : store.write(work, isConcurrent),
    };
    const id = await makeConversation(desk);
    await desk.center.context.jobs.close();
    await desk.center.write(({ db, now }) =>
      db.updateTable('conversation').set({ snoozed_until: now }).where('id', '=', id).execute(),
    );
    const jobs = runJobsOf({ ...desk.center.context, store: full });
    onTestFinished(() => jobs.close());
    await jobs.run();
    expect(await health(desk)).toMatchObject({ faults: [{ fault: 'database or disk is full' }] });
    expect(desk.log).toContain('The job “wake” has failed: database or disk is full. It is tried again.');
    isFull = false;
    desk.clock.now += 60_000;
    await jobs.run();
    expect((await desk.call('GET', `/conversations/${id}`)).body.data.snoozed).toBeUndefined();
    expect(await health(desk)).toMatchObject({ failing: 0 });
    expect(desk.log).toContain('The job “wake” works again.');
  });

  test('looks at nothing while nothing is due, if other processes announce what they write', async () => {
    const { desk } = await open();
    await desk.center.context.jobs.close();
    const finds: number[] = [];
    const announced: (() => void)[] = [];
    const { context } = desk.center;
    const store = { ...context.store, onChange: (listener: () => void) => void announced.push(listener) };
    const jobs = runJobsOf({ ...context, store }, [
      {
        name: 'wake',
        find: async (_db, now) => {
          finds.push(now);
          return { rows: [], next: finds.length === 1 ? undefined : now + 1 };
        },
        run: async () => undefined,
      },
    ]);
    onTestFinished(() => jobs.close());
    await jobs.run();
    expect([finds.length, announced.length]).toEqual([1, 1]);
    jobs.schedule('wake', desk.clock.now);
    await expect.poll(() => finds.length).toBeGreaterThan(1);
  });
});
