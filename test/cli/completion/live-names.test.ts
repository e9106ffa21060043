import { once } from 'node:events';
import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { createApiKey, ensureLocalAdmin } from '../../../src/center/auth/administration.ts';
import { checkFile } from '../../../src/center/database/sqlite/check-file.ts';
import { namesInFile } from '../../../src/center/database/sqlite/names.ts';
import { newestPlaces } from '../../../src/cli/cache/newest-places.ts';
import { CACHE_SCHEMA } from '../../../src/cli/cache/schema.ts';
import { liveValues } from '../../../src/cli/completion/live-values.ts';
import { remoteNames } from '../../../src/cli/completion/remote-names.ts';
import type { PlaceElsewhere } from '../../../src/cli/elsewhere/resolve.ts';
import { cachePath } from '../../../src/cli/kept/names.ts';
import { run } from '../../../src/cli/main.ts';
import { createClient } from '../../../src/client/client.ts';
import { t } from '../../../src/text/safe.ts';
import { createCenter } from '../../harness/center.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { servedCenter } from '../served-center.ts';
import { shellHere } from '../shell-here.ts';

/** What a folder holds, to the byte and the moment. */
function stateOf(folder: string) {
  return readdirSync(folder).map(name => {
    const { size, mtimeMs } = statSync(join(folder, name));
    return [name, size, mtimeMs];
  });
}

function placeAt(url: string, token: PlaceElsewhere['token'], more: Partial<PlaceElsewhere> = {}): PlaceElsewhere {
  return { url, token, tokenSource: t`a test`, signInsText: '', ...more };
}

test('a help center’s file is looked into, open or closed, and stays as it was', async () => {
  const folder = temporaryFolder();
  const database = join(folder, 'center.db');
  const center = await createCenter({ database, attachmentsFolder: join(folder, 'attachments') });
  const inboxes = () => namesInFile(database, 'inbox', 10).map(({ value }) => value);
  expect(inboxes()).toEqual(['inbox', 'spam']);
  await center.close();
  const before = stateOf(folder);
  expect(inboxes()).toEqual(['inbox', 'spam']);
  expect(namesInFile(database, 'inbox', 1)).toHaveLength(1);
  expect(namesInFile(database, 'status', 10).map(({ value }) => value)).toContain('closed');
  expect(checkFile(database).fault).toBeUndefined();
  expect(stateOf(folder)).toEqual(before);
});

test('a file that is damaged, is none, or is not there gives no names, and no error', async () => {
  const folder = temporaryFolder();
  const database = join(folder, 'center.db');
  const { shell, stderr } = shellHere({});
  const asked = () => liveValues(shell, 'tag', new Map([['database', database]]));
  expect(await asked()).toEqual([]);
  writeFileSync(database, 'no database '.repeat(1_000));
  expect(await asked()).toEqual([]);
  expect(checkFile(database).fault).toEqual({ kind: 'damaged', why: 'file is not a database' });
  expect([await liveValues(shell, 'tag', new Map([['url', 'gopher://x']])), stderr()]).toEqual([[], '']);
});

test('the profiles of the settings file are offered, and the given and saved views', async () => {
  const path = join(temporaryFolder(), 'config.toml');
  writeFileSync(path, 'url = 3\n[profiles.work]\n[profiles."at home"]\n');
  const { shell } = shellHere({ FRONTDESK_CONFIG: path });
  expect(await liveValues(shell, 'profile', new Map())).toEqual([{ value: 'work' }, { value: 'at home' }]);
  expect(await liveValues(shell, 'view', new Map([['database', '/nowhere']]))).toContainEqual({ value: 'Unresolved' });
});

test('a help center elsewhere is asked', async () => {
  const { url, tokens } = await servedCenter();
  const names = await remoteNames(
    placeAt(url, async () => tokens.admin),
    'inbox',
    Date.now(),
    20_000,
  );
  expect(names.map(({ value }) => value)).toContain('support');
});

test('a help center that is slow is given up, and no command is run for its token', async () => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(
    await remoteNames(
      placeAt(url, async () => 'token'),
      'tag',
      Date.now(),
      50,
    ),
  ).toEqual([]);
  let runs = 0;
  const run = async () => {
    runs += 1;
    return 'token';
  };
  expect([await remoteNames(placeAt(url, run, { isCommand: true }), 'tag', Date.now()), runs]).toEqual([[], 0]);
});

test('the newest cache of a help center tells its places, and that of another one does not', () => {
  const folder = temporaryFolder();
  const keep = (center: string, agent: number, slug: string, seconds: number) => {
    const path = cachePath(folder, center, { agent: { id: agent, name: 'Ana' } });
    const database = new DatabaseSync(path);
    database.exec(CACHE_SCHEMA);
    const inbox = { id: 7, name: 'Support', slug, sort: 1, kind: 'normal' };
    database.prepare('insert into place values (?, ?)').run('inboxes', JSON.stringify([inbox]));
    database.close();
    utimesSync(path, seconds, seconds);
  };
  mkdirSync(folder, { recursive: true });
  keep('https://a.example/', 1, 'old', 1_000);
  keep('https://a.example/', 2, 'new', 2_000);
  keep('https://b.example/', 1, 'other', 3_000);
  const found = newestPlaces(folder, 'https://a.example/');
  expect([found?.asOf, found?.places.inboxes.map(({ slug }) => slug)]).toEqual([2_000_000, ['new']]);
  expect(newestPlaces(folder, 'https://c.example/')).toBeUndefined();
});

test('a filter’s words, agents by their names, and a tag that begins with a dash are offered', async () => {
  const folder = temporaryFolder();
  const database = join(folder, 'center.db');
  const center = await createCenter({ database, attachmentsFolder: join(folder, 'attachments') });
  const { token } = await createApiKey(center, 'test');
  const client = createClient({ baseUrl: 'http://here', token: () => token, answer: center.answer });
  await client.conversation.create({ body: { title: 'Parcel', tags: ['-dash', 'two words'] } });
  const { agent } = await ensureLocalAdmin(center, 'Ana Lee');
  await center.close();
  const offered = async (...words: string[]) => {
    const { shell, stdout } = shellHere({ FRONTDESK_CONFIG: join(folder, 'none.toml') });
    await run(shell, ['__complete', '--', ...words]);
    return stdout()
      .split('\n')
      .map(line => line.split('\t')[0])
      .filter(Boolean);
  };
  const list = ['conversations', 'list', '--database', database];
  expect(await offered(...list, 'st')).toEqual(['status:']);
  expect(await offered(...list, 'is:un')).toEqual(['is:unresolved', 'is:unassigned', 'is:unread']);
  expect(await offered(...list, 'tag:')).toEqual(['tag:-dash', 'tag:"two words"']);
  expect(await offered(...list, `assignee:${agent.email!.slice(0, 3)}`)).toContain(`assignee:${agent.email}`);
  expect(await offered(...list, 'inbox:I')).toEqual(['inbox:Inbox']);
  const tag = ['conversations', 'tag', '1', '--database', database];
  expect(await offered(...tag, '--tag', '-d')).toEqual(['-dash']);
  expect(await offered(...tag, '--tag=')).toEqual(['-dash', 'two words']);
  expect(await offered(...tag, '--tag', '')).toEqual(['-dash', 'two words']);
  expect(await offered('conversations', 'assign', '1', '--database', database, '--agent', 'A')).toEqual(['Ana Lee']);
});
