import { setTimeout as sleep } from 'node:timers/promises';
import {
  bytesOf,
  type FarCenter,
  hasList,
  openFarDesk,
  openWay,
  restOf,
  SLOW_LINE,
  secondsUntil,
  type WayCost,
  wayCost,
} from '../harness/far-desk.ts';
import { figure } from '../harness/figures.ts';
import type { Terminal } from '../harness/pty.ts';

/** A kilobyte has 1,000 bytes. */
function kB(bytes: number): string {
  return bytes < 1_000 ? `${bytes} B` : `${(bytes / 1_000).toFixed(1)} kB`;
}

/** Prints a figure, and each request below it if `FRONTDESK_BENCH_CALLS` asks for them. */
function tell(what: string, asked: string, { up, down, exchanges }: WayCost, measured = kB(up + down)): void {
  figure(what, asked, measured);
  if (!process.env.FRONTDESK_BENCH_CALLS) return;
  for (const { called, request, answer } of exchanges)
    console.log(`    ${called}  ${request.length} + ${answer.length}`);
}

/** A desk that is started for the first time, over TLS and a bad line; then with what it remembers: nothing new, and news. */
export async function start(center: FarCenter): Promise<void> {
  // A help center is known by its address: both starts go the same way.
  const way = await openWay(center, { tls: true, limits: SLOW_LINE });
  for (const [which, asked] of [
    ['first start', { list: '≤ 12 s', connections: '≤ 2', bytes: '≤ 20 kB' }],
    ['second start', { list: '–', connections: '≤ 1', bytes: '–' }],
    ['start, nothing new', { list: '–', connections: '≤ 1', bytes: '≤ 2.5 kB' }],
    ['start, news', { list: '≤ 5 s', connections: '≤ 1', bytes: '≤ 7 kB' }],
  ] as const) {
    if (which === 'start, news') await makeNews(center);
    const before = way.front.handshakes();
    const began = performance.now();
    const desk = openFarDesk(center, way, 'start');
    const told: string[] = [];
    const cost = await wayCost(
      way,
      async () => {
        const list = await secondsUntil(() => hasList(desk) && isNew(which, desk), 120, began);
        const detail = await secondsUntil(() => desk.screen().some(row => /1 of \d/.test(row)), 120, began);
        told.push(`${list.toFixed(1)} s, detail ${detail.toFixed(1)} s`);
      },
      () => restOf(way, 4_000),
    );
    const after = way.front.handshakes();
    const handshakes = `${after.all - before.all} handshakes, ${after.resumed - before.resumed} resumed`;
    figure(`${which}, TLS, 300 ms, 1,200 B/s: list`, asked.list, told.join());
    figure('  connections', asked.connections, `${cost.connections} (${handshakes})`);
    figure('  requests', '–', String(cost.exchanges.length));
    tell('  bytes until it rests', asked.bytes, cost, `${kB(cost.up + cost.down)} (${kB(cost.up)} up)`);
    desk.press('quit');
    await desk.exit();
  }
  await way.close();
}

const NEWS = 'A title of';

async function makeNews(center: FarCenter): Promise<void> {
  const listed = await center.ask<{ id: number }[]>('GET', '/conversations?limit=12&not[status][]=closed');
  await center.ask('PUT', `/conversations/${listed.at(8)!.id}`, { title: `${NEWS} its own` });
  const body_text = 'Is there any news about my order?';
  for (const at of [0, 2]) await center.ask('POST', `/conversations/${listed.at(at)!.id}/messages`, { body_text });
}

/** What is kept is on the screen at once: whether the list is the help center's own. */
function isNew(which: string, desk: Terminal): boolean {
  return which !== 'start, news' || desk.text().includes(NEWS);
}

/** Longer than the desk waits before it reads counts again. */
const AFTERWARDS_MS = 16_000;
const THREAD = /^GET \/conversations\/\d+(?:\/(?:messages|notes))?(?:\?|$)/;

/** What changes cost a desk whose list is on the screen: others' and its own, and a conversation opened again. */
export async function changes(center: FarCenter): Promise<void> {
  const way = await openWay(center, { tls: false });
  const desk = openFarDesk(center, way, 'changes', { args: ['--link', 'fast'] });
  await desk.until(() => hasList(desk), 'the list', { within: 20_000 });
  await restOf(way, 3_000);
  const shown = Number(/(?:^|│)\D{0,6}(\d+) /.exec(desk.screen()[1] ?? '')?.[1]);
  const cost = (act: () => unknown) => wayCost(way, act, () => sleep(AFTERWARDS_MS));
  const press = (key: string) => cost(() => desk.press(key));
  const say = (id: number) =>
    cost(() => center.ask('POST', `/conversations/${id}/messages`, { body_text: 'Is there any news about my order?' }));

  tell('a conversation opened', '–', await press('cursor.down'));
  tell('one that was open before, unchanged', '0 bytes', await press('cursor.up'));
  const listed = await center.ask<{ id: number }[]>('GET', '/conversations?limit=12&not[status][]=closed');
  const other = listed.at(8)!.id;
  const tagged = await cost(() => center.ask('POST', `/conversations/${other}/tags`, { name: 'vip' }));
  tell('a foreign change of a row', '≤ 1 kB', tagged);
  tell('a foreign message elsewhere', '≤ 1 kB', await say(other));
  tell('a foreign message in the open conversation', '–', await say(shown));
  for (const [key, what] of Object.entries({ 'conversation.archive': 'archived', undo: 'undone' })) {
    const own = await press(key);
    const writes = own.exchanges.filter(({ called }) => !called.startsWith('GET '));
    const thread = bytesOf(own.exchanges.filter(({ called }) => THREAD.test(called)));
    const requests = writes.reduce((sum, { request }) => sum + request.length, 0);
    const told = `${kB(own.up + own.down - requests - thread)} + request ${kB(requests)}, thread ${kB(thread)}`;
    tell(`own change (${what})`, '≤ 1 kB', own, told);
  }
  desk.press('quit');
  await desk.exit();
  await way.close();
}

const WORDS =
  'order parcel voucher refund exchange tomorrow warehouse invoice address courier answer week number photo'.split(' ');
const CHARACTERS = 990_000;

/** Text that does not compress better than letters do. */
function largeText(): string {
  const lines: string[] = ['The first line of a large mail.'];
  for (let [at, size] = [1, 0]; size < CHARACTERS; at += 1) {
    const words = Array.from(
      { length: 9 },
      (_, word) => WORDS[(at * at * 7 + word * word * (at % 13) + at * word) % 14],
    );
    lines.push(`${at} ${words.join(' ')} ${(at * 2_654_435_761) % 1_000_003}`);
    size += lines.at(-1)!.length + 1;
  }
  return lines.join('\n');
}

/** A mail of a megabyte, opened over a bad line: from the key to its first screen. */
export async function largeMail(center: FarCenter): Promise<void> {
  for (const [title, text] of [
    ['A large mail', largeText()],
    ['A short mail', 'Short.'],
  ] as const) {
    const contact = { name: title, email: `${title.replaceAll(' ', '-')}@customer.example` };
    const { id: contactId } = await center.ask<{ id: number }>('POST', '/contacts', contact);
    const { id } = await center.ask<{ id: number }>('POST', '/conversations', { title, contacts: [contactId] });
    await center.ask('POST', `/conversations/${id}/messages`, { body_text: text });
  }
  const way = await openWay(center, { tls: true, limits: SLOW_LINE });
  const desk = openFarDesk(center, way, 'large');
  await secondsUntil(() => hasList(desk), 120);
  await restOf(way, 3_000);
  let seconds = 0;
  const cost = await wayCost(
    way,
    async () => {
      const began = performance.now();
      desk.press('cursor.down', 'open');
      seconds = await secondsUntil(() => desk.text().includes('The first line of a large mail'), 120, began);
    },
    () => restOf(way, 3_000),
  );
  figure('a mail of 1 MB, TLS, 300 ms, 1,200 B/s: first screen', '≤ 10 s', `${seconds.toFixed(1)} s`);
  tell('  bytes until it rests', '–', cost);
  desk.close();
  await way.close();
}

/** Two minutes of a desk that nobody touches: half of that is an idle minute. */
const MINUTES = 2;
/** By then the desk has read all that a start reads. */
const SETTLED_MS = 20_000;

/** What a desk costs that rests, plain and over TLS at once. */
export async function idle(center: FarCenter): Promise<void> {
  const rest = async (tls: boolean): Promise<string> => {
    const way = await openWay(center, { tls });
    const desk = openFarDesk(center, way, tls ? 'idle-tls' : 'idle');
    await desk.until(() => hasList(desk), 'the list', { within: 20_000 });
    await sleep(SETTLED_MS);
    const cost = await wayCost(
      way,
      () => undefined,
      () => sleep(MINUTES * 60_000),
    );
    desk.close();
    await way.close();
    return `${(cost.up + cost.down) / MINUTES} bytes, ${cost.connections} connections`;
  };
  const [plain, tls] = await Promise.all([rest(false), rest(true)]);
  figure('an idle minute', '≤ 28 bytes', plain);
  figure('an idle minute, TLS', '≤ 150 bytes', tls);
}
