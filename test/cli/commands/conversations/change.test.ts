import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { actions } from '../../../../src/actions/index.ts';
import { createSample } from '../../../../src/center/sample/create.ts';
import { verbs } from '../../../../src/cli/declared/verbs.ts';
import { createProgram } from '../../../../src/cli/program/program.ts';
import { changes } from '../../../../src/state/changes/list.ts';
import { runs } from '../../../harness/full.ts';
import { commandOn } from '../../command-on.ts';
import { type ServedCenter, servedCenter } from '../../served-center.ts';
import { shellHere } from '../../shell-here.ts';

async function make(center: ServedCenter, inboxId: number, ...titles: readonly string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const title of titles) {
    const { body } = await center.call('POST', '/conversations', { body: { title, inbox_id: inboxId } });
    ids.push(body.data.id);
  }
  return ids;
}

async function read(center: ServedCenter, id: number) {
  return (await center.call('GET', `/conversations/${id}`)).body.data;
}

test('every change of conversations is a command, except those for one conversation alone', () => {
  // Two of them put off, and bring back.
  const sent = new Set(Object.values(verbs).map(({ change }) => change as string));
  const own = [
    'conversation.create',
    'conversation.split',
    'conversation.title',
    'conversation.rating',
    'conversation.read',
  ];
  expect([...sent, ...own].sort()).toEqual(
    Object.keys(changes)
      .filter(name => name.startsWith('conversation.'))
      .sort(),
  );
  const known = actions.map(({ id }) => id);
  for (const { change } of Object.values(verbs)) expect(known).toContain(change);
});

test('a change with --json is carried out, and prints all of its results without the names of fields', async () => {
  const center = await servedCenter();
  const frontdesk = commandOn(center);
  const [id] = await make(center, center.inboxId, 'first');
  const archived = await frontdesk(['conversations', 'archive', `${id}`, '--json']);
  expect([archived.code, JSON.parse(archived.stdout)]).toEqual([
    0,
    [{ id, result: 'done', code: null, message: null }],
  ]);
  expect((await read(center, id!)).archived).toBe(true);
  const noted = await frontdesk(['conversations', 'note', `${id}`, '--json', '--text', 'Called her.']);
  expect(JSON.parse(noted.stdout)).toMatchObject([{ id, result: 'done' }]);
  const created = await frontdesk(['inbox', 'create', 'Sales', '--json']);
  expect(JSON.parse(created.stdout)).toMatchObject([{ slug: 'sales' }]);
});

/** All commands that have no commands of their own. */
function leaves(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
}

test('of all commands, those with --dry-run never only list the fields of their results', () => {
  const changing = leaves(createProgram(shellHere().shell, () => undefined)).filter(({ options }) =>
    options.some(({ long }) => long === '--dry-run'),
  );
  const listsFields = changing.filter(({ options }) =>
    options.some(({ long, optional, presetArg }) => long === '--json' && optional && presetArg === undefined),
  );
  expect(changing.length).toBeGreaterThan(20);
  expect(listsFields.map(command => command.name())).toEqual([]);
});

test('10,000 ids from standard input are changed in chunks, and each says what came of it', async () => {
  const [asked, there] = [runs(10_000), runs(300)];
  const center = await servedCenter();
  const frontdesk = commandOn(center);
  await createSample(center.center, { conversations: there, now: center.clock.now });
  const open = await frontdesk(['conversations', 'list', '--ndjson', '--json', 'id']);
  const listed = open.stdout.trimEnd().split('\n').length;
  const input = Array.from({ length: asked }, (_, index) => `#${index + 1}\n`).join('');

  const { code, stdout, stderr } = await frontdesk(['conversations', 'archive', '-', '--ndjson'], { input });
  const results = stdout
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line));
  expect(results.map(({ id }) => id)).toEqual(Array.from({ length: asked }, (_, index) => index + 1));
  const count = (wanted: string) => results.filter(({ result }) => result === wanted).length;
  expect([count('done'), count('unchanged'), count('failed')]).toEqual([listed, there - listed, asked - there]);
  expect(results.at(-1)).toEqual({
    id: asked,
    result: 'failed',
    code: 'refused',
    message: expect.stringContaining(`${asked}`),
  });
  expect([code, stderr]).toEqual([1, '']);
  expect((await frontdesk(['conversations', 'list'])).stdout).toBe('');

  const again = await frontdesk(['conversations', 'archive', '1', '2', '3']);
  expect(again).toEqual({ code: 0, stdout: 'Nothing was changed. 3 conversations were so already.\n', stderr: '' });
});

test('names are resolved, and a mistyped one changes nothing and names the nearest', async () => {
  const center = await servedCenter();
  const frontdesk = commandOn(center);
  const [id = 0] = await make(center, center.inboxId, 'Refund');
  const change = (...args: string[]) => frontdesk(['conversations', ...args]);
  expect(await change('assign', `${id}`, '--agent', 'ben agent')).toMatchObject({
    code: 0,
    stdout: `Assigned #${id} to Ben Agent.\n`,
  });
  expect((await change('assign', `${id}`, '--agent', 'none')).stdout).toBe(`Unassigned #${id}.\n`);
  expect((await change('status', `${id}`, '--status', 'Closed')).stdout).toBe(`Closed #${id}.\n`);
  expect((await change('tag', `${id}`, '--tag', 'vip', '--tag', 'late')).code).toBe(0);
  expect((await change('untag', `${id}`, '--tag', 'late')).code).toBe(0);
  expect(await read(center, id)).toMatchObject({ assign_to: null, status: 'closed', tags: ['vip'] });

  for (const [args, meant] of [
    [['assign', '--agent', 'bne'], 'Ben Agent'],
    [['assign', '--agent', 'ben'], 'Ben Agent'],
    [['status', '--status', 'clo'], 'closed'],
    [['status', '--status', 'closd'], 'closed'],
    [['untag', '--tag', 'vpi'], 'vip'],
    [['move', '--inbox', 'suport'], 'Support'],
  ] as const) {
    const ended = await change(...args, `${id}`);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain('Nothing was done.');
    expect(ended.stderr).toContain(meant);
  }
});

test('later puts off until the time behind the ids, and wake brings back', async () => {
  const center = await servedCenter();
  const frontdesk = commandOn(center);
  const ids = await make(center, center.inboxId, 'One', 'Two');
  const change = (...args: string[]) => frontdesk(['conversations', ...args]);
  const words = ids.map(String);
  expect(await change('later', ...words, '1.6.2999 14:00')).toMatchObject({ code: 2, stdout: '' });
  const until = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  expect((await change('later', ...words, `${until} 14:00 keep`, '--dry-run')).stderr).toContain(
    'Put off 2 conversations',
  );
  expect((await change('later', ...words, `${until} 14:00 keep`)).code).toBe(0);
  expect(await read(center, ids[0]!)).toMatchObject({ snoozed: { keep: true } });
  expect((await frontdesk(['conversations', 'list', 'is:later', '--json', 'id'])).stdout).toContain(`${ids[1]}`);
  expect((await change('later', `${ids[0]}`, 'now')).stdout).toBe(`Brought back #${ids[0]}.\n`);
  expect((await change('wake', ...words)).stdout).toBe(`Brought back #${ids[1]}. 1 conversation was so already.\n`);
  await change('status', '--status', 'closed', `${ids[0]}`);
  expect(await change('later', ...words, `${until} 14:00`)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(`Put off #${ids[1]}`),
    stderr: expect.stringContaining(`${ids[0]}: is closed, and cannot be put off`),
  });
  const missing = await change('later', `${ids[0]}`);
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('behind them the time')]);
});

test('the rest is done if the help center refuses some, and each of these has its reason', async () => {
  const center = await servedCenter();
  const frontdesk = commandOn(center);
  const [seen = 0, merged = 0] = await make(center, center.inboxId, 'Seen', 'Merged');
  const [hidden = 0] = await make(center, 1, 'Hidden');
  await frontdesk(['conversations', 'merge', `${seen}`, `${merged}`]);
  const words = [seen, merged, hidden, 99_999].map(String);
  const ended = await frontdesk(['conversations', 'tag', ...words, '--tag', 'vip'], { as: 'agent' });
  expect(ended).toMatchObject({ code: 1, stdout: `Tagged #${seen} vip. 3 failed.\n` });
  expect(ended.stderr.trimEnd().split('\n').sort()).toEqual([
    expect.stringMatching(new RegExp(`^${merged}: .*merged into ${seen}`)),
    expect.stringMatching(new RegExp(`^${hidden}: there is no conversation ${hidden}`)),
    '99999: there is no conversation 99999, or you may not see it',
  ]);
});

test('a dry run changes nothing and says what would be done to which', async () => {
  const center = await servedCenter();
  const frontdesk = commandOn(center);
  const ids = await make(center, center.inboxId, 'One', 'Two\u202e', 'Three', 'Four');
  await frontdesk(['conversations', 'merge', `${ids[0]}`, `${ids[3]}`]);
  await frontdesk(['conversations', 'archive', `${ids[2]}`]);
  const all = async () => (await center.call('GET', '/conversations', { query: { archived: 'any' } })).body.data;
  const before = await all();
  const words = [...ids, 99_999].map(String);
  const ended = await frontdesk(['conversations', 'archive', '--dry-run', ...words]);
  expect(ended.code).toBe(1);
  expect(ended.stdout.split('\n')).toEqual([
    `${ids[0]}\tplanned\tOne`,
    `${ids[1]}\tplanned\tTwo`,
    `${ids[2]}\tunchanged\tThree`,
    `${ids[3]}\tfailed\t`,
    '99999\tfailed\t',
    '',
  ]);
  expect(ended.stderr).toContain('Archived 2 conversations');
  expect(ended.stderr).toContain(`${ids[3]}: was merged into ${ids[0]}\n`);
  expect(ended.stderr).toContain('99999: there is no such conversation');
  expect(await all()).toEqual(before);
});

test('wrong usage is 2, and a help center that is not there or refuses the sign-in is 3', async () => {
  const center = await servedCenter();
  const frontdesk = commandOn(center);
  expect((await frontdesk(['conversations', 'archive', 'twelve'])).code).toBe(2);
  expect((await frontdesk(['conversations', 'archive'])).code).toBe(2);
  expect((await frontdesk(['conversations', 'tag', '12'])).code).toBe(2);
  expect((await frontdesk(['conversations', 'merge', '12', '11', '12'])).stderr).toContain('into itself');
  expect((await frontdesk(['conversations', 'archive', '-'])).stdout).toContain('nothing to do');
  const refused = await frontdesk(['conversations', 'archive', '12', '--ndjson'], { as: 'fd_nobody' });
  expect([refused.code, JSON.parse(refused.stderr).error.code]).toEqual([3, 'unauthorized']);
});
