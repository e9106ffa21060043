/** `npm run bench -- through-ssh`: a desk through OpenSSH beside one over HTTPS behind nginx, on a slow line. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { corpusPath, whyNoCorpus } from '../harness/corpus.ts';
import { hasList, openFarDesk, restOf, SLOW_LINE, secondsUntil } from '../harness/far-desk.ts';
import { type MeasuredLine, openMeasuredLine } from '../harness/measured-line.ts';
import { startNginxForDesks } from '../harness/proxies.ts';
import type { Terminal } from '../harness/pty.ts';
import { openSshCenter } from '../harness/ssh-center.ts';

const QUIET_MS = 4_000;
const MOVES = 10;
const CHANGES = 5;
const IDLE_MS = 30_000;
/** Mail of the corpus. */
const REAL_MAIL = 'bigbang-3gpp';

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

/** Both ways to a help center with these contents: sample conversations, or the mail at a path. */
async function compare(contents: number | string): Promise<void> {
  // A socket's path may have some hundred characters.
  const folder = mkdtempSync(join(tmpdir(), 'fd-ssh-'));
  const there = await openSshCenter(folder, contents, SLOW_LINE);
  const nginx = await startNginxForDesks(join(folder, 'nginx'), Number(new URL(there.center.serving.url).port));
  const line = await openMeasuredLine(nginx.port, SLOW_LINE);
  try {
    const login = await there.run('login', there.url);
    if (login.code !== 0) throw new Error(login.stderr);
    await there.restartSshd();
    const args = ['--layout', 'beside'];
    const ssh = await costsOf(there.line, () => there.openDesk(args));
    const url = `https://localhost:${line.port}`;
    const https = await costsOf(line, () => openFarDesk(there.center, { url }, 'home', { args }));
    console.log(`cold start         ssh ${ssh.cold}; https ${https.cold} (asked: 10 kB)`);
    console.log(`warm start         ssh ${ssh.warm}; https ${https.warm} (asked: 3 kB, 3.5 s)`);
    const share = (ssh.next / https.next).toFixed(2);
    console.log(`next conversation  ssh ${ssh.next} B, https ${https.next} B: ${share} x (asked: 0.6 x)`);
    console.log(`own change         ssh ${ssh.change} B, https ${https.change} B (asked: 250 B)`);
    console.log(`idle, ${IDLE_MS / 1_000} s         ssh ${ssh.idle} B, https ${https.idle} B`);
  } finally {
    await line.close();
    await nginx.stop();
    await there.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** From a machine on which nothing of frontdesk was used to a note at the help center, by two commands. */
async function firstNote(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fd-ssh-'));
  const there = await openSshCenter(folder, 300, SLOW_LINE);
  try {
    const began = performance.now();
    const seconds = () => ((performance.now() - began) / 1_000).toFixed(1);
    const login = await there.run('login', there.url);
    if (login.code !== 0) throw new Error(login.stderr);
    const signedIn = seconds();
    const desk = there.openDesk();
    await desk.until(() => hasList(desk), 'the list');
    const listed = seconds();
    desk.press('note.write');
    desk.type('Called her.');
    desk.press('ctrl-d');
    const isThere = () => there.center.serving.log.some(line => line.startsWith('POST note.'));
    await desk.until(isThere, 'the note is there');
    console.log(
      `two commands       signed in after ${signedIn} s, a list after ${listed} s, a note there after ${seconds()} s`,
    );
    desk.press('quit');
    await desk.exit();
  } finally {
    await there.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

console.log('A line of 1,200 bytes a second and 300 ms there and back; bytes of both directions; HTTPS behind nginx.');
console.log('300 sample conversations:');
await firstNote();
await compare(300);
const why = whyNoCorpus(REAL_MAIL);
console.log(why === undefined ? `the mail of ${REAL_MAIL}:` : `No real mail: ${why}.`);
if (why === undefined) await compare(corpusPath(REAL_MAIL));
