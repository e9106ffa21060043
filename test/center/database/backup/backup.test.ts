import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Center, createCenter } from '../../../../src/center/center.ts';
import { chunksOf } from '../../../../src/center/database/backup/cut.ts';
import { packPath } from '../../../../src/center/database/backup/folder.ts';
import { loadBackup, loadFiles } from '../../../../src/center/database/backup/load.ts';
import {
  keepManifest,
  listBackups,
  type Manifest,
  readManifest,
} from '../../../../src/center/database/backup/manifest.ts';
import { prune } from '../../../../src/center/database/backup/prune.ts';
import { type BackupOptions, backUp } from '../../../../src/center/database/backup/write.ts';
import { migrationNames } from '../../../../src/center/database/migrations/list.ts';
import { beginAnew } from '../../../../src/center/model/begin-anew.ts';
import { createSample } from '../../../../src/center/sample/create.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';
import { makeConversation } from '../../conversations.ts';
import { type OpenCenter, openCenter } from '../../open-center.ts';

let desk: OpenCenter;
let folder: string;
beforeEach(async () => {
  desk = await openCenter();
  folder = join(temporaryFolder(), 'backups');
  mkdirSync(folder);
});
afterEach(() => desk.close());

const NOON = Date.UTC(2026, 10, 28, 12);

function save({ context }: Center = desk.center, options: Partial<BackupOptions> = {}) {
  return backUp(context.store, context.files, { folder, program: '1.2.3', now: NOON, ...options });
}

async function attach(text: string) {
  const incoming = await desk.center.context.files.receive();
  await incoming.write(Buffer.from(text));
  const { hash, size } = await incoming.finish();
  const row = { name: 'a.txt', content_type: 'text/plain', size, hash, agent_id: null, created_at: 1 };
  await desk.center.write(({ db }) => db.insertInto('attachment').values(row).execute());
  return hash;
}

/** Makes a help center of a backup, beside the folder of the backups. */
async function load(manifest: Manifest, name = 'restored'): Promise<Center> {
  const place = join(dirname(folder), name);
  mkdirSync(place);
  const options = { folder, manifest, program: '1.2.3', now: NOON };
  await loadBackup(join(place, 'center.db'), options);
  await loadFiles(join(place, 'attachments'), options);
  return createCenter({ database: join(place, 'center.db'), attachmentsFolder: join(place, 'attachments') });
}

/** All that a manifest says of the content: rows and hashes, and not where they are. */
function contentOf({ tables, files }: Manifest) {
  return Object.entries({ ...tables, files }).map(([name, { rows, hash }]) => [name, rows, hash]);
}

test('what is restored is backed up by an equal manifest', async () => {
  await createSample(desk.center, { conversations: 80, now: desk.clock.now });
  await attach('some bytes');
  const raw = new Uint8Array([0, 255, 1]);
  await desk.center.write(({ db }) => db.insertInto('mail_source').values({ source_hash: 'h', raw }).execute());
  const { manifest } = await save();
  const restored = await load(manifest);
  await restored.write(beginAnew);
  mkdirSync(`${folder}-again`);
  const again = await save(restored, { folder: `${folder}-again` });
  await restored.close();
  expect(manifest.tables).toMatchObject({ mail_source: { rows: 1 }, search: { rows: 80 } });
  expect(manifest.files.rows).toBe(1);
  expect(contentOf(again.manifest)).toEqual(contentOf(manifest));
});

test('a restored help center begins a new epoch, leaves a gap in the ids, and has its mail paused', async () => {
  const last = await makeConversation(desk);
  const { manifest } = await save();
  const restored = await load(manifest);
  await restored.write(beginAnew);
  const made = await restored.read(({ db }) =>
    db.selectFrom('setting').select('key').where('key', 'in', ['epoch', 'mail_home']).orderBy('key').execute(),
  );
  const values = { title: 'Next', status_id: 1, inbox_id: 1, home_id: 1, assign_to: null, merged_into: null };
  const times = { requester_id: null, created_at: 1, updated_at: 1, last_message_at: 1 };
  const { id } = await restored.write(({ db }) =>
    db
      .insertInto('conversation')
      .values({ ...values, ...times })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  await restored.close();
  expect(last).toBeLessThan(1_000);
  expect(id).toBe(1_000_001);
  expect(made).toEqual([{ key: 'epoch' }, { key: 'mail_home' }]);
});

test('a second backup writes the database and the new attachments alone, for the owner', async () => {
  await attach('x'.repeat(100_000));
  const first = await save();
  expect((await save()).written).toBe(0);
  await desk.call('PUT', '/conversations/20', { body: { title: 'Another title' } });
  const third = await save();
  expect(third.written).toBeGreaterThan(0);
  expect(third.written).toBeLessThan(first.written / 5);
  expect((await listBackups(folder)).map(({ number }) => number)).toEqual([1, 2, 3]);
});

test('a row that comes between others shifts no piece but its own', async () => {
  const add = (ids: readonly number[]) =>
    desk.center.write(({ db }) =>
      db
        .insertInto('contact')
        .values(
          ids.map(id => ({ id, name: `Customer ${id}`, email: null, email_key: null, created_at: 1, updated_at: 1 })),
        )
        .execute(),
    );
  const pieces = () =>
    desk.center.context.store.read(async db => {
      const found: string[] = [];
      for await (const { content } of chunksOf(desk.center.context.store.kind, db, 'contact'))
        found.push(String(content));
      return found;
    });
  for (let at = 0; at < 4; at += 1) await add(Array.from({ length: 500 }, (_, one) => (at * 500 + one) * 2 + 1_000));
  const before = await pieces();
  await add([2_501]);
  const after = await pieces();
  expect(before.length).toBeGreaterThan(6);
  expect(after.filter(piece => !before.includes(piece)).length).toBeLessThanOrEqual(2);
});

test('backups are counted, so that a clock that is set back does not change which is the newest', async () => {
  await save();
  const { name } = await save(desk.center, { now: NOON - 86_400_000 });
  expect((await listBackups(folder)).at(-1)?.name).toBe(name);
});

test('--keep deletes older backups and what they alone need, and nothing if a backup cannot be read', async () => {
  await createSample(desk.center, { conversations: 50, now: desk.clock.now });
  const first = await save();
  // With most rows changed, nothing of the old packs is worth keeping.
  await desk.center.write(({ db }) => db.updateTable('message').set({ body_text: 'Changed.' }).execute());
  await desk.center.write(({ db }) => db.updateTable('conversation').set({ title: 'Changed.' }).execute());
  await save();
  const third = await save();
  writeFileSync(join(folder, 'packs', 'left.part'), 'half a pack');
  expect(await prune(folder, 2)).toEqual({ backups: 1, packs: 0 });
  expect(readdirSync(join(folder, 'packs'))).not.toContain('left.part');
  expect(await prune(folder, 1)).toEqual({ backups: 1, packs: expect.any(Number) });
  const { packs } = third.manifest;
  expect(readdirSync(join(folder, 'packs'), { recursive: true }).filter(path => String(path).length > 64).length).toBe(
    packs.length,
  );
  expect(first.manifest.packs.some(name => packs.includes(name))).toBe(packs.length > 1);
  await save();
  const [oldest] = await listBackups(folder);
  writeFileSync(join(folder, oldest!.name), '{"format":1}');
  await expect(prune(folder, 2)).rejects.toThrow(/is damaged: it is not what was written/);
  expect((await listBackups(folder)).length).toBe(2);
});

test('an attachment that is lost is named, and one that a backup from before has is kept', async () => {
  const kept = await attach('in the backup');
  await save();
  rmSync(join(desk.folder, kept));
  const second = await save();
  expect([second.missing, second.manifest.lost, second.manifest.files.rows]).toEqual([[kept], [], 1]);
  const never = await attach('never saved');
  writeFileSync(join(desk.folder, never), 'other bytes');
  const third = await save();
  expect(third.missing.toSorted()).toEqual([kept, never].sort());
  expect(third.manifest.lost).toEqual([never]);
  const restored = await load(third.manifest);
  await restored.close();
  expect(readFileSync(join(dirname(folder), 'restored', 'attachments', kept), 'utf8')).toBe('in the backup');
});

test('backups of other programs are refused by sentences that name what reads them', async () => {
  const { manifest } = await save();
  await expect(load({ ...manifest, step: '9999-later', program: '9.0.0' })).rejects.toThrow(
    `frontdesk 9.0.0 made this backup, with the tables 9999-later, and this is frontdesk 1.2.3, which knows those up to ${migrationNames.at(-1)}. Nothing was restored; update`,
  );
  const later = { ...manifest, format: 2 };
  await keepManifest(folder, 2, later as unknown as Manifest);
  const [, newer] = await listBackups(folder);
  await expect(readManifest(folder, newer!)).rejects.toThrow(
    /^frontdesk \S+ made the backup \S+ \(form 2\), and this is frontdesk \S+, which knows form 1; .*install frontdesk/,
  );
});

test('a folder with the backups of another help center is refused', async () => {
  await save();
  const other = await openCenter();
  // Databases of the tests on PostgreSQL begin as copies of one.
  await other.center.write(({ db }) =>
    db.updateTable('setting').set({ value: 'another' }).where('key', '=', 'cursor_secret').execute(),
  );
  await expect(save(other.center)).rejects.toThrow(/are of another help center. Nothing was written there/);
  await other.close();
});

test('packs are encrypted, and those in the clear do not become a part of an encrypted backup', async () => {
  await createSample(desk.center, { conversations: 20, now: desk.clock.now });
  const flip = async (bytes: Buffer) => bytes.map(byte => byte ^ 0x5a) as Buffer;
  const clear = await save();
  const { manifest, written } = await save(desk.center, { encryption: { encrypt: flip, decrypt: flip } });
  expect(written).toBeGreaterThan(clear.written / 2);
  expect(manifest.packs.some(name => clear.manifest.packs.includes(name))).toBe(false);
  // Who cannot decrypt it writes no more for that.
  expect((await save(desk.center, { encryption: { encrypt: flip } })).written).toBe(0);
  await expect(load(manifest, 'one')).rejects.toThrow(/is damaged/);
  const broken = { encrypt: flip, decrypt: async () => Buffer.from('x') };
  await desk.call('PUT', '/conversations/1', { body: { title: 'New' } });
  await expect(save(desk.center, { encryption: broken })).rejects.toThrow(
    /whether restore_command undoes backup_command/,
  );
});
