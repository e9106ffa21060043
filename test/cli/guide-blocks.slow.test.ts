import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSettings } from '../../src/cli/settings/read.ts';
import { MAIL_PASSWORD, type Machine, openMachine, PASSWORD } from '../harness/guide-machine.ts';
import { GUIDES, textIn } from '../harness/guides.ts';
import { launcher } from '../harness/launcher.ts';
import { freePort } from '../harness/mail-servers.ts';
import { type PostgresServer, startPostgres } from '../harness/postgres.ts';
import { nginxConfig, PROXIES, whyNoProxy } from '../harness/proxies.ts';
import type { Terminal } from '../harness/pty.ts';
import { skippedFor } from '../harness/skipped.ts';
import { temporaryFolder } from '../harness/temporary.ts';
import { pem } from '../harness/tls.ts';
import { hidesTyping } from '../scenarios/readme-shell.ts';

interface Block {
  readonly language: string;
  readonly text: string;
}

/** The blocks of a guide. The recipes of `src/README.md` are followed by `test/recipes.slow.test.ts`. */
function blocksIn(guide: string): readonly Block[] {
  const found = [...textIn(guide).matchAll(/^```([\w-]*)\n([\s\S]*?)^```$/gm)];
  return found.map(([, language, text]) => ({ language: language!, text: text! }));
}

/** What is typed when a command asks. */
const ANSWERS: readonly (readonly [RegExp, string])[] = [
  [/ agent create /, PASSWORD],
  [/ login /, `ana@shop.example\n${PASSWORD}`],
];

/** Runs what needs a terminal, or runs until it is ended. Returns whether it was such a line. */
async function runsOn(machine: Machine, line: string): Promise<boolean> {
  if (line.startsWith('frontdesk serve')) expect(await machine.start(line), line).toMatch(/^listening on /);
  else if (line.startsWith('frontdesk mail setup')) await setUpMail(machine, line);
  else if (line.startsWith('frontdesk contacts erase') && !line.endsWith(' --dry-run')) {
    const terminal = machine.open(line);
    await answer(terminal, 'Type', line.split(' ').at(-1)!);
    expect((await terminal.exit()).exitCode, terminal.text()).toBe(0);
  } else if (line === 'frontdesk') {
    const desk = machine.open(line);
    await desk.sees(/Unresolved/);
    desk.press('quit');
    expect((await desk.exit()).exitCode).toBe(0);
  } else return false;
  return true;
}

async function setUpMail(machine: Machine, line: string): Promise<void> {
  const terminal = machine.open(line, true);
  for (const [question, typed] of [
    ['Your name', 'Ana Ortiz'],
    ['Type yes', 'yes'],
    ['Password (or', MAIL_PASSWORD],
  ] as const)
    await answer(terminal, question, typed);
  await terminal.sees('Signed in');
  expect((await terminal.exit()).exitCode, terminal.text()).toBe(0);
}

async function answer(terminal: Terminal, question: string, typed: string): Promise<void> {
  await terminal.sees(question);
  if (question.startsWith('Password')) await hidesTyping(terminal);
  terminal.type(typed);
  terminal.press('enter');
}

async function runLines(machine: Machine, text: string): Promise<void> {
  for (const line of (await machine.standIn(text)).trimEnd().split('\n')) {
    if (await runsOn(machine, line)) continue;
    const input = ANSWERS.find(([asks]) => asks.test(line))?.[1] ?? '';
    const { code, stderr } = await machine.sh(line, `${input}\n`);
    expect([line, code, code === 0 ? '' : stderr]).toEqual([line, 0, '']);
  }
}

/** Runs the lines of a crontab with the little that cron gives them. What they say would be sent as mail. */
async function runCron(machine: Machine, text: string): Promise<void> {
  const env: Record<string, string> = { PATH: `${machine.programs}:/usr/bin:/bin` };
  for (const line of (await machine.standIn(text)).trimEnd().split('\n')) {
    const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (name) env[name] = value!;
    else {
      const command = line.replace(/^(?:\S+ +){5}/, '').replace(/^frontdesk (?=frontdesk )/, '');
      expect([line, await machine.sh(command, '', env)]).toEqual([line, { code: 0, stdout: '', stderr: '' }]);
    }
  }
}

async function checkSettings(text: string): Promise<void> {
  const { faults, keyFaults } = await readSettings({ FRONTDESK_CONFIG: '/settings.toml' }, {}, text);
  expect([...faults, ...(keyFaults ?? [])], text).toEqual([]);
}

/** Whether a program takes a file. */
function takes(command: string, ...args: readonly string[]): void {
  const env = { PATH: process.env.PATH, XDG_RUNTIME_DIR: temporaryFolder() };
  const { status, stdout, stderr } = spawnSync(command, args, { env, encoding: 'utf8' });
  expect(status, stdout + stderr).toBe(0);
}

async function checkNginx(text: string): Promise<void> {
  const folder = temporaryFolder();
  for (const name of ['key', 'good'] as const) writeFileSync(join(folder, name), pem(name));
  const stood = text
    .replace('443', `127.0.0.1:${await freePort()}`)
    .replace('/etc/ssl/help.pem', join(folder, 'good'))
    .replace('/etc/ssl/help.key', join(folder, 'key'));
  writeFileSync(join(folder, 'nginx.conf'), nginxConfig(folder, stood));
  takes(PROXIES.nginx, '-t', '-p', folder, '-c', join(folder, 'nginx.conf'));
}

async function checkHaproxy(text: string): Promise<void> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'help.pem'), pem('good') + pem('key'));
  writeFileSync(join(folder, 'haproxy.cfg'), text.replace('/etc/haproxy/help.pem', join(folder, 'help.pem')));
  takes(PROXIES.haproxy, '-c', '-f', join(folder, 'haproxy.cfg'));
}

/** The guide's configuration of HAProxy with several servers. */
function balanced(blocks: readonly Block[], servers: string): string {
  const one = blocks.find(({ language }) => language === 'haproxy')!.text;
  return one.replace(/^backend frontdesk$[\s\S]*/m, servers);
}

async function checkUnit(machine: Machine, text: string): Promise<void> {
  const unit = join(temporaryFolder(), 'hooks.service');
  writeFileSync(unit, text.replace('ExecStart=', `ExecStart=${machine.programs}/`));
  takes('systemd-analyze', '--man=no', '--user', 'verify', unit);
}

async function checkFilters(machine: Machine, text: string): Promise<void> {
  for (const line of text.trimEnd().split('\n')) {
    const filter = line.split(/ {2,}/)[0]!;
    const { code, stderr } = await machine.sh(`frontdesk conversations list -- '${filter}'`);
    const isNumber = filter.startsWith('#');
    expect([filter, code, stderr]).toEqual([
      filter,
      isNumber ? 2 : 0,
      isNumber ? expect.stringContaining('alone it opens it') : '',
    ]);
  }
}

/** Puts the scripts and the data of a guide where its commands find them. */
function putFiles({ home }: Machine, blocks: readonly Block[]): void {
  for (const { language, text } of blocks) {
    const name = language === 'json' ? 'conversations.ndjson' : /^(?:\/\/|#) (\S+\.(?:mjs|sh))\b/m.exec(text)?.[1];
    if (name === undefined || !['json', 'js', 'sh'].includes(language)) continue;
    for (const folder of ['.', 'hooks']) {
      writeFileSync(join(home, folder, name), text);
      chmodSync(join(home, folder, name), 0o755);
    }
  }
  // Two of them share a key, and the first one only explains.
  const commands = blocks.filter(({ text }) => text.startsWith('[[commands]]'));
  const relay = blocks.some(({ text }) => text.includes('mail setup')) ? '' : '[mail]\nrelay = "smtp://localhost"\n';
  mkdirSync(join(home, '.config/frontdesk'), { recursive: true });
  const tables = relay + commands.map(({ text }) => text.replace(/^key = .*\n/gm, '')).join('\n');
  if (tables === '') return;
  writeFileSync(join(home, '.config/frontdesk/config.toml'), tables, { mode: 0o600 });
}

/** Which machine a block is for, if it is another one: that of an agent, a new one, or one that agents reach by SSH. */
function machineOf(text: string): string | undefined {
  return / agent key add /.test(text)
    ? 'ssh'
    : /^frontdesk (login ssh|login|restore)/.exec(text)?.[1]?.replace(' ', '-');
}

async function follow(machine: Machine, blocks: readonly Block[]): Promise<void> {
  const kinds: Readonly<Record<string, (text: string) => Promise<void> | void>> = {
    '': text => {
      const name = machineOf(text);
      return runLines(name === undefined ? machine : machine.another(name), text);
    },
    sh: text => (text.startsWith('#!') ? undefined : runLines(machine, text)),
    cron: text => runCron(machine, text),
    toml: checkSettings,
    filter: text => checkFilters(machine, text),
    nginx: checkNginx,
    haproxy: checkHaproxy,
    // In place of the one server that the block before has.
    'haproxy-servers': text => checkHaproxy(balanced(blocks, text)),
    ini: text => checkUnit(machine, text),
    // The commands beside them run these.
    json: () => undefined,
    js: () => undefined,
    // What a program says.
    text: () => undefined,
    // Prometheus alone reads it, which is not here: `metrics.test` asks as it would.
    yaml: () => undefined,
  };
  putFiles(machine, blocks);
  for (const { language, text } of blocks) {
    expect(Object.keys(kinds)).toContain(language);
    await kinds[language]!(text);
  }
}

/** Packs what was built and installs it below `folder`, without a network. Returns its program. */
function installPackage(folder: string): string {
  const npm = (cwd: string, ...args: readonly string[]) => {
    const own = ['--silent', '--ignore-scripts', '--offline', '--cache', join(folder, 'cache')];
    return execFileSync('npm', [...args, ...own], { cwd, encoding: 'utf8' }).trim();
  };
  const source = join(folder, 'source');
  for (const part of ['bin', 'dist', 'package.json', 'README.md', 'LICENSE'])
    cpSync(join(dirname(launcher), '..', part), join(source, part), { recursive: true });
  const packed = npm(source, 'pack', '--pack-destination', folder);
  npm(source, 'install', '--global', '--prefix', join(folder, 'prefix'), join(folder, packed));
  return join(folder, 'prefix/bin/frontdesk');
}

const needs = ['curl', 'jq', 'systemd-analyze'].filter(name => spawnSync(name, ['--version']).error !== undefined);
const why =
  needs.length > 0 ? `${needs.join(' and ')} not on this machine` : (whyNoProxy('nginx') ?? whyNoProxy('haproxy'));

let server: PostgresServer | string;
const folder = mkdtempSync(join(tmpdir(), 'frontdesk-guides-'));
let installed = '';
beforeAll(async () => {
  if (why !== undefined) return;
  server = await startPostgres([]);
  installed = installPackage(folder);
});
afterAll(async () => {
  if (typeof server === 'object') await server.stop();
  rmSync(folder, { recursive: true });
});

const shown = GUIDES.filter(guide => blocksIn(guide).length > 0);

describe.each([
  ['the checkout', () => launcher],
  ['the npm package', () => installed],
])('with %s', (_, program) => {
  test.for(shown)('every block of %s works as it stands', { ...skippedFor(why), timeout: 300_000 }, async guide => {
    if (typeof server === 'string') throw new Error(server);
    const machine = await openMachine(program(), server);
    // The first conversation is not a sample, so that it can be answered.
    for (const line of [
      'frontdesk import --status open support.mbox',
      'frontdesk sample --conversations 60',
      'frontdesk contacts create Zoe zoe@customer.example',
    ])
      expect(await machine.sh(line)).toMatchObject({ code: 0 });
    await follow(machine, blocksIn(guide));
  });
});
