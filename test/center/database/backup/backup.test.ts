import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Center } from '../../../../src/center/center.ts';
import { loadAttachments, loadDatabase } from '../../../../src/center/database/backup/load.ts';
import {
  keepManifest,
  listBackups,
  type Manifest,
  readManifest,
} from '../../../../src/center/database/backup/manifest.ts';
import { prune } from '../../../../src/center/database/backup/prune.ts';
import type { Pipe } from '../../../../src/center/database/backup/stored.ts';
import type { BackupOptions } from '../../../../src/center/database/backup/write.ts';
import { migrationNames } from '../../../../src/center/database/migrations/list.ts';
import { beginAnew } from '../../../../src/center/model/begin-anew.ts';
import { createSample } from '../../../../src/center/sample/create.ts';
import { spoilFile } from '../../../harness/attachment-files.ts';
import { createCenter } from '../../../harness/center.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';
import { makeConversation } from '../../conversations.ts';
import { type OpenCenter, openCenter } from '../../open-center.ts';
import { attachTo, saveTo } from './saved.ts';

let desk: OpenCenter;
let folder: string;
let place: string;
beforeEach(async () => {
  desk = await openCenter();
  place = temporaryFolder();
  folder = join(place, 'backups');
  mkdirSync(folder);
});
afterEach(() => desk.close());

const NOON = Date.UTC(2026, 10, 28, 12);

function save({ context }: Center = desk.center, options: Partial<BackupOptions> = {}) {
  return saveTo(context, { folder, now: NOON, ...options });
}
function attach(text: string) {
  return attachTo(desk.center, text);
}

/** The paths of the attachments’ files in the folder. */
function attachmentsIn(): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => path.length > 64)
    .map(path => join(folder, path));
}

/** Makes a help center of a backup, beside the folder of the backups. */
async function load(manifest: Manifest, name = 'restored', decrypt?: Pipe): Promise<Center> {
  const [database, attachmentsFolder] = [join(place, name, 'center.db'), join(place, name, 'attachments')];
  mkdirSync(join(place, name));
  const options = { folder, manifest, program: '1.2.3', decrypt };
  await loadDatabase(database, options);
  await loadAttachments(database, attachmentsFolder, options);
  return createCenter({ database, attachmentsFolder });
}

test('a backup is one file that any SQLite opens; a backup of the restored center has equal rows', async () => {
  await createSample(desk.center, { conversations: 20, now: desk.clock.now });
  await attach('some bytes');
  const raw = new Uint8Array([0, 255, 1]);
  await desk.center.write(({ db }) => db.insertInto('mail_source').values({ source_hash: 'h', raw }).execute());
  const { manifest } = await save();
  const opened = new DatabaseSync(':memory:');
  opened.deserialize(zstdDecompressSync(readFileSync(join(folder, manifest.file.name))));
  expect(opened.prepare('select raw from mail_source').get()).toEqual({ raw });
  expect(readFileSync(attachmentsIn()[0]!, 'utf8')).toBe('some bytes');
  const restored = await load(manifest);
  await restored.write(beginAnew);
  mkdirSync(`${folder}-again`);
  const again = await save(restored, { folder: `${folder}-again` });
  await restored.close();
  expect(manifest.rows).toMatchObject({ mail_source: 1, attachment: 1 });
  expect(again.manifest.rows).toEqual({ ...manifest.rows, setting: manifest.rows.setting! + 2 });
  expect(again.manifest.attachments).toEqual(manifest.attachments);
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
  const new_ = await attach('new');
  const second = await save();
  expect(second.written).toBe(second.manifest.file.stored.size + 3);
  expect(second.written).toBeLessThan(first.written - 90_000);
  expect(second.manifest.attachments).toContain(new_);
  expect((await listBackups(folder)).map(({ number }) => number)).toEqual([1, 2]);
  const modes = attachmentsIn().concat(join(folder, second.name), join(folder, second.manifest.file.name));
  expect(modes.map(path => statSync(path).mode & 0o777)).toEqual(modes.map(() => 0o600));
});

test('backups are counted, so that a clock that is set back does not change which is the newest', async () => {
  await save();
  const { name } = await save(desk.center, { now: NOON - 86_400_000 });
  expect((await listBackups(folder)).at(-1)?.name).toBe(name);
});

test('--keep deletes older backups and their own attachments, and nothing if a backup cannot be read', async () => {
  const [kept, gone] = [await attach('kept'), await attach('gone')];
  await save();
  await desk.center.write(({ db }) => db.deleteFrom('attachment').where('hash', '=', gone).execute());
  await save();
  const third = await save();
  expect(await prune(folder, 2)).toEqual({ backups: 1, attachments: 1 });
  expect(attachmentsIn().map(path => path.slice(-64))).toEqual([kept]);
  expect(await prune(folder, 1)).toEqual({ backups: 1, attachments: 0 });
  expect(readdirSync(folder).filter(name => name.startsWith('0'))).toEqual([third.name, third.manifest.file.name]);
  writeFileSync(join(folder, '000004-20261128T120000Z.db.zst.9.part'), 'half');
  await save();
  expect(readdirSync(folder).filter(name => name.endsWith('.part'))).toEqual([]);
  const [oldest] = await listBackups(folder);
  writeFileSync(join(folder, oldest!.name), '{"format":2}');
  await expect(prune(folder, 2)).rejects.toThrow(/is damaged: it is not what was written/);
  expect((await listBackups(folder)).length).toBe(2);
});

test('an attachment that is lost is named, and one that a backup from before has is kept', async () => {
  const kept = await attach('in the backup');
  await save();
  await spoilFile(desk, kept);
  const second = await save();
  expect([second.missing, second.manifest.lost, second.manifest.attachments]).toEqual([[kept], [], [kept]]);
  const never = await attach('never saved');
  await spoilFile(desk, never, 'other bytes');
  const third = await save();
  expect(third.missing.toSorted()).toEqual([kept, never].sort());
  expect(third.manifest.lost).toEqual([never]);
  const restored = await load(third.manifest);
  await restored.close();
  expect(readFileSync(join(place, 'restored', 'attachments', kept), 'utf8')).toBe('in the backup');
});

test('backups of other programs are refused by sentences that name what reads them', async () => {
  const { manifest } = await save();
  await expect(load({ ...manifest, step: '9999-later', program: '9.0.0' })).rejects.toThrow(
    `frontdesk 9.0.0 made this backup, with the tables 9999-later, and this is frontdesk 1.2.3, which knows those up to ${migrationNames.at(-1)}. Nothing was restored; update`,
  );
  const ofForm = async (format: number) => {
    await keepManifest(folder, format + 1, { ...manifest, format } as unknown as Manifest);
    return readManifest(folder, (await listBackups(folder)).at(-1)!);
  };
  await expect(ofForm(1)).rejects.toThrow(/have an older form, which the commit [0-9a-f]{8} of frontdesk reads/);
  await expect(save()).rejects.toThrow(/have an older form, .* Nothing was done, and they stay as they are/);
  await expect(ofForm(3)).rejects.toThrow(
    /^frontdesk \S+ made the backup \S+ \(form 3\), and this is frontdesk \S+, which knows form 2; .*install frontdesk/,
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

const flip: Pipe = async function* (bytes) {
  for await (const chunk of bytes) yield chunk.map(byte => byte ^ 0x5a);
};
const half: Pipe = async function* (bytes) {
  for await (const chunk of bytes) yield chunk.subarray(0, chunk.length >> 1);
};

test('a backup is encrypted with all of its folder, and its files’ names tell nothing of the content', async () => {
  const hash = await attach('some bytes');
  const { manifest } = await save(desk.center, { encryption: { encrypt: flip, decrypt: flip } });
  const [path] = attachmentsIn();
  expect(path).not.toContain(hash);
  expect(readFileSync(path!).includes('some bytes')).toBe(false);
  const restored = await load(manifest, 'restored', flip);
  await restored.close();
  expect(readFileSync(join(place, 'restored', 'attachments', hash), 'utf8')).toBe('some bytes');
  await expect(load(manifest, 'undecrypted')).rejects.toThrow(/cannot be read/);
  await expect(save()).rejects.toThrow(/are encrypted, and this one is not .* Nothing was written there/);
  expect((await save(desk.center, { encryption: { encrypt: flip } })).written).toBeGreaterThan(0);
});

test('a plain folder gets no encrypted backup', async () => {
  await save();
  const encryption = { encrypt: flip };
  await expect(save(desk.center, { encryption })).rejects.toThrow(/are not encrypted, and this one is /);
});

test.for([
  ['prints half of it, found out by decrypting', { encrypt: half, decrypt: half }, /printed less than it was given/],
  ['prints half of it, found out by its size', { encrypt: half }, /printed less than it was given/],
  ['is undone by another command', { encrypt: flip, decrypt: half }, /whether restore_command undoes backup_command/],
] as const)('a command that %s makes no backup', async ([, encryption, why]) => {
  await attach('some bytes');
  await expect(save(desk.center, { encryption })).rejects.toThrow(why);
  expect(await listBackups(folder)).toEqual([]);
});

test('a folder whose attachments cannot be listed is named, and is not taken for one without any', async () => {
  await attach('some bytes');
  const { manifest } = await save();
  rmSync(join(folder, 'attachments'), { recursive: true });
  writeFileSync(join(folder, 'attachments'), 'a file in the place of a folder');
  await expect(load(manifest)).rejects.toThrow(/Cannot use .*attachments: it is not a folder/);
});
