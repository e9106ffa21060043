import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { lastLetter, OURS, openMailDesk } from '../../../center/handlers/deliver.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';
import { commandOn } from '../../command-on.ts';
import { servedCenter } from '../../served-center.ts';

test('a conversation is shown with all that is said in it, and one that is not there fails alone', async () => {
  const desk = await openMailDesk();
  const frontdesk = commandOn(await servedCenter(desk));
  const long = `First\u001b[31m\n${'word '.repeat(60_000)}the end.`;
  await desk.call('POST', `/conversations/${desk.conversation}/messages`, { as: 'agent', body: { body_text: long } });
  await frontdesk(['conversations', 'note', `${desk.conversation}`, '--text', 'Ask Zoe.']);

  const shown = await frontdesk(['conversations', 'show', '999', `#${desk.conversation}`]);
  expect(shown.code).toBe(1);
  expect(shown.stderr).toBe('999: There is no such conversation, or you may not see it.\n');
  expect(shown.stdout).toMatch(/^#1 My parcel\nFrom: Zoe Quinn <zoe@there\.example>\nStatus: open\nInbox: Support\n/);
  expect(shown.stdout).toContain('  Where is it?\n');
  expect(shown.stdout).toContain('First^[[31m');
  expect(shown.stdout).toContain('the end.');
  expect(shown.stdout).toContain('# Ask Zoe.');

  const json = await frontdesk(['conversations', 'show', '999', '1', '--json', 'id,status,messages,notes']);
  const [{ id, messages, notes }] = JSON.parse(json.stdout);
  expect([id, messages.length, notes.length]).toEqual([1, 2, 1]);
  expect(messages[1].body_text).toMatch(/the end\.$/);
  expect(JSON.parse(json.stderr).error).toMatchObject({ id: 999, code: 'not_found' });
});

test('a note comes from an argument, a file or standard input, with its files', async () => {
  const center = await servedCenter();
  const frontdesk = commandOn(center);
  for (const title of ['One', 'Two']) await center.call('POST', '/conversations', { body: { title } });
  const notes = async (id: number) => (await center.call('GET', `/conversations/${id}/notes`)).body.data;
  const file = join(temporaryFolder(), 'label.txt');
  writeFileSync(file, 'From a file\n');
  const note = (args: readonly string[], input = '') => frontdesk(['conversations', 'note', ...args], { input });

  expect((await note(['1', '2', '--text', 'Called her.', '--dry-run'])).stdout).toContain('note on 2 conversations');
  expect(await note(['1', '2', '--text', 'Called her.'])).toMatchObject({
    code: 0,
    stdout: 'Noted on 2 conversations.\n',
  });
  expect((await note(['-', '--file', file, '--attach', file], '2\tTwo\n')).code).toBe(0);
  const [, { id }] = await notes(2);
  const piped = await note(['1', '99', '--json', 'id,result,added'], 'Piped\r\n\r\n');
  expect([piped.code, JSON.parse(piped.stdout)]).toEqual([
    1,
    [
      { id: 1, result: 'done', added: id + 1 },
      { id: 99, result: 'failed', added: null },
    ],
  ]);
  expect((await notes(1)).map(({ details }: { details: string }) => details)).toEqual(['Called her.', 'Piped']);
  expect((await notes(2))[1]).toMatchObject({ details: 'From a file', attachments: [expect.any(Number)] });

  for (const args of [['1', '--text', ''], ['-'], ['1', '--file', '/nowhere'], ['1', '--text', 'x'.repeat(65_537)]])
    expect(await note(args, '1')).toMatchObject({ code: args[0] === '-' ? 2 : 2, stdout: '' });
  expect((await note(['1', '--text', 'x', '--attach', '/nowhere'])).code).toBe(1);
  expect(await notes(1)).toHaveLength(2);
});

test('with --assign-on-reply the replier gets what is unassigned, and no colleague loses it', async () => {
  const desk = await openMailDesk();
  const frontdesk = commandOn(await servedCenter(desk));
  const holder = async () => (await desk.call('GET', '/conversations/1')).body.data.assign_to;
  const args = ['conversations', 'reply', '1', '--text', 'On its way.', '--yes', '--assign-on-reply'];
  expect((await frontdesk(args, { as: 'agent' })).code).toBe(0);
  expect(await holder()).toBe(desk.agentId);
  await desk.call('PUT', '/conversations/1', { body: { assign_to: desk.adminId } });
  expect((await frontdesk(args, { as: 'agent' })).code).toBe(0);
  expect(await holder()).toBe(desk.adminId);
});

test('a reply goes to whom the desk would send it, held so that it can be taken back, and never without a yes', async () => {
  const desk = await openMailDesk();
  const frontdesk = commandOn(await servedCenter(desk));
  const reply = (...args: string[]) =>
    frontdesk(['conversations', 'reply', `${desk.conversation}`, ...args], { as: 'agent' });

  expect(await reply('--text', 'On its way.')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'frontdesk: A mail goes out: add --yes to send it without a question. Nothing was sent.\n',
  });
  const plan = await reply('--text', 'On its way.', '--dry-run', '--close');
  expect(plan.stderr).toContain('To: Zoe Quinn <zoe@there.example>\nCc: Yan <yan@there.example>');
  expect(plan.stderr).toContain('Then: closed');
  expect(await desk.letters()).toEqual([]);

  const sent = await reply('--text', 'On its way.', '--yes', '--close');
  const id = desk.question + 1;
  expect(sent.code).toBe(0);
  expect(sent.stdout).toMatch(new RegExp(`^Replied to #1: message ${id} goes out at [\\d:]+\\. .*messages/${id}\\n$`));
  expect(await lastLetter(desk)).toMatchObject({
    from: { email: OURS },
    to: [{ email: 'zoe@there.example' }],
    cc: [{ email: 'yan@there.example' }, { email: 'max@other.example' }],
  });
  expect((await desk.call('GET', '/conversations/1')).body.data.status).toBe('closed');

  const named = await reply(
    '--text',
    'You too.',
    '--yes',
    '--to',
    'Max <max@other.example>',
    '--cc',
    '',
    '--bcc',
    'eve@there.example',
    '--ndjson',
  );
  expect(named.stderr).toContain('Bcc: eve@there.example\n');
  expect(JSON.parse(named.stdout)).toMatchObject({
    id: 1,
    result: 'done',
    added: id + 1,
    goes_out_at: expect.any(String),
  });
  expect(await lastLetter(desk)).toMatchObject({
    to: [{ name: 'Max', email: 'max@other.example' }],
    cc: [],
    bcc: [{ email: 'eve@there.example' }],
  });
  expect((await reply('--text', 'x', '--yes', '--to', 'nobody')).code).toBe(2);
  const key = await frontdesk(['conversations', 'reply', '1', '--text', 'x', '--yes'], { as: 'key' });
  expect(key.stderr).toContain('API key');
});

test('a reply goes out at a time, puts its conversation off, and is refused without a time to come', async () => {
  const desk = await openMailDesk();
  const frontdesk = commandOn(await servedCenter(desk));
  const reply = (...args: string[]) =>
    frontdesk(['conversations', 'reply', `${desk.conversation}`, '--text', 'On its way.', '--yes', ...args], {
      as: 'agent',
    });
  for (const words of [
    ['--at', 'reply'],
    ['--at', 'yesterday'],
    ['--wait', '1.1.2020'],
  ])
    expect(await reply(...words)).toMatchObject({ code: 2, stdout: '' });
  expect(await desk.letters()).toEqual([]);
  const sent = await reply('--at', '3d', '--wait', '2 weeks');
  expect(sent.stderr).toMatch(/^Sent: .* 09:00\nThen: put off until .* 09:00\n/m);
  expect(sent.stdout).toMatch(/goes out \w{3} .*09:00\. Until then this takes it back/);
  const { snoozed } = (await desk.call('GET', `/conversations/${desk.conversation}`)).body.data;
  expect(snoozed).toMatchObject({ until: expect.any(String), keep: false });
  const [, message] = (await desk.call('GET', `/conversations/${desk.conversation}/messages`)).body.data;
  expect(message.delivery).toMatchObject({ state: 'held' });
});

test('a reply asks again if the thread grew between the question and its answer, and shows the new text', async () => {
  const desk = await openMailDesk();
  const served = await servedCenter(desk);
  const frontdesk = commandOn(served);
  const at = `/conversations/${desk.conversation}`;
  const messages = async () => (await desk.call('GET', `${at}/messages`)).body.data;
  const typing = async (answers: readonly (() => Promise<string>)[]) => {
    const input = new PassThrough();
    let said = () => '';
    const ended = frontdesk(['conversations', 'reply', `${desk.conversation}`, '--text', 'On its way.'], {
      as: 'agent',
      input: given => {
        said = given;
        return input;
      },
    });
    for (const [at, answer] of answers.entries()) {
      await expect.poll(() => said().split('Type yes: ').length).toBeGreaterThan(at + 1);
      input.write(`${await answer()}\n`);
    }
    return ended;
  };
  const note = async () => {
    await desk.call('POST', `${at}/notes`, { as: 'admin', body: { details: 'Do not answer.\u001b[31m' } });
    return 'yes';
  };
  const stopped = await typing([note, async () => 'no']);
  expect([stopped.code, stopped.stderr.replace(/\u001b\[\d*[A-Z]/g, '')]).toEqual([
    1,
    expect.stringMatching(/Send it\? .*\n {2}\S.* noted since: “Do not answer\.[^\n]*”\n.*Send anyway\?/s),
  ]);
  expect(await messages()).toHaveLength(1);
  expect((await typing([note, async () => 'yes'])).code).toBe(0);
  expect(await messages()).toHaveLength(2);
  expect((await typing([async () => 'yes'])).stderr).not.toContain('all the same');
});

test('a message is forwarded to those named, with the words above it, and never without a yes', async () => {
  const desk = await openMailDesk();
  const frontdesk = commandOn(await servedCenter(desk));
  const to = ['--to', 'Sam <sam@supplier.example>', '--bcc', 'ivy@supplier.example'];
  const forward = (...args: string[]) =>
    frontdesk(['conversations', 'forward', '1', '--message', `${desk.question}`, ...to, ...args], { as: 'agent' });
  const plan = await forward('--text', 'In stock?', '--dry-run');
  expect(plan.stderr).toMatch(/^Forward: message 1 of #1\nTo: Sam <sam@supplier\.example>\nBcc: ivy@/);
  expect(await forward('--text', 'In stock?')).toMatchObject({ code: 2, stdout: '' });
  expect(await desk.letters()).toEqual([]);
  const sent = await forward('--text', 'In stock?', '--yes');
  expect(sent.stdout).toMatch(/^Forwarded from #1: message 2 goes out at /);
  const letter = await lastLetter(desk);
  expect([letter.to, letter.cc]).toEqual([[{ name: 'Sam', email: 'sam@supplier.example' }], []]);
  expect(letter.text).toMatch(/^In stock\?\n\n-+ Forwarded message/);
});

test('messages are split off into a conversation of their own, or it is said what would be', async () => {
  const desk = await openMailDesk();
  const frontdesk = commandOn(await servedCenter(desk));
  const own = await desk.call('POST', '/conversations/1/messages', { as: 'agent', body: { body_text: 'The bill.' } });
  const ids = ['--message', `${own.body.data.id}`, '--title', 'The bill'];
  const split = (...args: string[]) => frontdesk(['conversations', 'split', '1', ...ids, ...args], { as: 'agent' });
  expect((await split('--dry-run')).stdout).toBe('It would split 1 message of #1 into “The bill”.\n');
  expect(await split()).toMatchObject({ code: 0, stdout: 'Split 1 message of #1 into “The bill”: #2.\n' });
  const again = await split();
  expect([again.code, again.stderr]).toEqual([1, expect.stringMatching(/^1: .*has no message 2/)]);
});
