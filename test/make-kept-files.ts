/**
 * Makes `test/fixtures/<version>/`: what this version keeps, made by its own code. `node test/make-kept-files.ts`, once
 * for each release, before it is tagged, on a built checkout and a machine with PostgreSQL. The files of a released
 * version never change.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import packageJson from '../package.json' with { type: 'json' };
import { importMail } from '../src/center/intake/import-mail.ts';
import { writeFrame } from '../src/cli/first-frame/frame-file.ts';
import { draftKey } from '../src/state/drafts/drafts.ts';
import { deskPlace } from '../src/state/place/world-place.ts';
import { everything } from '../src/state/query/views.ts';
import { openList } from '../src/state/sync/list.ts';
import { t } from '../src/text/safe.ts';
import { createAgent, createAgentToken } from './harness/agents.ts';
import { ADDRESS, copyKept, openDeskOnFiles, openKeptCenter, placesIn, VERSIONS } from './harness/kept-files.ts';
import { launcher } from './harness/launcher.ts';
import { letter } from './harness/letter.ts';
import { askPostgres, postgresUrl, startPostgres } from './harness/postgres.ts';
import { deskEnvironment } from './harness/temporary.ts';

const LETTERS = 8;
const FILE_BYTES = 300;

if (packageJson.version.includes('-'))
  throw new Error(`${packageJson.version} is not a release: set its version first.`);

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-kept-'));
const places = placesIn(folder);
for (const path of [places.signIns, places.config]) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });

const center = await openKeptCenter(folder);
const letters = Array.from({ length: LETTERS }, (_, at) => letter(at, at === 0 ? { fileBytes: FILE_BYTES } : {}));
const mbox = join(folder, 'letters.mbox');
writeFileSync(
  mbox,
  letters.map(text => `From x Wed Jan  1 00:00:00 2025\n${text.replaceAll('\r\n', '\n')}\n`).join(''),
);
await importMail(center, [mbox], { status: 'open' });
const { id } = await createAgent(center, { name: 'Ana Ortiz', email: 'ana@shop.example', role: 'admin' });
const agent = { id, name: 'Ana Ortiz' };
const token = await createAgentToken(center, id);

const { desk, kept, cache, views, link, close } = await openDeskOnFiles(folder, center, { token, agent });
await kept.begin();
await openList(desk, everything);
const { base, list } = desk.world();
cache.keep({
  conversations: [...base.conversations.values()],
  list: { ...list, query: everything, asOf: 0 },
  places: { inboxes: base.inboxes, statuses: base.statuses, agents: base.agents, tags: base.tags },
});
await views.change(() => ({ saved: [{ name: t`Lamps`, filter: t`tag:lamp` }] }));
link(false);
desk.commit('conversation.archive', { ids: [1] });
desk.commit('note.add', { ids: [2], details: 'Wait for the courier.' });
desk.set({ drafts: new Map([[draftKey('note', 3), { text: 'The lantern is' }]]) });
kept.storage.savePlace(deskPlace(desk.world()));
close();
await center.close();

writeFileSync(
  places.signIns,
  `${JSON.stringify([{ profile: null, url: ADDRESS, token, agent, isInsecure: false, isChosen: true }], null, 2)}\n`,
  { mode: 0o600 },
);
writeFileSync(places.config, 'link = "slow"\n\n[cache]\ndays = 7\n\n[profiles.shop]\nurl = "https://help.example"\n');
const painting = { frame: 'Unresolved', bytes: 'Unresolved', columns: 80, rows: 24 };
writeFrame(places.frame, { ...painting, aim: '', asOf: 0, until: 0, witnesses: [], token: null });
rmSync(mbox);

/** The same database on PostgreSQL, as statements. */
async function dump(): Promise<void> {
  const server = await startPostgres();
  if (typeof server === 'string') throw new Error(server);
  await askPostgres(postgresUrl(server.folder, 'postgres'), 'create database kept template template0');
  const url = postgresUrl(server.folder, 'kept');
  const env = deskEnvironment(join(folder, 'copying'));
  execFileSync(launcher, ['copy', '--from', places.database, '--to', url], { env });
  const text = execFileSync('pg_dump', ['--inserts', '--no-owner', '--no-privileges', url], { encoding: 'utf8' });
  // Lines for psql alone.
  writeFileSync(places.dump, text.replaceAll(/^\\.*\n/gm, ''));
  rmSync(join(folder, 'copying'), { recursive: true });
  await server.stop();
}

await dump();
copyKept(folder, join(VERSIONS, packageJson.version), 'pack');
rmSync(folder, { recursive: true, force: true });
