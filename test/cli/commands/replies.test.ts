import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../harness/temporary.ts';
import { commandOn } from '../command-on.ts';
import { servedCenter } from '../served-center.ts';

async function open() {
  const center = await servedCenter();
  const save = (body: object, as: 'admin' | 'agent' | 'key' = 'admin') =>
    center.call('POST', '/saved_replies', { as, body: { text: 'Thanks.', ...body } });
  const all = async () => (await center.call('GET', '/saved_replies')).body.data;
  const folder = join(temporaryFolder(), 'replies');
  return { center, save, all, folder, frontdesk: commandOn(center) };
}

const REFUND = `+++
name = "Refund, at once"
owner = "team"
inboxes = [ "support" ]

[actions]
status = "closed"
add_tags = [ "refund" ]
assign_to = "none"
inbox = "support"
+++
Dear {customer.first|you},

on its way.
`;

describe('replies export and import', () => {
  test('write a text file for each, and make them at another help center; a second time changes nothing', async () => {
    const { center, save, folder, frontdesk } = await open();
    const { inboxId } = center;
    const actions = { status: 'closed', add_tags: ['refund'], assign_to: null, inbox_id: inboxId };
    const text = 'Dear {customer.first|you},\n\non its way.';
    await save({ name: 'Refund, at once', text, inbox_ids: [inboxId], actions });
    await save({ name: 'Mine', owner_id: center.adminId, text: 'Tab\there \n' });
    await save({ name: 'refund at once' });
    expect(await frontdesk(['replies', 'export', folder])).toEqual({
      code: 0,
      stdout: `Wrote 3 files to ${folder}.\n`,
      stderr: '',
    });
    expect(readdirSync(folder).sort()).toEqual(['mine.txt', 'refund-at-once-1.txt', 'refund-at-once.txt']);
    expect(readFileSync(join(folder, 'refund-at-once-1.txt'), 'utf8')).toBe(REFUND);
    const same = { code: 0, stdout: '3 files changed nothing.\n', stderr: '' };
    expect(await frontdesk(['replies', 'import', folder])).toEqual(same);

    const other = await open();
    const made = await other.frontdesk(['replies', 'import', folder]);
    expect(made.stdout).toBe(
      'Saved reply Mine was created.\nSaved reply Refund, at once was created.\nSaved reply refund at once was created.\n',
    );
    expect(await other.all()).toMatchObject([
      { name: 'Mine', owner_id: other.center.adminId },
      { name: 'refund at once' },
      { name: 'Refund, at once', text, inbox_ids: [other.center.inboxId], actions: { ...actions } },
    ]);
    expect(await other.frontdesk(['replies', 'import', folder])).toEqual(same);
  });

  test('change what differs, and with --dry-run only say so', async () => {
    const { center, save, all, folder, frontdesk } = await open();
    await save({ name: 'Refund, at once', inbox_ids: [center.inboxId] });
    await frontdesk(['replies', 'export', folder]);
    writeFileSync(join(folder, 'refund-at-once.txt'), REFUND.replaceAll('\n', '\r\n'));
    const dry = await frontdesk(['replies', 'import', folder, '--dry-run']);
    expect(dry.stdout).toBe('Saved reply Refund, at once would be changed.\nNothing was changed (--dry-run).\n');
    expect((await all())[0].text).toBe('Thanks.');
    await frontdesk(['replies', 'import', folder]);
    expect(await all()).toMatchObject([{ text: 'Dear {customer.first|you},\n\non its way.', version: 2 }]);
  });

  test.for([
    ['no head', 'Hello', 1, 'it does not begin with a head between two lines +++'],
    ['no TOML', '+++\nname = "A"\nowner\n+++\nHi\n', 3, /toml/i],
    ['an unknown key', '+++\nname = "A"\nowner = "team"\nstatus = "x"\n+++\nHi\n', 4, /^status: /],
    ['no such owner', '+++\nname = "A"\nowner = "you"\n+++\nHi\n', 3, /^owner: /],
    ['an unknown inbox', '+++\nname = "A"\ninboxes = ["suport"]\n+++\nHi\n', 3, 'there is no inbox suport'],
    [
      'an unknown agent',
      '+++\nname = "A"\n[actions]\nassign_to = "x@y.example"\n+++\n',
      4,
      'no agent has the address x@y.example',
    ],
    [
      'an unknown variable',
      '+++\nname = "A"\n+++\nHi\n\n{ customer.frist }\n',
      6,
      'there is no variable {customer.frist}',
    ],
    ['another text than UTF-8', Buffer.from('+++\nname = "F\xfcr"\n+++\nHi\n', 'latin1'), 1, 'the file is not UTF-8'],
    ['a name that another file has', '+++\nname = "GOOD"\n+++\nHi\n', 1, 'a-good.txt has a reply of this name already'],
  ] as const)('name the line of a file with %s, and go on with the others', async ([_what, content, line, reason]) => {
    const { all, folder, frontdesk } = await open();
    await frontdesk(['replies', 'export', folder]);
    writeFileSync(join(folder, 'bad.txt'), content);
    writeFileSync(join(folder, 'a-good.txt'), '\ufeff+++\nname = "Good"\n+++\nHi {agent.name|you}\n');
    const { code, stdout, stderr } = await frontdesk(['replies', 'import', folder]);
    expect([code, stdout]).toEqual([1, 'Saved reply Good was created.\n']);
    const at = `${join(folder, 'bad.txt')}:${line}: `;
    expect(stderr.slice(0, at.length)).toBe(at);
    expect(stderr.slice(at.length).trimEnd()).toMatch(reason);
    expect(await all()).toMatchObject([{ name: 'Good', text: 'Hi {agent.name|you}' }]);
  });

  test('keep names apart that differ in an accent, a sign or the end of a long name', async () => {
    const { save, all, folder, frontdesk } = await open();
    const long = '😀'.repeat(40);
    const names = ['Fur', 'Für', 'refund 3', 'refund', 'refund!', `${long}a`, `${long}b`];
    for (const name of names) await save({ name });
    await frontdesk(['replies', 'export', folder]);
    expect(readdirSync(folder)).toHaveLength(names.length);
    expect((await frontdesk(['replies', 'import', folder])).stdout).toBe('7 files changed nothing.\n');
    const other = await open();
    await other.frontdesk(['replies', 'import', folder]);
    expect((await other.all()).map(({ name }: { name: string }) => name)).toEqual(
      (await all()).map(({ name }: { name: string }) => name),
    );
  });

  test('name the one that is refused, also if it is the only one', async () => {
    const { center, folder, frontdesk } = await open();
    const file = (body: object) => center.call('POST', '/saved_replies', { body });
    await file({ name: 'Gone', text: 'Hi', inbox_ids: [center.inboxId] });
    await frontdesk(['replies', 'export', folder]);
    writeFileSync(join(folder, 'gone.txt'), '+++\nname = "Gone"\ninboxes = ["support"]\n+++\n');
    const { code, stderr } = await frontdesk(['replies', 'import', folder]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^frontdesk: Saved reply Gone: /)]);
  });

  test('leave out files that are attached, and say so', async () => {
    const { center, folder, frontdesk } = await open();
    const path = join(temporaryFolder(), 'a.txt');
    writeFileSync(path, 'A');
    const { stdout } = await frontdesk(['api', 'POST', '/attachments', '--file', path]);
    const attachments = [JSON.parse(stdout).data.id];
    await center.call('POST', '/saved_replies', { body: { name: 'Label', attachments } });
    expect((await frontdesk(['replies', 'export', folder])).stdout).toContain(
      'Left out what is attached to 1 saved reply.',
    );
    await frontdesk(['replies', 'import', folder]);
    expect((await center.call('GET', '/saved_replies')).body.data[0].attachments).toHaveLength(1);
  });

  test('refuse a folder that is not there, and a file in its place', async () => {
    const { folder, frontdesk } = await open();
    expect(await frontdesk(['replies', 'import', folder])).toMatchObject({ code: 2, stdout: '' });
    writeFileSync(folder, '');
    expect(await frontdesk(['replies', 'export', folder])).toMatchObject({ code: 1, stdout: '' });
  });
});

test('replies list shows whose they are and how they begin, also as JSON', async () => {
  const { center, save, frontdesk } = await open();
  await save({ name: 'Mine', owner_id: center.adminId, text: 'One\n\ntwo' });
  await save({ name: 'Thanks' });
  expect((await frontdesk(['replies', 'list'])).stdout).toBe('Mine\tme\tOne two\nThanks\tteam\tThanks.\n');
  expect((await frontdesk(['replies', 'list'], { as: 'agent' })).stdout).toBe('Thanks\tteam\tThanks.\n');
  expect(JSON.parse((await frontdesk(['replies', 'list', '--json', 'name,owner_id'])).stdout)).toEqual([
    { name: 'Mine', owner_id: center.adminId },
    { name: 'Thanks', owner_id: null },
  ]);
});
