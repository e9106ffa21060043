import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../harness/temporary.ts';
import { openBackstage, openDesk } from './open-desk.ts';

interface Held {
  readonly archived: boolean;
  readonly contacts: readonly number[];
  readonly note_count: number;
}

async function scene(body?: string) {
  const backstage = await openBackstage();
  const ids: number[] = [];
  for (const title of ['Refund for order 7741', 'Where is my parcel?', 'Login']) {
    ids.unshift(await backstage.conversation(title, body === undefined ? {} : { body }));
  }
  const held = (id: number) => backstage.ask<Held>('GET', `/conversations/${id}`);
  const [newest = 0, second = 0, oldest = 0] = ids;
  return { backstage, held, newest, second, oldest };
}

function becomes(what: () => Promise<boolean>) {
  return expect.poll(what).toBe(true);
}

test('contact.add: + finds a contact, asks, and adds it to the marked rows', async () => {
  const { backstage, held, newest, second, oldest } = await scene();
  const { id } = await backstage.ask<{ id: number }>('POST', '/contacts', {
    name: 'Noah Berg',
    email: 'noah@customer.example',
  });
  const desk = await openDesk(backstage);
  await desk.sees('Login');
  desk.press('list.mark', 'list.mark', 'contact.add');
  await desk.sees('Add a contact to 2 conversations');
  desk.type('noah');
  await desk.settled(60);
  desk.press('enter');
  await desk.sees('noah@customer.example');
  desk.press('enter');
  await desk.sees('y add');
  desk.press('enter');
  await desk.settled(60);
  expect((await held(newest)).contacts).not.toContain(id);
  desk.press('y');
  await becomes(async () => (await held(newest)).contacts.includes(id) && (await held(second)).contacts.includes(id));
  expect((await held(oldest)).contacts).not.toContain(id);
});

test('entry.delete and note.edit: D takes a note away, = changes one’s own, z brings either back', async () => {
  const { backstage, held, newest } = await scene();
  await backstage.ask('POST', `/conversations/${newest}/notes`, { details: 'Written in haste.' });
  const desk = await openDesk(backstage);
  await desk.sees('Written in haste');
  desk.press('open');
  await desk.sees('Esc list');
  desk.press('entry.delete');
  await desk.sees('a customer’s message stays');
  desk.press('cursor.down');
  await desk.settled(60);
  desk.press('entry.delete');
  await desk.sees('Delete this note?');
  desk.press('y');
  await desk.seesNot('Written in haste');
  desk.press('undo');
  await desk.sees('Written in haste');
  expect((await held(newest)).note_count).toBe(1);
  desk.press('note.write');
  desk.type('Called her.');
  desk.press('ctrl-d');
  await desk.sees('Noted on');
  desk.press('cursor.bottom', 'conversation.title');
  await desk.sees('Esc keeps a draft');
  desk.type(' No answer.');
  desk.press('ctrl-d');
  const texts = async () =>
    (await backstage.ask<{ details: string }[]>('GET', `/conversations/${newest}/notes`)).map(one => one.details);
  await becomes(async () => (await texts()).includes('Called her. No answer.'));
  await desk.sees('Changed a note');
  desk.press('undo');
  await becomes(async () => (await texts()).includes('Called her.'));
});

test('repeat and redo: . archives the next row as well, z brings it back, Z archives it again', async () => {
  const { backstage, held, newest, second } = await scene();
  const desk = await openDesk(backstage);
  await desk.sees('Login');
  desk.press('conversation.archive');
  await desk.seesNot('Login');
  desk.press('repeat');
  await becomes(async () => (await held(newest)).archived && (await held(second)).archived);
  desk.press('undo');
  await desk.sees('Undone');
  await becomes(async () => (await held(newest)).archived && !(await held(second)).archived);
  desk.press('redo');
  await becomes(async () => (await held(second)).archived);
});

test('note.write-editor and draft.list: N writes in $EDITOR, Esc keeps it, gd goes on, Ctrl-d sends it', async () => {
  const { backstage, held, newest } = await scene();
  const editor = join(temporaryFolder(), 'editor');
  writeFileSync(editor, '#!/bin/sh\nprintf "Called her back." > "$1"\n', { mode: 0o755 });
  const desk = await openDesk({ ...backstage, environment: { ...backstage.environment, EDITOR: editor } });
  await desk.sees('Login');
  desk.press('note.write-editor');
  await desk.sees('Called her back.');
  desk.press('esc');
  await desk.seesNot('Called her back.');
  desk.press('cursor.down', 'draft.list');
  await desk.sees('Drafts of replies');
  desk.press('enter');
  await desk.sees('NOTE · agents only');
  await desk.settled(60);
  desk.press('ctrl-d');
  await becomes(async () => (await held(newest)).note_count === 1);
});

test('conversation.transcript: p gives the whole conversation to $PAGER, without our secrets, and the desk comes back', async () => {
  const { backstage, oldest } = await scene();
  const [folder, pages] = [temporaryFolder(), 130];
  for (let number = 1; number <= pages; number += 1)
    await backstage.ask('POST', `/conversations/${oldest}/messages`, { body_text: `Answer ${number} of ${pages}.` });
  const pager = join(folder, 'pager');
  const [shown, environment] = [join(folder, 'shown'), join(folder, 'environment')];
  writeFileSync(pager, `#!/bin/sh\nenv > ${environment}\ncat > ${shown}\n`, { mode: 0o755 });
  const env = { ...backstage.environment, PAGER: pager, PGPASSWORD: 'secret-key' };
  const desk = await openDesk({ ...backstage, environment: env });
  await desk.sees('Refund for order');
  desk.press('palette');
  await desk.sees('All actions');
  desk.type(`#${oldest}`);
  await desk.sees(`Open #${oldest}`);
  desk.press('enter');
  await desk.sees(`Answer ${pages} of ${pages}.`);
  desk.resetBytes();
  desk.press('conversation.transcript');
  await expect.poll(() => existsSync(shown) && readFileSync(shown, 'utf8')).toContain(`Answer ${pages} of ${pages}.`);
  const text = readFileSync(shown, 'utf8');
  for (let number = 1; number <= pages; number += 1) expect(text).toContain(`  Answer ${number} of ${pages}.\n`);
  expect(readFileSync(environment, 'utf8')).not.toContain('secret-key');
  // What is typed while the pager ends is the pager's.
  await desk.until(() => /1049l.*1049h/s.test(desk.output()), 'the desk did not come back');
  await desk.sees(`Answer ${pages} of ${pages}.`);
  desk.press('back', 'cursor.down');
  await desk.seesNot(`Answer ${pages} of ${pages}.`);
});

test('conversation.transcript: a failing pager is named, and several marks show no transcript', async () => {
  const { backstage } = await scene();
  const desk = await openDesk({ ...backstage, environment: { ...backstage.environment, PAGER: 'no-such-pager' } });
  await desk.sees('Login');
  desk.press('conversation.transcript');
  await desk.sees('The pager did not work: no-such-pager ended with code 127');
  desk.press('list.mark', 'list.mark', 'conversation.transcript');
  await desk.sees('A transcript shows one conversation');
});

test('palette, detail.find and link.show: by number to a conversation, to a word in it, to its link', async () => {
  const filler = Array.from({ length: 60 }, (_, line) => `Line ${line}`).join('\n');
  const { backstage, oldest } = await scene(`${filler}\nTrack it: https://track.example/parcel/1042`);
  const desk = await openDesk(backstage);
  await desk.sees('Login');
  desk.press('palette');
  await desk.sees('All actions');
  desk.type(`#${oldest}`);
  await desk.sees(`Open #${oldest}`);
  desk.press('enter');
  await desk.sees(`#${oldest} Refund`);
  await desk.settled(60);
  desk.press('detail.find');
  await desk.sees('Find in the conversation');
  desk.type('TRACK');
  await desk.settled(60);
  desk.press('enter');
  await desk.sees('Track it');
  desk.press('link.show');
  await desk.sees(/^ Link/m);
  await desk.sees(/^https:\/\/track\.example\/parcel\/1042/m);
});
