import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, expect, test } from 'vitest';
import { clearErased, eraseStep } from '../../../src/center/model/erasure/erase.ts';
import { beginErasure } from '../../../src/center/model/erasure/erasure.ts';
import { ATTACHED, fillFile, hashOf } from '../../center/filled-center.ts';
import { createCenter } from '../../harness/center.ts';
import { deskEnvironment, temporaryFolder } from '../../harness/temporary.ts';
import { runShell } from '../run-shell.ts';

const filled = { folder: '' };
beforeAll(async () => {
  filled.folder = mkdtempSync(join(tmpdir(), 'frontdesk-backup-'));
  await fillFile(filled.folder);
  return () => rmSync(filled.folder, { recursive: true, force: true });
});

/** A filled help center of a test's own, and its folder of backups. */
function place(settings?: string) {
  const folder = temporaryFolder();
  cpSync(filled.folder, folder, { recursive: true });
  const env = deskEnvironment(folder);
  if (settings !== undefined) {
    mkdirSync(join(folder, 'config', 'frontdesk'), { recursive: true });
    writeFileSync(join(folder, 'config', 'frontdesk', 'config.toml'), settings, { mode: 0o600 });
  }
  const [database, backups] = [join(folder, 'here', 'center.db'), join(folder, 'backups')];
  return {
    ...{ folder, database, backups, attached: join(folder, 'here', 'attachments', hashOf(ATTACHED)) },
    run: (...args: string[]) => runShell(args, { env }),
    backup: (...flags: string[]) => runShell(['backup', backups, '--database', database, ...flags], { env }),
    restore: (to: string, ...flags: string[]) =>
      runShell(['restore', backups, '--database', join(folder, to), ...flags], { env }),
    names: () =>
      readdirSync(backups)
        .filter(name => name.endsWith('.json'))
        .sort(),
  };
}

/** Changes one byte of a file. */
function damage(path: string): void {
  const bytes = readFileSync(path);
  bytes[Math.max(0, bytes.length - 20)]! ^= 1;
  writeFileSync(path, bytes);
}

/** The databases of a folder of backups, and its attachments. */
function contentsIn(backups: string): string[] {
  return readdirSync(backups, { recursive: true, encoding: 'utf8' })
    .filter(path => path.length > 64 || path.includes('.db.zst'))
    .sort()
    .map(path => join(backups, path));
}

test('a help center is backed up and restored with its attachments, and its mail is paused', async () => {
  const { folder, database, backups, backup, restore, run, names } = place();
  const made = await backup();
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(made.stdout).toMatch(/000001-\S+\.json has [\d,]+ rows and 1 attachment file; [\d.]+ kB of it were new\.\n$/);
  const restored = await restore('new/center.db');
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  expect(restored.stdout).toMatch(/rows and 1 attachment file were restored to .*\/new\/center\.db\. Mail is paused/);
  expect(readFileSync(join(folder, 'new', 'attachments', hashOf(ATTACHED)), 'utf8')).toBe(ATTACHED);
  expect(
    readdirSync(join(folder, 'new'))
      .filter(name => !name.startsWith('center.db'))
      .sort(),
  ).toEqual(['attachments']);
  const listed = (of: string) => run('conversations', 'list', '--database', of, '--json', 'id,title,status');
  expect((await listed(join(folder, 'new', 'center.db'))).stdout).toBe((await listed(database)).stdout);
  const again = await restore('new/center.db');
  expect(again).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/There is a file .* already. Nothing was restored/),
  });
  expect((await backup('--keep', '1')).stdout).toMatch(/1 older backup and 0 attachment files were deleted/);
  expect(names()).toHaveLength(1);
  expect(backups).toBe(join(folder, 'backups'));
});

test('doctor says how old the newest backup is, and when the backups were verified', async () => {
  const { folder, database, backup, backups, run } = place();
  const doctor = async (of = database) => (await run('doctor', '--database', of)).stdout;
  expect(await doctor()).toContain('No backup of it was made yet: frontdesk backup');
  await backup();
  expect(await doctor()).toContain(`good   The newest backup is 1 m old, in ${backups}. It was never verified`);
  const verified = await run('backup', '--verify', '--restore', '--database', database);
  expect(verified).toMatchObject({ code: 0, stderr: '' });
  expect(verified.stdout).toMatch(
    /^1 backup in .*: everything was read, .*\nThe newest backup was restored into a scratch/,
  );
  expect(readdirSync(backups).filter(name => name === 'unfinished')).toEqual([]);
  expect(await doctor()).toContain(`in ${backups}. It was verified 1 m ago.`);
  const file = new DatabaseSync(database);
  const old = JSON.stringify([
    { at: Date.now() - 3 * 86_400_000, folder: backups },
    { at: 1, folder: '/mnt/a', isUntold: true },
  ]);
  file.prepare(`update setting set value = ? where key = 'backup_folders'`).run(old);
  file.close();
  expect(await doctor()).toContain(`to do  The newest backup is 3 days old, in ${backups}.`);
  expect(await doctor()).toContain('to do  /mnt/a was not told what was erased');
  await run('restore', backups, '--database', join(folder, 'new.db'));
  expect(await doctor(join(folder, 'new.db'))).toContain('to do  Mail is paused: this help center was restored');
});

test('an attachment that is gone is named, and older backups stay', async () => {
  const { attached, backup, names } = place();
  expect((await backup()).code).toBe(0);
  rmSync(attached);
  const second = await backup('--keep', '1');
  expect(second.code).toBe(1);
  expect(second.stderr).toMatch(
    /^missing: [0-9a-f]{64} in .*\/attachments is not there or damaged; the backup still has it\n/,
  );
  expect(second.stderr).toContain('none was deleted');
  expect(names()).toHaveLength(2);
});

test('a damaged database is said to be so, and the backups from before stay', async () => {
  const { database, backup, restore, names } = place();
  await backup();
  const file = new DatabaseSync(database);
  const { page } = file.prepare(`select rootpage as page from sqlite_schema where name = 'message'`).get()!;
  const { size } = file.prepare('select page_size as size from pragma_page_size').get()!;
  file.exec('pragma wal_checkpoint(truncate)');
  file.close();
  writeSync(
    openSync(database, 'r+'),
    Buffer.alloc(Number(size), 7),
    0,
    Number(size),
    (Number(page) - 1) * Number(size),
  );
  const refused = await backup('--keep', '1');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(
    /damaged.*(No backup was made; the backups from before are kept|take a copy of it from before)/,
  );
  expect(names()).toHaveLength(1);
  expect((await restore('new.db')).code).toBe(0);
});

test('a damaged backup is not restored in part, and an older one that is whole is named', async () => {
  const { folder, backups, database, backup, restore, run, names } = place();
  await backup();
  const before = contentsIn(backups);
  await run('sample', '--conversations', '40', '--seed', '7', '--database', database);
  await backup();
  const [later] = contentsIn(backups).filter(path => !before.includes(path));
  damage(later!);
  const refused = await restore('new/center.db');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/is damaged: .*Nothing was restored. An older one is whole: --at \d{4}-\S+Z$/m);
  expect(readdirSync(folder)).not.toContain('new.db');
  expect(existsSync(join(folder, 'new', 'center.db'))).toBe(false);
  const at = refused.stderr.trim().split(' ').at(-1)!;
  expect((await restore('new/center.db', '--at', at)).code).toBe(0);
  expect((await restore('x.db', '--at', '2020-01-01')).stderr).toMatch(
    /has no backup from before then; the oldest is of/,
  );
  const newest = join(backups, names().at(-1)!);
  writeFileSync(newest, '{}');
  expect((await restore('d.db')).stderr).toMatch(
    /is damaged: it is not what was written. .*An older one is whole: --at/,
  );
  expect(await restore('d.db', '--at', '2099-01-01')).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^passed over: The backup \S+ in .* is damaged/),
  });
  for (const path of before) rmSync(path);
  expect((await restore('c.db')).stderr).toMatch(/no older backup in .* is whole/);
});

test('--verify names all that is damaged, and mends what the help center still has', async () => {
  const { backups, database, backup, restore, run } = place();
  await backup();
  await backup();
  const verify = () => run('backup', '--verify', backups, '--database', database);
  const [first, second, attachment] = contentsIn(backups);
  damage(attachment!);
  const mended = await verify();
  expect(mended).toMatchObject({
    code: 1,
    stderr: `damaged: ${attachment!.slice(backups.length + 1)} is not what was written; mended from the help center\n`,
  });
  expect((await verify()).code).toBe(0);
  // Also without the help center, which then has nothing to mend from.
  const bytes = readFileSync(database);
  writeFileSync(database, 'no database');
  expect(await verify()).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Cannot use .* Nothing is mended/) });
  writeFileSync(database, bytes);
  rmSync(first!);
  damage(second!);
  rmSync(join(backups, 'erasures.head'));
  const found = await verify();
  expect(found.code).toBe(1);
  expect(found.stderr).toMatch(/^damaged: 000001-\S+\.db\.zst is missing; broken for it: 000001-\S+\.json$/m);
  expect(found.stderr).toMatch(/^damaged: 000002-\S+\.db\.zst is not what was written; broken for it: 000002-\S+$/m);
  expect(found.stderr).toContain('damaged: erasures.head is missing; mended from the help center\n');
  expect((await restore('new.db')).code).toBe(1);
  expect((await verify()).stderr).not.toContain('erasures.head');
});

test('two backups at once, and a folder whose backups are gone, are refused', async () => {
  const { folder, backups, backup } = place();
  expect((await backup()).code).toBe(0);
  const lock = new DatabaseSync(join(backups, 'lock'));
  lock.exec('begin exclusive');
  expect(await backup()).toMatchObject({ code: 1, stderr: expect.stringMatching(/Another backup to .* is running/) });
  lock.close();
  renameSync(backups, join(folder, 'elsewhere'));
  expect(await backup()).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/are gone. Nothing was done: check that its disk/),
  });
  expect((await backup('--anew')).code).toBe(0);
  rmSync(backups, { recursive: true });
  writeFileSync(backups, 'a file');
  expect((await backup()).code).toBe(1);
  expect((await backup()).stderr).toContain('Nothing was changed.');
});

test('backups are encrypted by a command, which restore_command undoes', async () => {
  const settings = '[center]\nbackup_command = "base64"\nrestore_command = "base64 -d"\n';
  const { folder, database, backups, backup, restore, run } = place(settings);
  const verify = () => run('backup', '--verify', '--database', database);
  expect(await backup()).toMatchObject({ code: 0, stderr: '' });
  for (const path of contentsIn(backups)) expect(readFileSync(path, 'utf8')).toMatch(/^[A-Za-z0-9+/=\n]+$/);
  expect((await verify()).stdout).toContain('everything was read, and can be restored.');
  const config = join(folder, 'config', 'frontdesk', 'config.toml');
  writeFileSync(config, '');
  expect((await verify()).stdout).toContain('everything is as it was written. It is encrypted: with restore_command');
  expect(await backup()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('are encrypted, and this one is not'),
  });
  expect((await restore('new.db')).stderr).toMatch(
    /The backup is encrypted. Nothing was restored: set restore_command/,
  );
  writeFileSync(config, '[center]\nrestore_command = "echo no key >&2; exit 3"\n');
  const failed = await restore('new.db');
  expect(failed.code).toBe(1);
  expect(failed.stderr).toMatch(/The command of restore_command ended with exit code 3 \(it says: no key\)/);
  expect(existsSync(join(folder, 'new.db'))).toBe(false);
  writeFileSync(config, settings);
  expect((await restore('new.db')).code).toBe(0);
  for (const [command, why] of [
    ['exit 4', /The command of backup_command ended with exit code 4/],
    ['head -c 1000', /The command of backup_command (printed less than it was given|ended before it had read all)/],
  ] as const) {
    writeFileSync(config, `[center]\nbackup_command = "${command}"\n`);
    expect(await backup()).toMatchObject({ code: 1, stderr: expect.stringMatching(why) });
  }
  expect(existsSync(join(folder, 'here', 'attachments.unfinished'))).toBe(false);
});

test('the folder of the attachments and that of the backups may be links', async () => {
  const { folder, backups, backup, restore } = place();
  renameSync(join(folder, 'here', 'attachments'), join(folder, 'files'));
  symlinkSync(join(folder, 'files'), join(folder, 'here', 'attachments'));
  mkdirSync(join(folder, 'disk'));
  symlinkSync(join(folder, 'disk'), backups);
  expect(await backup()).toMatchObject({ code: 0, stderr: '' });
  mkdirSync(join(folder, 'new'));
  mkdirSync(join(folder, 'other files'));
  symlinkSync(join(folder, 'other files'), join(folder, 'new', 'attachments'));
  expect((await restore('new/center.db')).code).toBe(0);
  expect(readFileSync(join(folder, 'other files', hashOf(ATTACHED)), 'utf8')).toBe(ATTACHED);
});

/** Erases the first contact of a help center. Returns it as it was. */
async function eraseFirst(database: string, attachmentsFolder: string) {
  const center = await createCenter({ database, attachmentsFolder });
  const contact = await center.read(({ db }) => {
    const named = db.selectFrom('contact').selectAll().where('email', 'is not', null);
    return named.orderBy('id').executeTakeFirstOrThrow();
  });
  const erasure = await center.write(work => beginErasure(work, contact));
  while (await eraseStep(center.context, [erasure.id]));
  await clearErased(center.context);
  await center.close();
  return contact;
}

test('data erased after a backup is erased again in the help center that is restored', async () => {
  const { folder, database, backups, backup, restore, run } = place();
  const filled = new DatabaseSync(database);
  const { changes } = filled
    .prepare(`insert into message_attachment (message_id, attachment_id, position)
      select min(message.id), attachment.id, 0 from message, attachment where message.contact_id =
        (select min(id) from contact where email is not null)`)
    .run();
  expect(changes).toBe(1);
  filled.close();
  await backup();
  const contact = await eraseFirst(database, join(folder, 'here', 'attachments'));
  expect(await restore('new/center.db')).toMatchObject({ code: 0, stderr: '' });
  expect(readdirSync(join(folder, 'new', 'attachments'))).toEqual([]);
  const proven = await run('backup', '--verify', backups, '--restore', '--database', database);
  expect(proven).toMatchObject({ code: 0, stderr: '' });
  const file = new DatabaseSync(join(folder, 'new', 'center.db'));
  expect(file.prepare('select count(*) as n from contact where name = ?').get(contact.name)).toEqual({ n: 0 });
  file.close();
  expect(readFileSync(join(folder, 'new', 'center.db')).includes(contact.email!)).toBe(false);
  const lines = readFileSync(join(backups, 'erasures.ndjson'), 'utf8');
  // Without a whole ledger only those who say so restore.
  writeFileSync(join(backups, 'erasures.ndjson'), '');
  expect(await restore('again.db')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /erasures.ndjson has 0 of 1 lines. Nothing was restored, because people who were erased/,
    ),
  });
  expect((await restore('again.db', '--without-erasures')).stderr).toContain('Add --yes to do it.');
  expect(await restore('again.db', '--without-erasures', '--yes')).toMatchObject({ code: 0 });
  expect(readFileSync(join(folder, 'again.db')).includes(contact.email!)).toBe(true);
  // The next backup does not write the line a second time.
  writeFileSync(join(backups, 'erasures.ndjson'), lines);
  await backup();
  expect(readFileSync(join(backups, 'erasures.ndjson'), 'utf8')).toBe(lines);
});

test('each folder of backups is told of an erasure, or named until it is', async () => {
  const { folder, database, backup, backups, run, restore } = place();
  await run('backup', `${backups}-a`, '--database', database);
  await backup();
  renameSync(`${backups}-a`, `${backups}-away`);
  mkdirSync(`${backups}-a`);
  const contact = await eraseFirst(database, join(folder, 'here', 'attachments'));
  const untold = `${backups}-a was not told what was erased: mount it and run frontdesk backup --erasures ${backups}-a`;
  expect((await backup()).stderr).toBe(`${untold}\n`);
  expect((await run('doctor', '--database', database)).stdout).toContain(`${backups}-a was not told what was erased`);
  rmSync(`${backups}-a`, { recursive: true });
  renameSync(`${backups}-away`, `${backups}-a`);
  const told = await run('backup', '--erasures', `${backups}-a`, '--database', database);
  expect(told).toMatchObject({ code: 0, stdout: `${backups}-a knows all erasures; 1 of them was new to it.\n` });
  expect(await backup()).toMatchObject({ code: 0, stderr: '' });
  await run('restore', `${backups}-a`, '--database', join(folder, 'new.db'));
  expect(readFileSync(join(folder, 'new.db')).includes(contact.email!)).toBe(false);
  expect((await restore('other.db')).code).toBe(0);
  const forgotten = await run('backup', '--erasures', '--anew', `${backups}-a`, '--database', database);
  expect(forgotten.stdout).toContain('is forgotten');
  expect(foldersOf(database)).toEqual([backups]);
});

/** The folders of backups that a help center remembers. */
function foldersOf(database: string): string[] {
  const file = new DatabaseSync(database, { readOnly: true });
  const { value } = file.prepare(`select value from setting where key = 'backup_folders'`).get()!;
  file.close();
  return (JSON.parse(value as string) as { folder: string }[]).map(({ folder }) => folder);
}

test('a folder is remembered before its first backup, which may be broken off after it is there', async () => {
  const { database, backups, backup } = place('[center]\nbackup_command = "exit 4"\n');
  expect((await backup()).code).toBe(1);
  expect(foldersOf(database)).toEqual([backups]);
  expect((await backup()).stderr).toContain('ended with exit code 4');
});

/** All files and folders below one. */
function allIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(path => join(folder, path));
}

test('a backup and a restore are for the owner of the folder alone, also if root runs them', async () => {
  const { folder, backups, backup, restore } = place();
  const [owner, new_] = [process.getuid!() === 0 ? 12_345 : process.getuid!(), join(folder, 'new')];
  for (const made of [backups, new_]) mkdirSync(made);
  for (const made of [backups, new_]) if (process.getuid!() === 0) chownSync(made, owner, owner);
  await backup();
  expect((await restore('new/center.db')).code).toBe(0);
  const made = [...allIn(backups), ...allIn(new_)];
  expect(made.length).toBeGreaterThan(10);
  for (const path of made) {
    const { uid, mode } = statSync(path);
    expect([path, uid, mode & 0o077]).toEqual([path, owner, 0]);
  }
});

test('a missing help center and a folder without backups are told of', async () => {
  const { folder, run, restore, backups } = place();
  expect((await run('backup', backups, '--database', join(folder, 'typo.db'))).stderr).toMatch(
    /There is no help center/,
  );
  expect(existsSync(join(folder, 'typo.db'))).toBe(false);
  expect((await restore('new.db')).stderr).toMatch(/Cannot use .*backups: it is gone/);
  mkdirSync(backups);
  expect((await restore('new.db')).stderr).toMatch(/There is no backup in .*Nothing was restored/);
  expect((await restore('new.db', '--at', 'soon')).code).toBe(2);
});
