import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Exchange } from '../harness/front.ts';
import type { Terminal } from '../harness/pty.ts';
import { type FarCenter, openFarDesk, openWay, SLOW_LINE } from './far-desk.ts';
import { kB, restOf, secondsUntil, tellCalls } from './far-desk-cost.ts';
import { figure } from './figures.ts';

/** A desk that has drawn a row of its list. */
export function hasList(desk: Terminal): boolean {
  return desk.screen().some(row => /│.{0,6} \d{2,} \S/.test(row));
}

/** A conversation is open beside the list. */
function hasDetail(desk: Terminal): boolean {
  return desk.screen().some(row => /1 of \d/.test(row));
}

/** A desk that is started for the first time, over TLS and a bad line; then once more, with what it remembers. */
export async function start(center: FarCenter): Promise<void> {
  // A help center is known by its address: both starts go the same way.
  const way = await openWay(center, { tls: true, limits: SLOW_LINE });
  for (const [which, asked] of [
    ['first start', { list: '≤ 12 s', connections: '≤ 2', bytes: '≤ 20 kB' }],
    ['second start', { list: '–', connections: '≤ 2', bytes: '–' }],
  ] as const) {
    const before = { ...way.line.traffic(), ...way.front.handshakes(), exchanges: way.front.exchanges.length };
    const began = performance.now();
    const desk = openFarDesk(center, way, 'start');
    const list = await secondsUntil(() => hasList(desk), 120, began);
    const detail = await secondsUntil(() => hasDetail(desk), 120, began);
    await restOf(way, 4_000);
    const after = { ...way.line.traffic(), ...way.front.handshakes() };
    const [up, down] = [after.up - before.up, after.down - before.down];
    const handshakes = `${after.all - before.all} handshakes, ${after.resumed - before.resumed} resumed`;
    const exchanges = way.front.exchanges.slice(before.exchanges);
    figure(`${which}, TLS, 300 ms, 1,200 B/s: list`, asked.list, `${list.toFixed(1)} s, detail ${detail.toFixed(1)} s`);
    figure('  connections', asked.connections, `${after.connections - before.connections} (${handshakes})`);
    figure('  bytes until it rests', asked.bytes, `${kB(up + down)} (${kB(up)} up)`);
    figure('  requests', '–', String(exchanges.length));
    tellCalls(exchanges);
    tellList(exchanges);
    desk.type('q');
    await desk.exit();
  }
  await way.close();
}

/** What 44 rows of the list that the desk read weigh, compressed as the help center did it. */
function tellList(exchanges: readonly Exchange[]): void {
  const list = exchanges.find(({ called }) => /^GET \/conversations\?(?!.*count=1&limit=1$)/.test(called));
  if (!list) return;
  const { body, encoding } = bodyOf(list.answer);
  // What is cached was only confirmed.
  if (body.length === 0) return;
  const data = textOf(body, encoding);
  const rows = (JSON.parse(data) as { data: unknown[] }).data;
  if (rows.length === 0) return;
  const some = JSON.stringify({ data: rows.slice(0, 44) });
  const share = (body.length * brotliCompressSync(some).length) / brotliCompressSync(data).length;
  figure(
    '  44 rows of its list, compressed',
    '≤ 3 kB',
    `${kB(Math.round(share))} (${rows.length}: ${kB(body.length)} ${encoding})`,
  );
}

/** The body of an answer, without the lengths of its chunks. */
function bodyOf(answer: Buffer): { body: Buffer; encoding: string } {
  const end = answer.indexOf('\r\n\r\n') + 4;
  const head = answer.toString('latin1', 0, end);
  const encoding = /^content-encoding: (\S+)/im.exec(head)?.[1] ?? 'identity';
  return { body: answer.subarray(end), encoding };
}

function textOf(body: Buffer, encoding: string): string {
  if (encoding === 'br') return brotliDecompressSync(body).toString('utf8');
  return (encoding === 'gzip' ? gunzipSync(body) : body).toString('utf8');
}
