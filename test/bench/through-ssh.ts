/** `npm run bench -- through-ssh`: a desk through OpenSSH beside one over HTTPS, on the same slow line. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasList, openFarDesk, openWay, restOf, SLOW_LINE, secondsUntil } from '../harness/far-desk.ts';
import type { MeasuredLine } from '../harness/measured-line.ts';
import type { Terminal } from '../harness/pty.ts';
import { openSshCenter } from '../harness/ssh-center.ts';

const QUIET_MS = 4_000;
const MOVES = 10;
const CHANGES = 5;
const IDLE_MS = 30_000;

interface Costs {
  readonly cold: string;
  readonly warm: string;
  readonly next: number;
  readonly change: number;
  readonly idle: number;
}

/** What a desk on this line costs, in bytes of both directions. `open` starts one. */
async function costsOf(line: MeasuredLine, open: () => Terminal): Promise<Costs> {
  const bytes = () => line.traffic().up + line.traffic().down;
  const cost = async (act: () => unknown): Promise<number> => {
    const before = bytes();
    await act();
    await sleep(100);
    await restOf({ line }, QUIET_MS);
    return bytes() - before;
  };
  const start = async (): Promise<{ readonly desk: Terminal; readonly said: string }> => {
    let seconds = 0;
    let desk!: Terminal;
    const spent = await cost(async () => {
      desk = open();
      seconds = await secondsUntil(() => hasList(desk) && !/reading|…\s*$/.test(desk.screen()[0] ?? ''), 60);
    });
    return { desk, said: `${spent} B, a list after ${seconds.toFixed(1)} s` };
  };
  const cold = await start();
  cold.desk.press('quit');
  await cold.desk.exit();
  await restOf({ line }, QUIET_MS);
  const { desk, said } = await start();
  let next = 0;
  for (let move = 0; move < MOVES; move++) next += await cost(() => desk.press('cursor.down'));
  let change = 0;
  for (let made = 0; made < CHANGES; made++)
    change += await cost(() => desk.press(made % 2 === 0 ? 'conversation.assign-me' : 'conversation.unassign'));
  const idle = await cost(() => sleep(IDLE_MS));
  desk.press('quit');
  await desk.exit();
  return { cold: cold.said, warm: said, next: next / MOVES, change: change / CHANGES, idle };
}

const folder = mkdtempSync(join(tmpdir(), 'fd-ssh-'));
const there = await openSshCenter(folder, 300, SLOW_LINE);
try {
  const login = await there.run('login', there.url);
  if (login.code !== 0) throw new Error(login.stderr);
  await there.restartSshd();
  const ssh = await costsOf(there.line, () => there.openDesk(['--layout', 'beside']));
  const way = await openWay(there.center, { tls: true, limits: SLOW_LINE });
  const https = await costsOf(way.line, () => openFarDesk(there.center, way, 'home', { args: ['--layout', 'beside'] }));
  await way.close();
  console.log('A line of 1,200 bytes a second and 300 ms there and back; bytes of both directions.');
  console.log(`cold start         ssh ${ssh.cold}; https ${https.cold} (asked: 10 kB)`);
  console.log(`warm start         ssh ${ssh.warm}; https ${https.warm} (asked: 3 kB, 3.5 s)`);
  const share = (ssh.next / https.next).toFixed(2);
  console.log(`next conversation  ssh ${ssh.next} B, https ${https.next} B: ${share} x (asked: 0.6 x)`);
  console.log(`own change         ssh ${ssh.change} B, https ${https.change} B (asked: 250 B)`);
  console.log(`idle, ${IDLE_MS / 1_000} s         ssh ${ssh.idle} B, https ${https.idle} B`);
} finally {
  await there.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
