/**
 * From nothing to two agents at work and back, with each way to have frontdesk, an empty home, and for an executable no
 * Node in PATH: `npm run bench -- newcomer`. A step that does not do what it should ends the bench with an error.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { benchFolder } from '../harness/figures.ts';
import { letter } from '../harness/letter.ts';
import { memoryMiB } from '../harness/process-use.ts';
import { openTerminal, type Terminal } from '../harness/pty.ts';
import { deskEnvironment } from '../harness/temporary.ts';
import { writeMbox } from './intake.ts';
import { bytesBelow, type Way, waysToHaveIt } from './ways.ts';

const MAILS = 1_500;
const PASSWORD = 'a long password of theirs';
const WITHIN = { within: 30_000 };

/** A person with a home of their own on a machine with frontdesk. */
interface Person {
  readonly env: Readonly<Record<string, string>>;
  run(args: readonly string[], input?: string): string;
  open(...args: readonly string[]): Terminal;
}

const folder = benchFolder();
/** No letter whose number is divisible by four answers another one: each is a conversation. */
const mbox = writeMbox(
  folder,
  'support',
  Array.from({ length: MAILS }, (_, at) => letter(at * 4)),
);

function person(home: string, launcher: string): Person {
  const PATH = launcher.endsWith('.js')
    ? [dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter)
    : join(home, 'empty');
  const env = deskEnvironment(home, { NODE_COMPILE_CACHE: join(home, 'compiled'), PATH });
  return {
    env,
    run: (args, input = '') =>
      execFileSync(launcher, args, { env, input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'inherit'] }),
    open: (...args) => openTerminal({ command: launcher, args, env, columns: 100, rows: 30 }),
  };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Runs a step and prints how long it took and what it says of sizes. */
async function step(what: string, run: () => string | Promise<string>): Promise<void> {
  const began = performance.now();
  const said = await run();
  console.log(`  ${what.padEnd(44)} ${((performance.now() - began) / 1e3).toFixed(2).padStart(6)} s   ${said}`);
}

async function quit(desk: Terminal): Promise<void> {
  desk.press('quit');
  await desk.exit();
}

async function firstScreen(first: Person): Promise<string> {
  const desk = first.open();
  await desk.sees('Import mail', WITHIN);
  const said = `${desk.bytes()} bytes to the terminal, ${memoryMiB(desk.pid).toFixed(0)} MiB of memory`;
  desk.press('esc');
  await desk.seesNot('Import mail');
  await quit(desk);
  return said;
}

async function triage(first: Person): Promise<string> {
  const desk = first.open();
  await desk.sees('Topic', WITHIN);
  desk.resetBytes();
  for (const [keys, left] of [
    [['e'], MAILS - 1],
    [['j', 'e'], MAILS - 2],
    [['space', 'j', 'space', 'e'], MAILS - 4],
  ] as const) {
    desk.press(...keys);
    await desk.sees(new RegExp(`Unresolved .*\\b${left}\\b`), WITHIN);
  }
  const said = `4 of ${MAILS} conversations archived by 7 keys, ${desk.bytes()} bytes to the terminal`;
  await quit(desk);
  return said;
}

async function serve(first: Person, launcher: string): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = spawn(launcher, ['serve', '--port', '0'], {
    env: first.env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  const url = /^listening on (\S+)/.exec(String((await once(child.stdout, 'data'))[0]))?.[1];
  if (url === undefined) throw new Error('serve did not say where it listens');
  return { child, url };
}

async function secondAgent(second: Person, url: string): Promise<string> {
  second.run(['login', url], `bob@shop.example\n${PASSWORD}\n`);
  const desk = second.open();
  await desk.sees('Topic', WITHIN);
  const said = `${desk.bytes()} bytes to the terminal, ${memoryMiB(desk.pid).toFixed(0)} MiB of memory`;
  await quit(desk);
  return said;
}

function archiveByScript(second: Person): string {
  const ids = second.run(['conversations', 'list', '--limit', '200', '--json', 'id']);
  const count = (JSON.parse(ids) as unknown[]).length;
  const rows = second.run(['conversations', 'list', '--limit', '200', '--ndjson']);
  second.run(['conversations', 'archive', '-'], rows);
  const left = JSON.parse(second.run(['conversations', 'list', '--json', 'id'])) as unknown[];
  if (left.length !== MAILS - 4 - count) throw new Error(`${left.length} conversations are not archived`);
  return `${count} conversations`;
}

async function follow({ name, install, uninstall }: Way): Promise<void> {
  console.log(name);
  const prefix = join(folder, name);
  const home = (whose: string) => join(folder, `${name} of ${whose}`);
  let launcher = '';
  await step('install', () => {
    launcher = install(prefix);
    return `${megabytes(bytesBelow(prefix))} on the disk`;
  });
  const first = person(home('first'), launcher);
  const second = person(home('second'), launcher);
  const database = join(first.env.XDG_DATA_HOME!, 'frontdesk/center.db');
  await step('first screen', () => firstScreen(first));
  await step('import', () => {
    first.run(['import', '--status', 'open', mbox]);
    return `${MAILS} mails of ${megabytes(statSync(mbox).size)}, ${megabytes(statSync(database).size)} in the database`;
  });
  await step('triage', () => triage(first));
  await step('two agents', () => {
    first.run(['agent', 'create', 'Ana Ortiz', 'ana@shop.example', '--role', 'admin'], `${PASSWORD}\n`);
    return first.run(['agent', 'create', 'Bob Ray', 'bob@shop.example', '--inbox', 'inbox'], `${PASSWORD}\n`).trim();
  });
  let served: Awaited<ReturnType<typeof serve>> | undefined;
  await step('serve', async () => {
    served = await serve(first, launcher);
    return `${memoryMiB(served.child.pid!).toFixed(0)} MiB of memory`;
  });
  await step('the second agent signs in and sees the list', () => secondAgent(second, served!.url));
  await step('archive by a script', () => archiveByScript(second));
  served?.child.kill();
  await step('uninstall', () => {
    uninstall(prefix);
    const left = readdirSync(prefix, { recursive: true, withFileTypes: true }).filter(entry => !entry.isDirectory());
    if (left.length > 0) throw new Error(`${left.length} files are left`);
    return `nothing left but ${megabytes(bytesBelow(dirname(database)))} of data`;
  });
}

for (const way of waysToHaveIt(folder)) await follow(way);
process.exit(0);
