import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCenter } from '../../harness/center.ts';
import { newDatabase } from '../../harness/databases.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { type OpenCenter, openCenter, startTime } from '../open-center.ts';

const password = 'correct horse battery';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const [office, elsewhere, proxy] = ['192.0.2.1', '203.0.113.5', '198.51.100.9'];

let desk: OpenCenter;
beforeEach(async () => {
  desk = await openCenter({ settings: { trustedProxies: [proxy] } });
  await addAgent('cy');
  await addAgent('dee');
});
afterEach(() => desk.close());

function addAgent(name: string) {
  return desk.call('POST', '/agents', { body: { name, email: `${name}@desk.example`, password } });
}

async function signIn(name: string, given: string, address: string, forwarded?: string): Promise<Response> {
  const body = { email: `${name}@desk.example`, password: given };
  const headers: Record<string, string> = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return desk.center.fetch(desk.request('POST', '/login', { as: 'nobody', body, headers }), address);
}

async function statusOf(...given: Parameters<typeof signIn>) {
  return (await signIn(...given)).status;
}

/** So many failures at one address, each a second after the one before. */
async function fail(times: number, name: string, address: (at: number) => string) {
  const statuses = new Set<number>();
  for (let at = 0; at < times; at += 1) {
    statuses.add(await statusOf(name, 'wrong', address(at)));
    desk.clock.elapsed += 1_000;
  }
  return [...statuses];
}

describe('failed sign-ins', () => {
  test('block an account at an address after 5 in 20 s; successful ones do not count', async () => {
    for (let count = 0; count < 8; count += 1) expect(await statusOf('cy', password, office)).toBe(200);
    for (let count = 0; count < 5; count += 1) expect(await statusOf('cy', 'wrong', office)).toBe(401);
    const refused = await signIn('cy', password, office);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '20']);
    desk.clock.elapsed += 19_999;
    expect(await statusOf('cy', password, office)).toBe(429);
    desk.clock.elapsed += 1;
    expect(await statusOf('cy', password, office)).toBe(200);
  });

  test('gain nothing if 30 come at once instead of in turn', async () => {
    const statuses = await Promise.all(Array.from({ length: 30 }, () => statusOf('nobody', 'wrong', office)));
    expect([401, 429].map(status => statuses.filter(one => one === status).length)).toEqual([5, 25]);
  });

  test('at addresses that the account never used block it at all of these after 20 in 5 minutes', async () => {
    expect(await fail(20, 'cy', at => `10.0.0.${at}`)).toEqual([401]);
    const refused = await signIn('cy', password, '10.0.1.1');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '280']);
    expect(await statusOf('dee', password, '10.0.1.1')).toBe(200);
    desk.clock.elapsed += 280_000;
    expect(await statusOf('cy', password, '10.0.1.1')).toBe(200);
  });

  test('block every account that never signed in at an address after 100 in 5 minutes there', async () => {
    for (let at = 0; at < 100; at += 1) expect(await statusOf(`made-up-${at}`, 'wrong', office)).toBe(401);
    expect(await statusOf('cy', password, office)).toBe(429);
    expect(await statusOf('cy', password, elsewhere)).toBe(200);
    desk.clock.elapsed += 5 * MINUTE_MS;
    expect(await statusOf('cy', password, office)).toBe(200);
  });

  test('by strangers, there or elsewhere, never block an account at an address where it signed in', async () => {
    expect(await statusOf('cy', password, office)).toBe(200);
    for (let at = 0; at < 100; at += 1) await statusOf(`made-up-${at}`, 'wrong', office);
    await fail(25, 'cy', at => `10.0.0.${at}`);
    expect(await statusOf('dee', password, office)).toBe(429);
    expect(await statusOf('cy', password, '10.0.1.1')).toBe(429);
    expect(await statusOf('cy', password, office)).toBe(200);
  });

  test('at the account’s own address block it there alone', async () => {
    for (const address of [office, elsewhere]) expect(await statusOf('cy', password, address)).toBe(200);
    for (let count = 0; count < 5; count += 1) await statusOf('cy', 'wrong', office);
    expect(await statusOf('cy', password, office)).toBe(429);
    expect(await statusOf('cy', password, elsewhere)).toBe(200);
    expect(await statusOf('dee', password, office)).toBe(200);
  });

  test('are counted on a monotonic clock: the time of day does not matter', async () => {
    for (let count = 0; count < 5; count += 1) await statusOf('cy', 'wrong', office);
    desk.clock.now += 60 * MINUTE_MS;
    expect(await statusOf('cy', password, office)).toBe(429);
    desk.clock.now -= 120 * MINUTE_MS;
    desk.clock.elapsed += 20_000;
    expect(await statusOf('cy', password, office)).toBe(200);
  });
});

describe('behind a trusted proxy', () => {
  test('callers do not lock one another out', async () => {
    for (let count = 0; count < 5; count += 1) await statusOf('cy', 'wrong', proxy, '10.0.0.1');
    expect(await statusOf('cy', password, proxy, '10.0.0.1')).toBe(429);
    expect(await statusOf('cy', password, proxy, '10.0.0.2')).toBe(200);
  });

  test('an address that the caller invents does not help', async () => {
    for (let at = 0; at < 5; at += 1) await statusOf('cy', 'wrong', proxy, `10.9.9.${at}, 10.0.0.1`);
    expect(await statusOf('cy', 'wrong', proxy, '10.9.9.9, 10.0.0.1')).toBe(429);
  });

  test('X-Forwarded-For from any other address is ignored', async () => {
    for (let at = 0; at < 5; at += 1) await statusOf('cy', 'wrong', elsewhere, `10.0.0.${at}`);
    expect(await statusOf('cy', 'wrong', elsewhere, '10.0.0.9')).toBe(429);
  });
});

describe('an address where an account signed in', () => {
  const isKnown = async () => {
    await fail(20, 'cy', at => `10.0.0.${at}`);
    return (await statusOf('cy', password, office)) === 200;
  };
  const rows = () => desk.center.context.store.reader.selectFrom('sign_in_address').selectAll().execute();

  test('is known for 30 days, and then deleted', async () => {
    expect(await statusOf('cy', password, office)).toBe(200);
    desk.clock.now += 30 * DAY_MS - 1;
    expect(await isKnown()).toBe(true);
    desk.clock.now += 30 * DAY_MS;
    expect(await isKnown()).toBe(false);
    expect(await statusOf('dee', password, elsewhere)).toBe(200);
    expect((await rows()).map(row => row.used_at)).toEqual([desk.clock.now]);
  });

  test('is deleted within a day without a sign-in', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const quiet = await openCenter();
    try {
      const reader = quiet.center.context.store.reader;
      const old = { agent_id: quiet.agentId, hash: 'old', used_at: quiet.clock.now };
      await quiet.center.write(({ db }) => db.insertInto('sign_in_address').values(old).execute());
      quiet.clock.now += 30 * DAY_MS;
      vi.advanceTimersByTime(DAY_MS);
      vi.useRealTimers();
      await expect.poll(() => reader.selectFrom('sign_in_address').selectAll().execute()).toEqual([]);
    } finally {
      vi.useRealTimers();
      await quiet.close();
    }
  });

  test('is stored once, in a form that reveals neither the address nor which accounts share it', async () => {
    for (const name of ['cy', 'dee', 'cy']) expect(await statusOf(name, password, office)).toBe(200);
    const kept = await rows();
    expect(kept).toHaveLength(2);
    expect(JSON.stringify(kept)).not.toContain(office);
    expect(new Set(kept.map(row => row.hash)).size).toBe(2);
  });

  test('is known to another server on the same database, and after a restart', async () => {
    const folder = temporaryFolder();
    const { name: database, drop } = await newDatabase(`${folder}/center.db`);
    const given = { settings: { passwordCost: 4 }, now: () => startTime, elapsed: () => 0 };
    const first = await openCenter({ database, folder });
    const open = () => createCenter({ database, attachmentsFolder: first.folder, ...given });
    await first.call('POST', '/agents', { body: { name: 'Cy', email: 'cy@desk.example', password } });
    const ask = (given: string) =>
      first.request('POST', '/login', { as: 'nobody', body: { email: 'cy@desk.example', password: given } });
    expect((await first.center.fetch(ask(password), office)).status).toBe(200);
    await first.close();
    const second = await open();
    try {
      for (let at = 0; at < 25; at += 1) await second.fetch(ask('wrong'), `10.0.0.${at}`);
      expect((await second.fetch(ask(password), elsewhere)).status).toBe(429);
      expect((await second.fetch(ask(password), office)).status).toBe(200);
    } finally {
      await second.close();
      await drop();
    }
  });
});

describe('sign-ins that succeed', () => {
  test('are limited to 60 in 5 minutes for an account, then 429', async () => {
    for (let count = 0; count < 60; count += 1) expect(await statusOf('cy', password, office)).toBe(200);
    const refused = await signIn('cy', password, office);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '300']);
    expect(await statusOf('dee', password, office)).toBe(200);
    desk.clock.elapsed += 5 * MINUTE_MS;
    expect(await statusOf('cy', password, office)).toBe(200);
  });

  test('leave an agent at most 200 tokens: the one that was unused for longest ends', async () => {
    const { data } = ((await (await signIn('cy', password, office)).json()) as { data: Session })!;
    const first = data.access_token;
    const made = Array.from({ length: 200 }, (_, at) => ({
      hash: `hash ${at}`,
      agent_id: data.agent.id,
      name: null,
      created_at: desk.clock.now,
      used_at: desk.clock.now + 1 + at,
    }));
    await desk.center.write(({ db }) => db.insertInto('token').values(made).execute());
    expect((await desk.call('GET', '/me', { as: first })).status).toBe(200);
    desk.clock.now += 60 * MINUTE_MS;
    const last = ((await (await signIn('cy', password, office)).json()) as { data: Session }).data.access_token;
    const { count } = await desk.center.context.store.reader
      .selectFrom('token')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('agent_id', '=', data.agent.id)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(200);
    expect((await desk.call('GET', '/me', { as: first })).status).toBe(401);
    expect((await desk.call('GET', '/me', { as: last })).status).toBe(200);
  });
});

interface Session {
  readonly access_token: `fd${string}`;
  readonly agent: { readonly id: number };
}
