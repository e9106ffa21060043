import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { runShell } from './cli/run-shell.ts';
import { ROOT, textIn } from './harness/guides.ts';
import { follow, recipesIn } from './harness/recipes.ts';
import { deskEnvironment, temporaryFolder } from './harness/temporary.ts';

const TREE = [
  'src',
  'bin',
  'test',
  'biome.json',
  'package.json',
  'tsconfig.json',
  'tsdown.config.ts',
  'vitest.config.ts',
];
/** What the compiler found out about the unchanged tree, if `npm run types` has run. */
const CHECKED = 'tsconfig.tsbuildinfo';
const API_KEY = 'a-key-that-only-this-test-knows';

const recipes = recipesIn(textIn('src/README.md'));
const tree = mkdtempSync(join(tmpdir(), 'frontdesk-recipes-'));
afterAll(() => rmSync(tree, { recursive: true, force: true, maxRetries: 3 }));

/** The errors of the compiler, as `file: message`. */
function typeFaults(): string[] {
  // It looks only at what the changes reach. More threads take no less of two busy processors.
  const how = ['--incremental', '--singleThreaded'];
  const args = ['node_modules/typescript/bin/tsc', '--noEmit', ...how];
  const { stdout } = spawnSync(process.execPath, args, { cwd: tree, encoding: 'utf8' });
  return [...stdout.matchAll(/^(\S+)\(\d+,\d+\): error (.*)$/gm)].map(([, file, message]) => `${file}: ${message}`);
}

/** The output of a script that runs in the changed tree. */
function fromTree(script: string): string {
  return execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: tree, encoding: 'utf8' });
}

function environment(): Record<string, string> {
  return deskEnvironment(temporaryFolder(), { FRONTDESK_API_KEY: API_KEY });
}
const launcher = join(tree, 'bin/frontdesk.js');
function run(...args: string[]) {
  return runShell(args, { env: environment(), launcher });
}

let early: readonly string[] = [];

beforeAll(() => {
  const parts = existsSync(join(ROOT, CHECKED)) ? [...TREE, CHECKED] : TREE;
  for (const part of parts) cpSync(join(ROOT, part), join(tree, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
  const [[entry, ...more] = [], ...others] = recipes.values();
  follow(tree, entry!);
  early = typeFaults();
  for (const block of [...more, ...others.flat()]) follow(tree, block);
  execFileSync(process.execPath, ['node_modules/tsdown/dist/run.mjs'], { cwd: tree, stdio: 'ignore' });
}, 600_000);

test('each recipe changes few files', () => {
  const files = [...recipes].map(([name, blocks]) => [name, [...new Set(blocks.map(({ file }) => file))]]);
  expect(Object.fromEntries(files)).toEqual({
    'Add an endpoint': ['src/contract/tag.ts', 'src/center/handlers/tag.ts', 'test/conformance/scenes.ts'],
    'Add a change': [
      'src/state/changes/conversation-urgent.ts',
      'src/state/changes/list.ts',
      'test/faults/desk/kinds.ts',
    ],
    'Add an action': ['src/actions/conversation/urgent.ts', 'src/actions/index.ts'],
    'Add a filter': [
      'src/contract/conversation-filter.ts',
      'src/center/model/conversation/contents.ts',
      'src/cli/cache/find.ts',
    ],
    'Add a setting': ['src/cli/settings/table.ts'],
  });
});

test('an endpoint without its handler or its row in the suite does not compile', () => {
  expect(early).toHaveLength(2);
  expect(early.join('\n')).toMatch(/^src\/center\/handlers\/tag\.ts: .*get/m);
  expect(early.join('\n')).toMatch(/^test\/conformance\/scenes\.ts: .*tag\.get/m);
});

test('the code of the recipes compiles, and other code knows its types', { timeout: 180_000 }, () => {
  const uses = `
    import type { Client } from '../src/client/client.ts';
    import type { DeskTold } from '../src/cli/settings/table.ts';
    import type { Desk } from '../src/state/desk.ts';
    import type { ActionId } from '../src/state/world/overlay.ts';
    export const id: ActionId = 'conversation.urgent';
    const answering = { afterReply: 'closed', afterSending: 'stay', speak: 'usual', dueBell: 10 } as const;
    const rest = { ...answering, link: 'auto', layout: 'auto', ambiguous: 'auto', bell: 'bell', presence: 'on' } as const;
    export const told: DeskTold = { ...rest, pageSize: 100 };
    export const get = (client: Client) => client.tag.get({ params: { name: 'vip' } });
    export const mark = (desk: Desk) => desk.commit('conversation.urgent', { ids: [1] });
    // @ts-expect-error: A setting has a type too.
    export const wrong: DeskTold = { ...rest, pageSize: '60' };
  `;
  writeFileSync(join(tree, 'test/uses.ts'), uses);
  expect(typeFaults()).toEqual([]);
});

test('the code of the recipes passes the linter', () => {
  const files = [...recipes.values()].flat().map(({ file }) => file);
  const args = ['node_modules/@biomejs/biome/bin/biome', 'check', '--vcs-enabled=false', ...new Set(files)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: tree, encoding: 'utf8' });
  expect(status, stdout + stderr).toBe(0);
});

test('the new action is in the help and in the table of keys', () => {
  const found = fromTree(`
    import { actions, bound } from './src/actions/index.ts';
    import { helpRows, keyTable } from './src/keys/help.ts';
    import { emptyWorld } from './src/state/empty-world.ts';
    const rows = helpRows(bound, { ...emptyWorld(0), pane: 'list' }, 'rush');
    console.log(JSON.stringify([rows.map(({ keys, action }) => [keys, action.title]), keyTable(actions)]));
  `);
  const [rows, table] = JSON.parse(found);
  expect(rows).toEqual([['$', 'Mark as urgent']]);
  expect(table).toContain('| `$` | Mark as urgent | Tags the conversation, or all that are marked, as urgent. |');
});

test('the new setting is in --help and in the guides, and is checked in the file', async () => {
  const { stdout } = await run('--help');
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    '--page-size <number> how many conversations are read at once (default: 50, env: FRONTDESK_PAGE_SIZE)',
  );
  expect(
    fromTree(`import { settingsTable } from './src/cli/settings/guide.ts'; console.log(settingsTable());`),
  ).toContain(
    '| top | `page_size` | how many conversations are read at once | one of 25, 50, 100 | 50 | `--page-size`, `FRONTDESK_PAGE_SIZE` |',
  );
  expect((await run('--page-size', '5')).stderr).toContain('must be one of 25, 50, 100');
  const FRONTDESK_CONFIG = join(temporaryFolder(), 'config.toml');
  writeFileSync(FRONTDESK_CONFIG, 'page_size = 5\n');
  const { stderr } = await runShell(['key', 'list'], { env: { ...environment(), FRONTDESK_CONFIG }, launcher });
  expect(stderr).toBe(`frontdesk: ${FRONTDESK_CONFIG}, line 1: page_size must be one of 25, 50, 100, not 5.\n`);
});

test('the new filter is known to lists and rules, and is offered', async () => {
  const env = environment();
  const shell = (...args: string[]) => runShell(args, { env, launcher });
  expect((await shell('conversations', 'list', 'has:bounc')).stderr).toContain('did you mean "bounce"?');
  expect(await shell('conversations', 'list', 'has:bounce')).toMatchObject({ code: 0, stdout: '' });
  const added = await shell('rules', 'add', 'Bounced', '--when', 'has:bounce', '--do', 'tag:bounced');
  expect(added.stdout + added.stderr).toBe('Rule Bounced was created.\n');
});

test('the new endpoint is in openapi.json, and it answers', async () => {
  const { paths } = JSON.parse((await run('openapi')).stdout);
  expect(paths['/tags/{name}'].get).toMatchObject({ operationId: 'tag.get', summary: 'Retrieve a tag' });

  const child = spawn(process.execPath, [launcher, 'serve', '--port', '0'], { env: environment() });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [said] = await once(child.stdout, 'data');
  const base = `${String(said).trim().replace('listening on ', '')}/api/agent/v1`;
  const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ title: 'Win a prize', tags: ['spam'] });
  expect((await fetch(`${base}/conversations`, { method: 'POST', headers, body })).status).toBe(201);
  const answer = await fetch(`${base}/tags/SPAM`, { headers });
  expect([answer.status, await answer.json()]).toEqual([200, { data: { name: 'spam', conversations: 1 } }]);
  expect((await fetch(`${base}/tags/ham`, { headers })).status).toBe(404);
});
