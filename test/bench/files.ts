/**
 * What attachments cost in PostgreSQL beside a folder, in turns in one run: `npm run bench -- files`. Another number of
 * files than 100,000 for the backup, and of rounds than 5, may follow. The server of PostgreSQL is one of its own, which
 * syncs each commit to the disk.
 */
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCenter } from '../../src/center/center.ts';
import { startMailServing } from '../faults/mail-serving.ts';
import { apiKey, homeOf, type Serving } from '../faults/serving.ts';
import { connectTo } from '../faults/test-database.ts';
import { benchFolder, figure, inTurns, median, tookMs } from '../harness/figures.ts';
import { launcher } from '../harness/launcher.ts';
import { letter } from '../harness/letter.ts';
import { untilLmtp } from '../harness/lmtp-client.ts';
import { postgresUrl, startPostgres } from '../harness/postgres.ts';
import { memoryMiB } from '../harness/process-use.ts';
import { deskEnvironment } from '../harness/temporary.ts';
import { sendLetters } from './intake.ts';

const [files = 100_000, rounds = 5] = process.argv.slice(2).map(Number);
const KINDS = ['folder', 'database'] as const;
type Kind = (typeof KINDS)[number];
const BYTES = 25_000_000;
const MAILS = 100;
const FILE_BYTES = 100_000;
const CONNECTIONS = 8;

const folder = benchFolder();
const server = await startPostgres([]);
if (typeof server === 'string') throw new Error(server);

function urlOf(name: string): string {
  return postgresUrl((server as { folder: string }).folder, name);
}

interface Service {
  readonly serving: Serving;
  readonly socket: string;
  readonly query: <Row>(text: string) => Promise<Row[]>;
}

const admin = await connectTo(urlOf('postgres'));

async function serve(kind: Kind): Promise<Service> {
  await admin.query(`create database bench_${kind}`);
  const home = join(folder, kind);
  mkdirSync(home, { recursive: true });
  const socket = join(home, 'lmtp');
  const database = { kind: 'postgres', location: urlOf(`bench_${kind}`), folder: home } as never;
  const serving = await startMailServing(database, home, { lmtp: socket, isInRows: kind === 'database' });
  await untilLmtp(socket);
  const client = await connectTo(urlOf(`bench_${kind}`));
  return { serving, socket, query: async text => (await client.query(text)).rows };
}

const services = { folder: await serve('folder'), database: await serve('database') };
const authorization = `Bearer ${apiKey}`;

async function upload({ serving }: Service, bytes: number): Promise<number> {
  const body = new FormData();
  body.set('file', new Blob([randomBytes(bytes)]), 'a.bin');
  const url = `${serving.url}/api/agent/v1/attachments`;
  const answer = await fetch(url, { method: 'POST', headers: { authorization }, body });
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { data: { id: number } }).data.id;
}

async function download({ serving }: Service, id: number): Promise<void> {
  const url = `${serving.url}/api/agent/v1/attachments/${id}/content`;
  const answer = await fetch(url, { headers: { authorization } });
  let size = 0;
  for await (const chunk of answer.body!) size += chunk.length;
  if (size < BYTES) throw new Error(`${size} bytes of ${BYTES}`);
}

/** The share of the folder's rate. */
function share(of: Readonly<Record<Kind, readonly number[]>>): string {
  return (median(of.folder) / median(of.database)).toFixed(2);
}

async function largeOne(): Promise<void> {
  const grown: Record<Kind, number> = { folder: 0, database: 0 };
  const ids: Record<Kind, number> = { folder: 0, database: 0 };
  const way = (kind: Kind) => ({
    up: () => tookMs(async () => (ids[kind] = await upload(services[kind], BYTES))),
    down: () => tookMs(() => download(services[kind], ids[kind])),
  });
  const before = KINDS.map(kind => memoryMiB(services[kind].serving.pid));
  const up = await inTurns({ folder: way('folder').up, database: way('database').up }, rounds, 1);
  const down = await inTurns({ folder: way('folder').down, database: way('database').down }, rounds, 1);
  for (const [at, kind] of KINDS.entries()) grown[kind] = memoryMiB(services[kind].serving.pid) - before[at]!;
  for (const kind of KINDS) {
    figure(`25 MB up, ${kind}`, '', `${median(up[kind]).toFixed(0)} ms`);
    figure(`25 MB down, ${kind}`, '', `${median(down[kind]).toFixed(0)} ms`);
    figure(`peak of memory grew, ${kind}`, '', `${grown[kind].toFixed(0)} MiB`);
  }
  figure('up, database beside folder', '≥ 0.5', share(up));
  figure('down, database beside folder', '≥ 0.5', share(down));
  figure('memory, database beyond folder', '≤ 20 MiB', `${(grown.database - grown.folder).toFixed(0)} MiB`);
}

let sent = 0;

async function mails(kind: Kind): Promise<number> {
  const { socket, query } = services[kind];
  const count = async () => (await query<{ count: number }>('select count(*) from mail'))[0]!.count;
  const first = sent;
  sent += MAILS;
  const before = await count();
  const letters = Array.from({ length: MAILS }, (_, at) => letter(first + at, { fileBytes: FILE_BYTES }));
  return tookMs(async () => {
    await sendLetters(socket, letters, CONNECTIONS);
    while ((await count()) < before + MAILS) await sleep(20);
  });
}

async function lmtp(): Promise<void> {
  const took = await inTurns({ folder: () => mails('folder'), database: () => mails('database') }, rounds, 1);
  for (const kind of KINDS)
    figure(
      `LMTP, mails with ${FILE_BYTES} bytes, ${kind}`,
      '',
      `${((MAILS * 1_000) / median(took[kind])).toFixed(0)} a second`,
    );
  figure('LMTP, database beside folder', '≥ 0.7', share(took));
}

/** Fills a help center of its own with small files, past the service: that would take an hour. */
async function fill(kind: Kind): Promise<string> {
  const name = `bench_many_${kind}`;
  await admin.query(`create database ${name}`);
  const attachments = join(folder, `many-${kind}`, 'attachments');
  const center = await createCenter({
    database: urlOf(name),
    attachmentsFolder: attachments,
    isFolderWanted: kind === 'folder',
  });
  await center.close();
  const client = await connectTo(urlOf(name));
  await client.query(`insert into attachment (name, content_type, size, hash, created_at)
    select 'a.txt', 'text/plain', length(n::text), encode(sha256(n::text::bytea), 'hex'), 1
    from generate_series(1, ${files}) as n`);
  if (kind === 'database')
    await client.query(`insert into attachment_part (hash, n, kept_at, bytes)
      select encode(sha256(n::text::bytea), 'hex'), 0, 1, n::text::bytea from generate_series(1, ${files}) as n`);
  else
    for (let at = 1; at <= files; at += 1)
      writeFileSync(join(attachments, createHash('sha256').update(`${at}`).digest('hex')), `${at}`, { mode: 0o600 });
  await client.end();
  return name;
}

async function many(): Promise<void> {
  const names = { folder: await fill('folder'), database: await fill('database') };
  const run = async (kind: Kind, ...args: string[]) => {
    const env = deskEnvironment(homeOf(join(folder, `many-${kind}`)));
    const config = join(env.XDG_CONFIG_HOME!, 'frontdesk');
    mkdirSync(config, { recursive: true });
    const attachments = JSON.stringify(join(folder, `many-${kind}`, 'attachments'));
    writeFileSync(join(config, 'config.toml'), kind === 'folder' ? `[center]\nattachments = ${attachments}\n` : '', {
      mode: 0o600,
    });
    const began = performance.now();
    try {
      execFileSync(process.execPath, [launcher, ...args, '--database', urlOf(names[kind])], { env, stdio: 'pipe' });
    } catch (error) {
      // The doctor finds something about any machine.
      if (args[0] !== 'doctor') throw error;
    }
    return performance.now() - began;
  };
  for (const [what, args] of [
    ['first backup', (kind: Kind) => ['backup', join(folder, `saved-${kind}`)]],
    ['second backup', (kind: Kind) => ['backup', join(folder, `saved-${kind}`)]],
    ['doctor', () => ['doctor']],
  ] as const) {
    const took = {
      folder: [await run('folder', ...args('folder'))],
      database: [await run('database', ...args('database'))],
    };
    for (const kind of KINDS)
      figure(`${what} of ${files} files, ${kind}`, '', `${(took[kind][0]! / 1_000).toFixed(1)} s`);
    figure(`${what}, database beside folder`, '≥ 1', share(took));
  }
}

try {
  await largeOne();
  await lmtp();
  for (const { serving } of Object.values(services)) await serving.stop();
  await many();
} finally {
  for (const { serving } of Object.values(services)) await serving.kill();
  await server.stop();
}
