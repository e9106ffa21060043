import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FarCenter, farDeskProgram, openFarDesk, openWay } from './far-desk.ts';
import { restOf } from './far-desk-cost.ts';
import { figure } from './figures.ts';
import { hasList } from './links-start.ts';
import { typedAfterMs } from './wire-link.ts';

const PRESSES = 30;
const PRESS_MS = 50;
const BLOCKED_MS = 17_000;
const MS_PER_TICK = 10;

/** The figures of the terminal's side, which what a desk remembers must not make worse. */
export async function terminal(center: FarCenter): Promise<void> {
  const way = await openWay(center, { tls: false });
  for (const bytesPerSecond of [300, 1_200, 8_000]) {
    const ms = await typedAfterMs({
      ...farDeskProgram(center, way, `typed-${bytesPerSecond}`),
      size: { columns: 80, rows: 24 },
      line: { bytesPerSecond, roundTripMs: 300 },
      columnsSeen: 80,
    });
    figure(`a typed character, terminal at 300 ms, ${bytesPerSecond} B/s`, '≤ 340 ms', `${ms.toFixed(0)} ms`);
  }
  const desk = openFarDesk(center, way, 'terminal');
  await desk.until(() => hasList(desk), 'the list', { within: 20_000 });
  await restOf(way, 2_000);
  const before = way.front.exchanges.length;
  for (let press = 0; press < PRESSES; press++) {
    desk.press('j');
    await sleep(PRESS_MS);
  }
  await restOf(way, 2_000);
  figure('30 j at 20 a second: requests', '≤ 6', String(way.front.exchanges.length - before));
  desk.stall();
  const busyBefore = processorMs(desk.pid);
  for (let at = 0; at < BLOCKED_MS; at += 1_000) {
    desk.press(at % 2_000 === 0 ? 'j' : 'k');
    await sleep(1_000);
  }
  figure(
    'a blocked pty for 17 s: processor',
    '≤ 0.24 s',
    `${((processorMs(desk.pid) - busyBefore) / 1_000).toFixed(2)} s`,
  );
  desk.flow();
  desk.close();
  await way.close();
}

/** Processor time that a process has used, in milliseconds. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}
