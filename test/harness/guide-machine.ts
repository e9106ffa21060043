import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Ended, runShell } from '../cli/run-shell.ts';
import { usualRecord } from './dkim.ts';
import { openImapServer } from './imap-server.ts';
import { listenHere } from './listen-here.ts';
import { openNameServer } from './name-server.ts';
import { EXPORTS, serveExport } from './other-desks.ts';
import { askPostgres, type PostgresServer, postgresUrl } from './postgres.ts';
import { openTerminal, type Terminal } from './pty.ts';
import { openRelay } from './relay.ts';
import { deskEnvironment, temporaryFolder } from './temporary.ts';
import { pem, pemFile } from './tls.ts';

export const PASSWORD = 'seven blue lanterns';
/** That of the account of mail. */
export const MAIL_PASSWORD = 'secret';
const SHOP = 'help@shop.example';

/** Programs of others that the guides name, and what stands for them. `npm` runs what the package has; other tests run that. */
const PROGRAMS: Readonly<Record<string, string>> = {
  sudo: '[ "$1" != -u ] || shift 2; exec "$@"',
  systemctl: ':',
  docker: '[ "$1 $2" = "compose --file" ] && [ -f "$ROOT/$3" ]',
  trans: 'cat',
  npm: `case "$1" in ci|pack) ;; start|test) grep -q "\\"$1\\": " "$ROOT/package.json" ;; *) grep -q "\\"$2\\": " "$ROOT/package.json" ;; esac`,
};

const ROOT = join(import.meta.dirname, '../..');
const MAIL = `From: zoe@there.example\nTo: ${SHOP}\nSubject: Old\nMessage-ID: <old@there.example>\nDate: Mon, 5 Jan 2026 10:00:00 +0000\n\nText\n`;

/** A machine on which somebody follows a guide. */
export interface Machine {
  /** The home folder, in which commands are typed. */
  readonly home: string;
  /** Where `sh` finds programs before those of the system. */
  readonly programs: string;
  /** What stands for what a guide names and a test does not have. Each call has an empty database on PostgreSQL. */
  standIn(text: string): Promise<string>;
  sh(line: string, input?: string, env?: Record<string, string>): Promise<Ended>;
  /** Starts what runs until it is ended. Returns its first line. */
  start(line: string): Promise<string>;
  /** Opens a terminal; `setsUpMail`: the account of mail that is named can be found there. */
  open(line: string, setsUpMail?: boolean): Terminal;
  /** Another machine, with the same programs and the same disk of backups. `ssh` goes to the one that is called `ssh`. */
  another(name: string): Machine;
}

/** Something that takes all that is posted. */
async function webhook(): Promise<string> {
  const server = createServer((request, response) => request.resume().on('end', () => response.end('{"number":1}')));
  return listenHere(server);
}

/** An account of mail that SRV records name. Returns the environment in which they are asked, and nothing is fetched. */
async function account(): Promise<Record<string, string>> {
  const tls = { key: pem('key'), cert: pem('good') };
  const imap = await openImapServer({ tls, offers: ['IDLE', 'UIDPLUS'] });
  imap.passwords.set(SHOP, MAIL_PASSWORD);
  const relay = await openRelay({
    tls,
    isTlsFromStart: true,
    passwords: { [SHOP]: MAIL_PASSWORD },
    mechanisms: 'PLAIN',
  });
  onTestFinished(async () => {
    await imap.close();
    await relay.close();
  });
  const records = {
    '_imaps._tcp.shop.example': { host: 'localhost', port: imap.port },
    '_submissions._tcp.shop.example': { host: 'localhost', port: relay.port },
  };
  return openNameServer(records, usualRecord);
}

/** What the guides' lines find in the home folder. */
async function fill(home: string): Promise<void> {
  for (const made of ['Maildir/cur', 'Maildir/new', 'Maildir/tmp', 'letters', 'files', 'hooks'])
    mkdirSync(join(home, made), { recursive: true });
  writeFileSync(join(home, 'support.mbox'), `From zoe Mon Jan  5 10:00:00 2026\n${MAIL}\n`);
  writeFileSync(join(home, 'Maildir/cur/1:2,S'), MAIL.replace('old@', 'second@'));
  writeFileSync(join(home, 'letters/1.eml'), MAIL.replace('old@', 'third@'));
  writeFileSync(join(home, 'files/zendesk-55'), 'order');
  for (const name of ['tickets', 'users']) cpSync(join(EXPORTS, `zendesk-${name}.json`), join(home, `${name}.json`));
  const url = await webhook();
  for (const folder of ['.', 'hooks'])
    for (const name of ['chat-url', 'tracker-url']) writeFileSync(join(home, folder, name), url);
}

/** Makes a machine with `program`, a file that is run or the folder of an installation, and a help center in its home. */
export async function openMachine(program: string, server: PostgresServer | undefined): Promise<Machine> {
  const folder = temporaryFolder();
  const programs = join(folder, 'usr/local/bin');
  mkdirSync(programs, { recursive: true });
  const put = (name: string, text: string) => {
    writeFileSync(join(programs, name), `#!/bin/sh\nROOT='${ROOT}'\n${text}\n`);
    chmodSync(join(programs, name), 0o755);
  };
  for (const [name, text] of Object.entries(PROGRAMS)) put(name, text);
  put('frontdesk', `exec '${program}' "$@"`);
  symlinkSync(process.execPath, join(programs, 'node'));
  // As sshd does with a key that may run one command.
  const far = join(folder, 'first/ssh/home');
  mkdirSync(join(far, '.ssh'), { recursive: true, mode: 0o700 });
  const key = Buffer.from([0, 0, 0, 11, ...Buffer.from('ssh-ed25519'), 0, 0, 0, 32, ...Buffer.alloc(32, 7)]);
  writeFileSync(join(far, 'ana.pub'), `ssh-ed25519 ${key.toString('base64')} ana\n`);
  put(
    'ssh',
    `HOME='${far}' exec /bin/sh -c "$(sed -n 's/.*command="\\([^"]*\\)".*/\\1/p' '${far}/.ssh/authorized_keys')"`,
  );
  const mail = await account();
  let databases = 0;
  const database = async () => {
    databases += 1;
    const name = `guide_${process.pid}_${Date.now()}_${databases}`;
    await askPostgres(postgresUrl(server!.folder, 'postgres'), `create database ${name}`);
    return postgresUrl(server!.folder, name);
  };

  const machineIn = (root: string): Machine => {
    const {
      XDG_CONFIG_HOME: _c,
      XDG_DATA_HOME: _d,
      XDG_STATE_HOME: _s,
      XDG_CACHE_HOME: _a,
      ...own
    } = deskEnvironment(root, { NODE_EXTRA_CA_CERTS: pemFile('good') });
    const env: Record<string, string> = {
      ...own,
      PATH: `${programs}:${own.PATH}`,
    };
    const home = env.HOME!;
    const typed = (line: string) => `cd '${home}' && ${line}`;
    let service: Promise<string> | undefined;
    const start = async (line: string): Promise<string> => {
      const child = spawn('/bin/sh', ['-c', typed(`exec ${line}`)], { env, stdio: ['ignore', 'pipe', 'ignore'] });
      onTestFinished(() => void child.kill('SIGKILL'));
      const said = Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => [`${line} has ended`])]);
      return String((await said)[0]);
    };
    const sh = (line: string, input = '', more: Record<string, string> = {}) =>
      runShell(['-c', typed(line)], { env: { ...env, ...more }, input, node: '/bin/sh', launcher: '-e' });
    const serve = async () => {
      await sh(`frontdesk agent create 'Ana Ortiz' ana@shop.example --role admin`, `${PASSWORD}\n`);
      return /(http:\S+)/.exec(await start('frontdesk serve --port 0'))![1]!;
    };
    const served = () => (service ??= serve());
    /** By what a guide says; the order does not matter. */
    const STAND_INS: readonly (readonly [string, (text: string) => Promise<string> | string])[] = [
      ['https://help.shop.example', served],
      ['postgres://desk@db.shop.example/desk', async () => `'${await database()}'`],
      ['https://zammad.shop.example', () => serveExport('zammad.json')],
      ['https://freescout.shop.example', () => serveExport('freescout.json')],
      ['TOKEN=…', () => 'TOKEN=secret'],
      ['KEY=…', () => 'KEY=secret'],
      ['/mnt/backup', text => join(folder, text.includes('/var/lib') ? 'mnt/debian' : 'mnt/backup')],
      ['=/etc', () => `=${join(folder, 'etc')}`],
      ['=/var/lib', () => `=${join(folder, 'var/lib')}`],
      ['/usr/local/bin:', () => `${programs}:`],
      ['--port 8080', () => '--port 0'],
      // It would never end.
      ['--follow ', () => ''],
    ];
    return {
      home,
      programs,
      standIn: async text => {
        let stood = text;
        for (const [named, made] of STAND_INS)
          if (stood.includes(named)) stood = stood.replaceAll(named, await made(text));
        return stood;
      },
      sh,
      start,
      open: (line, setsUpMail = false) =>
        openTerminal({
          command: '/bin/sh',
          args: ['-c', typed(line)],
          env: { ...env, ...(setsUpMail && mail) },
          columns: 120,
          rows: 40,
        }),
      another: name => machineIn(join(root, name)),
    };
  };
  const machine = machineIn(join(folder, 'first'));
  await fill(machine.home);
  return machine;
}
