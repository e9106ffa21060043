/**
 * What a key costs on the wire, measured on the built desk over a pty: `npm run bench -- wire`. Bytes are exact; beside
 * each stands the floor (the text of the cells that change) and the bytes of terminal mail readers for the same action,
 * if they are installed. Then `j` held over slow links, and the processor time of a key. `--quick` leaves the mail
 * readers out.
 */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launcher } from '../harness/launcher.ts';
import { deskEnvironment } from '../harness/temporary.ts';
import { figure } from './figures.ts';
import { judge, type Verdict } from './wire-budgets.ts';
import { cpuPerKey } from './wire-cpu.ts';
import {
  ACTIONS,
  furnishCenter,
  type Link,
  measureDesk,
  measureIdle,
  measureWithMargins,
  openBenchDesk,
  type Samples,
  SIZES,
  type Size,
  STACKED,
  type WireAction,
} from './wire-desk.ts';
import { holdDown, LAGS } from './wire-link.ts';
import { isInstalled, measurePeer, PEERS } from './wire-peers.ts';

const LINKS: readonly Link[] = ['slow', 'fast'];
const folder = mkdtempSync(join(tmpdir(), 'frontdesk-wire-'));
const database = furnishCenter(folder);
const missed: string[] = [];

/** What was missed is measured once more: on a busy machine a preview comes so late that it is counted to the next key. */
async function samplesOf(link: Link, size: Size): Promise<Samples> {
  const first = await measure(link, size, 'keys');
  const isMissed = ([action, costs]: [string, Samples[WireAction]]) =>
    costs !== undefined && !judge(action as WireAction, { link, size }, costs).isMet;
  const again = Object.entries(first).filter(isMissed);
  if (again.length === 0) return first;
  const names = again.map(([action]) => action as WireAction);
  console.log(`\nmeasured a second time, ${link}: ${names.join('; ')}`);
  const second = await measure(link, size, 'again');
  return { ...first, ...Object.fromEntries(names.map(name => [name, second[name]])) };
}

async function measure(link: Link, size: Size, name: string): Promise<Samples> {
  const [desk, idle] = [
    openBenchDesk(folder, database, link, size, name),
    openBenchDesk(folder, database, link, size, `${name}-idle`),
  ];
  const [keys, nothing] = await Promise.all([measureDesk(desk, link, size), measureIdle(idle)]);
  desk.close();
  idle.close();
  return { ...keys, ...nothing };
}

function cells(action: WireAction, link: Link, size: Size, samples: Samples): string {
  const costs = samples[action];
  if (costs === undefined) return ''.padEnd(34);
  const verdict: Verdict = judge(action, { link, size }, costs);
  if (!verdict.isMet) missed.push(`${link} ${size.columns}x${size.rows}${size.isStacked ? ' stacked' : ''}: ${action}`);
  const floor = Math.round(costs.reduce((sum, cost) => sum + cost.floor, 0) / costs.length);
  const sign = verdict.isMet ? ' ' : '!';
  return `${verdict.asked.padStart(9)} ${(verdict.measured + sign).padStart(15)} ${String(floor).padStart(6)}  `;
}

/** Left and right margins (DECSLRM), if the terminal has them: xterm, iTerm2, WezTerm, Windows Terminal and others. */
async function withMargins(size: Size) {
  console.log('\non a terminal with left and right margins');
  for (const link of LINKS) {
    const desk = openBenchDesk(folder, database, link, size, 'margins');
    const samples = await measureWithMargins(desk, link, size);
    desk.close();
    for (const [action, costs] of Object.entries(samples)) {
      const sorted = costs.map(({ bytes }) => Math.round(bytes)).sort((a, b) => a - b);
      console.log(`${`${action}, ${link}`.padEnd(54)}${String(sorted[(sorted.length - 1) >> 1]).padStart(12)}`);
    }
  }
}

function peerCell(samples: Samples | undefined, action: WireAction): string {
  const costs = samples?.[action];
  if (costs === undefined || costs.length === 0) return ''.padStart(9);
  const sorted = costs.map(({ bytes }) => Math.round(bytes)).sort((a, b) => a - b);
  return String(sorted[(sorted.length - 1) >> 1]).padStart(9);
}

async function table(size: Size) {
  const peers = process.argv.includes('--quick') || size.isStacked ? [] : PEERS.filter(isInstalled);
  const [slow, fast] = [await samplesOf('slow', size), await samplesOf('fast', size)];
  const others: Samples[] = [];
  for (const peer of peers) others.push(await measurePeer(peer, folder, size));
  const head = `${'asked'.padStart(9)} ${'measured '.padStart(15)} ${'floor'.padStart(6)}  `;
  const title = `${size.columns}x${size.rows}${size.isStacked ? ' stacked' : ''}, bytes`;
  console.log(`\n${''.padEnd(44)}${'slow'.padEnd(34)}${'fast'.padEnd(34)}`);
  console.log(title.padEnd(44) + head + head + peers.map(({ name }) => name.padStart(9)).join(''));
  for (const action of ACTIONS) {
    const own = [slow, fast].map((samples, index) => cells(action, LINKS[index]!, size, samples));
    console.log(action.padEnd(44) + own.join('') + others.map(samples => peerCell(samples, action)).join(''));
  }
  if (!size.isStacked) await withMargins(size);
}

async function lag({ line, link, withinMs }: (typeof LAGS)[number]) {
  const home = mkdtempSync(join(folder, 'lag-'));
  copyFileSync(database, join(home, 'center.db'));
  const args = [launcher, '--database', join(home, 'center.db'), '--link', link];
  const env = deskEnvironment(home);
  const ride = await holdDown({ command: process.execPath, args, env, size: SIZES[0], line, columnsSeen: 42 });
  const isSlow = ride.screen.at(-1)?.trimEnd().endsWith('slow') ? ', went slow' : '';
  if (ride.lagMs > withinMs) missed.push(`j held at ${line.bytesPerSecond} B/s, --link ${link}`);
  figure(
    `j held 3 s, ${line.bytesPerSecond} B/s, --link ${link}`,
    `≤ ${withinMs / 1000} s`,
    `${(ride.lagMs / 1000).toFixed(2)} s, ${ride.bytes} bytes${link === 'auto' ? isSlow || ', stayed fast' : ''}`,
  );
}

const CPU_MS = [undefined, 6, 9] as const;

async function cpu(size: Size, limit: number | undefined) {
  const desk = openBenchDesk(folder, database, 'fast', size, 'cpu');
  await desk.sees('The whole story', { within: 15_000 });
  await desk.settled(800);
  const ms = await cpuPerKey(desk);
  desk.close();
  if (limit !== undefined && ms > limit) missed.push(`processor time at ${size.columns}x${size.rows}`);
  const asked = limit === undefined ? '' : `≤ ${limit} ms`;
  figure(`processor time of j, ${size.columns}x${size.rows}`, asked, `${ms.toFixed(1)} ms`);
}

for (const size of [...SIZES, ...STACKED]) await table(size);
for (const peer of PEERS) if (!isInstalled(peer)) console.log(`${peer.name} is not installed: no figures of it.`);
console.log(`
Asked and measured: the worst sample, or the share of the floor (and the mean). Mail readers: the median. Their "mark"
is t (v in aerc), their "archive" d, which only puts a sign beside the row but in aerc; mutt has no detail beside.`);
console.log();
figure('over a line', 'asked', 'measured');
for (const one of LAGS) await lag(one);
for (const [index, size] of SIZES.entries()) await cpu(size, CPU_MS[index]);
console.log(missed.length === 0 ? '\nEvery budget is met.' : `\nMissed (!):\n  ${missed.join('\n  ')}`);
rmSync(folder, { recursive: true, force: true });
process.exit(0);
