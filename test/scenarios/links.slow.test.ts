import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  bytesOf,
  type FarCenter,
  openFarCenter,
  openFarDesk,
  openWay,
  restOf,
  SLOW_LINE,
  type Way,
  type WayCost,
  wayCost,
} from '../harness/far-desk.ts';
import type { Terminal } from '../harness/pty.ts';

/** In both directions, with TLS: a full handshake is 4.2 kB of the first one. */
const START_BYTES = { first: 13_000, changed: 7_000, unchanged: 2_500 };
/** Longer than the desk waits before it reads what a change may have changed elsewhere. */
const AFTERWARDS_MS = 1_500;

const AHEAD_MS = 4_000;

let folder = '';
let center: FarCenter;
let way: Way;
let desk: Terminal;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'frontdesk-links-'));
  center = await openFarCenter(folder, 300);
  way = await openWay(center, { tls: true });
  desk = openFarDesk(center, way, 'home', { args: ['--link', 'slow', '--layout', 'beside'] });
  await desk.sees(/1 of \d/);
  await restOf(way, AFTERWARDS_MS);
});
afterAll(async () => {
  desk.close();
  await way.close();
  await center.serving.kill();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

/** What something costs, as text that a failed test prints: each call and its bytes. */
function told({ up, down, exchanges }: WayCost): string {
  const calls = exchanges.map(({ called, request, answer }) => `${called} ${request.length} + ${answer.length}`);
  return [`${up + down} bytes`, ...calls].join('\n');
}

async function costOf(act: () => unknown, isDone: () => boolean): Promise<WayCost> {
  return wayCost(way, act, async () => {
    await desk.until(isDone, 'never done');
    await restOf(way, AFTERWARDS_MS);
  });
}

/** The row of the list on this line of the screen, from 0: its number and title. */
function row(at: number): { id: number; text: string } {
  const text = desk.screen()[at + 1] ?? '';
  return { id: Number(/│\D{0,6}(\d+) /.exec(text)?.[1]), text };
}

describe('a start', () => {
  test('makes one full handshake', () => {
    const { all, resumed } = way.front.handshakes();
    expect(all - resumed).toBe(1);
  });

  test('costs at most 13 kB, and nothing comes twice', () => {
    const whole = way.front.exchanges.filter(({ answer }) => answer.toString('latin1', 9, 12) === '200');
    const called = whole.map(exchange => exchange.called);
    expect(called).toEqual([...new Set(called)]);
    const { up, down } = way.line.traffic();
    expect(up + down, called.join('\n')).toBeLessThanOrEqual(START_BYTES.first);
  });

  test('asks at once for list, places and the first thread', () => {
    const called = way.front.exchanges.map(exchange => exchange.called);
    expect(called[0]).toMatch(/^GET \/start\?/);
    expect(called).not.toContainEqual(expect.stringMatching(/^GET \/(?:me|inboxes|agents|tags|conversations\/)/));
  });
});

describe('afterwards', () => {
  test('a conversation that is opened again unchanged costs nothing', async () => {
    const [first, second] = [row(0).id, row(1).id];
    await costOf(
      () => desk.press('cursor.down'),
      () => desk.text().includes(`#${second} `),
    );
    const again = await costOf(
      () => desk.press('cursor.up'),
      () => desk.text().includes(`#${first} `),
    );
    expect(again.up + again.down, told(again)).toBe(0);
  });

  test('a change of others costs at most 1 kB', async () => {
    const { id } = row(6);
    const changed = await costOf(
      () => center.ask('PUT', `/conversations/${id}`, { title: 'Another title' }),
      () => row(6).text.includes('Another'),
    );
    expect(changed.up + changed.down, told(changed)).toBeLessThanOrEqual(1_000);
  });

  test('an own change costs at most 1 kB beside its request and the next thread, and nothing is read after it', async () => {
    const own = await costOf(
      () => desk.press('conversation.archive'),
      () => desk.text().includes('Archived'),
    );
    const writes = own.exchanges.filter(({ called }) => called.startsWith('POST '));
    const threads = own.exchanges.filter(({ called }) => /^GET \/conversations\/\d+\//.test(called));
    const requests = writes.reduce((sum, { request }) => sum + request.length, 0);
    expect(own.plain - requests - bytesOf(threads), told(own)).toBeLessThanOrEqual(1_000);
    expect(own.exchanges.length, told(own)).toBe(writes.length + threads.length);
  });

  test('an idle desk hears a heartbeat now and then, and says nothing itself', async () => {
    // What is read ahead comes while the cursor rests.
    await restOf(way, AHEAD_MS);
    const before = way.line.traffic().down;
    const rest = () => desk.until(() => way.line.traffic().down > before, 'no heartbeat');
    const beat = await wayCost(way, rest, () => Promise.resolve());
    expect([beat.up, beat.connections], told(beat)).toEqual([0, 0]);
    expect(beat.down).toBeLessThanOrEqual(60);
  });
});

describe('over a slow line, the next start', () => {
  let slow: Way;
  const end = async (): Promise<void> => {
    desk.press('quit');
    await desk.exit();
  };
  const start = (sees: RegExp): Promise<WayCost> =>
    wayCost(
      slow,
      async () => {
        desk = openFarDesk(center, slow, 'slow', { args: ['--layout', 'beside'] });
        await desk.sees(sees);
      },
      () => restOf(slow, 2 * AFTERWARDS_MS),
    );
  beforeAll(async () => {
    slow = await openWay(center, { tls: true, limits: SLOW_LINE });
    // What the first desk does is told to the second one.
    await start(/\d of \d/);
    await end();
    await start(/\d of \d/);
  });
  afterAll(() => slow.close());
  test('costs at most 2.5 kB if nothing is new: the TLS session is resumed, and known rows are not sent', async () => {
    await end();
    const before = slow.front.handshakes();
    const cost = await start(/\d of \d/);
    const after = slow.front.handshakes();
    expect([after.all - before.all, after.resumed - before.resumed], told(cost)).toEqual([1, 1]);
    expect(cost.up + cost.down, told(cost)).toBeLessThanOrEqual(START_BYTES.unchanged);
  });

  test('costs at most 7 kB if conversations have changed, and shows what is new', async () => {
    const open = Number(/#(\d+) /.exec(desk.text())?.[1]);
    await end();
    await center.ask('POST', `/conversations/${open}/messages`, { body_text: 'Is there any news about my order?' });
    await center.ask('PUT', `/conversations/${open - 20}`, { title: 'A title of its own' });
    const cost = await start(/A title of its/);
    expect(cost.up + cost.down, told(cost)).toBeLessThanOrEqual(START_BYTES.changed);
    expect(
      cost.exchanges.map(({ called }) => called.split('?')[0]),
      told(cost),
    ).toEqual(['GET /start', 'GET /events']);
  });
});
