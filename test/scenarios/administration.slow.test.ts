import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { enqueue } from '../../src/center/model/outgoing/enqueue.ts';
import { InboxSave } from '../../src/contract/inbox-body.ts';
import { letterTo } from '../center/mail/out/open-queue.ts';
import { createCenter } from '../harness/center.ts';
import type { Terminal } from '../harness/pty.ts';
import {
  administer,
  chosen,
  filled,
  filledLong,
  goDownTo,
  goToField,
  type Inbox,
  make,
  people,
  press,
  scene,
  type,
  typed,
} from './administration.ts';
import { openDesk } from './open-desk.ts';

type InboxField = Exclude<keyof typeof InboxSave.entries, 'id'>;

/** How each field of an inbox is set by keys, and what the help center then holds. */
const WAYS: Readonly<
  Record<InboxField, readonly [label: string, set: (desk: Terminal, label: string) => Promise<void>, held: unknown]>
> = {
  name: ['Name', line('Returns and repairs'), 'Returns and repairs'],
  description: ['Description', long('What comes back.'), 'What comes back.'],
  slug: ['Short name', line('returns-and-repairs'), 'returns-and-repairs'],
  sort: ['Place in the list', line('1'), 1],
  send_autoresponse: ['Reply to mail automatically', yes, true],
  autoresponse_text: ['Automatic reply', long('We have your mail.'), 'We have your mail.'],
  send_rating_request: ['Ask for a rating', yes, true],
  rating_message: ['Rating request', long('How was it?'), 'How was it?'],
  signature: ['Signature', long('Your shop'), 'Your shop'],
  quote: ['Quote below answers', last, 'last'],
  emails: [
    'Addresses',
    async (desk, label) => {
      await filledLong(desk, label, 'repairs@shop.example');
      await press(desk, 'enter');
      await type(desk, 'returns@shop.example');
    },
    [
      { email: 'repairs@shop.example', status: 'primary' },
      { email: 'returns@shop.example', status: 'secondary' },
    ],
  ],
  team_ids: ['Teams with access', (desk, label) => chosen(desk, label, 'Warehouse'), 'Warehouse'],
  agent_ids: ['Agents with access', (desk, label) => chosen(desk, label, 'Bob Stone'), 'Bob Stone'],
  answer_within: ['Answer within', line('120'), 120],
  hours: ['Working hours', line('Mon-Fri 09:00-17:30'), 'Mon-Fri 09:00-17:30'],
  zone: ['Time zone', line('Europe/Berlin'), 'Europe/Berlin'],
  holidays: ['Holidays', line('2026-12-25, 2028-02-29'), ['2026-12-25', '2028-02-29']],
};

function line(text: string) {
  return (desk: Terminal, label: string) => filled(desk, label, text);
}

function long(text: string) {
  return (desk: Terminal, label: string) => filledLong(desk, label, text);
}

async function yes(desk: Terminal, label: string): Promise<void> {
  await goToField(desk, label);
  await press(desk, 'y');
}

async function last(desk: Terminal, label: string): Promise<void> {
  await goToField(desk, label);
  await press(desk, 'l');
}

test('inbox.edit: every field of an inbox is set by keys in one form, and saved with one request', async () => {
  const backstage = await scene();
  const ids = await people(backstage);
  const [id] = await make(backstage, 'Returns');
  const desk = await openDesk(backstage);
  await administer(desk);
  await goDownTo(desk, 'Returns');
  await press(desk, 'enter');
  await desk.sees('Ctrl-d save');
  for (const field of Object.keys(InboxSave.entries).filter(name => name !== 'id') as InboxField[]) {
    const [label, set] = WAYS[field];
    await set(desk, label);
  }
  await desk.sees('saves or drops');
  await press(desk, 'ctrl-d');
  await desk.sees('Saved Returns and repairs');
  const held = await backstage.ask<Record<string, unknown>>('GET', `/inboxes/${id}`);
  const expected = Object.fromEntries(
    Object.entries(WAYS).map(([field, [, , value]]) => [
      field,
      field.endsWith('_ids') ? [ids[value as keyof typeof ids]] : value,
    ]),
  );
  const emails = (held.emails as Inbox['emails']).map(({ email, status }) => ({ email, status }));
  const sorted = emails.toSorted((a, b) => a.email.localeCompare(b.email));
  expect({ ...held, emails: sorted }).toMatchObject(expected);
});

test('inbox.subscribe: b rings for an inbox, shows it beside the name, and ends it again', async () => {
  const backstage = await scene();
  await make(backstage, 'Returns');
  const desk = await openDesk(backstage);
  await press(desk, 'pane.left', 'cursor.top', 'cursor.down', 'cursor.down', 'inbox.subscribe');
  await desk.sees('Returns rings for customers’ messages');
  expect(desk.row('Returns').text).toMatch(/Returns +♪/);
  await press(desk, 'inbox.subscribe');
  await desk.sees('Returns rings no more');
  expect(desk.row('Returns').text).not.toContain('♪');
});

test('inbox.new: a makes an inbox; a slug that is taken is said at its field, and the rest stays filled in', async () => {
  const backstage = await scene();
  await make(backstage, 'Returns');
  const desk = await openDesk(backstage);
  await administer(desk);
  await press(desk, 'a', 'esc', 'a');
  await filledLong(desk, 'Description', 'Parcels');
  await press(desk, 'ctrl-d');
  await desk.sees(/│! Name +│|│ {4}is required/);
  await filled(desk, 'Name', 'Parcels');
  await filled(desk, 'Short name', 'Not a slug');
  await desk.sees('must be lower-case words joined by hyphens');
  await press(desk, 'ctrl-d');
  expect(desk.text()).toContain('Not a slug');
  await filled(desk, 'Short name', 'returns');
  await press(desk, 'ctrl-d');
  await desk.sees(/! Short name +returns/);
  await desk.sees('│    is taken');
  await press(desk, 'end');
  await type(desk, '-2', 'returns-2');
  await press(desk, 'enter', 'esc', 'y');
  await desk.sees('Saved Parcels');
  expect(await backstage.ask('GET', '/inboxes')).toContainEqual(
    expect.objectContaining({ name: 'Parcels', slug: 'returns-2', description: 'Parcels' }),
  );
});

/** By then every key is saved. */
const SAVED_MS = 700;

/** The rows of the box, from its wall on. */
function boxIn(desk: Terminal): readonly string[] {
  const rows = desk.screen();
  const left = rows.find(row => row.includes('┌'))!.indexOf('┌');
  return rows.map(row => row.slice(left)).filter(row => /^[┌│└]/.test(row));
}

test('inbox.new: a form whose desk was killed is there again, with its words and with the keys in the same field', async () => {
  const backstage = await scene();
  const killed = await openDesk(backstage);
  await administer(killed);
  await press(killed, 'a');
  await filled(killed, 'Name', 'Parcels');
  await goToField(killed, 'Description');
  await type(killed, 'Lost and');
  await press(killed, 'enter');
  await type(killed, 'broken ones');
  await press(killed, 'left', 'left', 'left', 'left');
  const before = { box: boxIn(killed), cursor: killed.cursor() };
  await sleep(SAVED_MS);
  killed.kill('SIGKILL');
  await killed.exit();

  const desk = await openDesk(backstage);
  await desk.sees('broken ones');
  await desk.settled(200);
  expect(desk.cursor()).toEqual(before.cursor);
  expect(boxIn(desk)).toEqual(before.box);
  await type(desk, 'cups, ', 'broken cups,');
  await press(desk, 'ctrl-d');
  await desk.sees('Saved Parcels');
  expect(await backstage.ask('GET', '/inboxes')).toContainEqual(
    expect.objectContaining({ name: 'Parcels', description: 'Lost and\nbroken cups, ones' }),
  );
});

test.each(['ctrl-c', 'esc'])(
  'inbox.administer: %s asks before filled in fields are dropped, and goes back when there are none',
  async key => {
    const backstage = await scene();
    await make(backstage, 'Returns');
    const desk = await openDesk(backstage);
    await administer(desk);
    await press(desk, 'j', 'j', 'enter');
    await filled(desk, 'Name', 'Repairs');
    await desk.sees('saves or drops');
    await press(desk, key);
    await desk.sees('Save Repairs?');
    await press(desk, 'esc');
    await desk.sees(/Name +Repairs/);
    await press(desk, key, 'd', 'enter');
    await desk.sees(/Name +Returns/);
    await press(desk, key);
    await desk.sees('a new');
    const names = (await backstage.ask<Inbox[]>('GET', '/inboxes')).map(({ name }) => name);
    expect(names).toEqual(['Inbox', 'Spam', 'Returns']);
  },
);

/** Puts mails from an inbox to the customer of a conversation into the queue. */
async function queueFrom(database: string, inboxId: number, mails: number): Promise<void> {
  const attachmentsFolder = join(dirname(database), 'attachments');
  const center = await createCenter({ database, attachmentsFolder, settings: { passwordCost: 4 } });
  const given = { conversationId: 1, messageId: null, inboxId, isHeld: false };
  for (let n = 0; n < mails; n += 1)
    await center.write(work =>
      enqueue(work, { ...given, letter: letterTo(`${n}@shop.example`, 'ana@c.example'), notBefore: work.now }),
    );
  await center.close();
}

/** An inbox with two open conversations and an archived one, each with one message, beside an empty one. */
async function fullInbox() {
  const backstage = await scene();
  const [returns = 0, repairs = 0] = await make(backstage, 'Returns', 'Repairs');
  const ids: number[] = [];
  for (const title of ['Shoes', 'Lamp', 'Kettle']) ids.push(await backstage.conversation(title, { inbox_id: returns }));
  await backstage.ask('POST', `/conversations/${ids[0]}/archive`);
  const held = async () =>
    Promise.all(
      ids.map(id => backstage.ask<{ inbox_id: number | null; message_count: number }>('GET', `/conversations/${id}`)),
    );
  const names = async () => (await backstage.ask<Inbox[]>('GET', '/inboxes')).map(({ name }) => name);
  const desk = await openDesk(backstage);
  await administer(desk);
  return { backstage, desk, held, names, returns, repairs };
}

test('inbox.delete: D moves the conversations first, archived ones too, and then deletes the inbox', async () => {
  const { desk, held, names, repairs } = await fullInbox();
  await press(desk, 'j', 'j', 'D');
  await desk.sees('Delete Returns: 3 conversations, 3 messages');
  await press(desk, 'enter');
  await desk.sees('Move the conversations of Returns to');
  await press(desk, 'j', 'j', 'enter');
  await desk.sees('Its conversations move to Repairs with their messages');
  await typed(desk, 'Retu');
  await desk.sees('Not deleted: type the whole name');
  expect(await names()).toContain('Returns');
  await typed(desk, 'rns');
  await desk.sees('Deleted Returns, 3 conversations moved to Repairs');
  expect(await names()).toEqual(['Inbox', 'Spam', 'Repairs']);
  for (const one of await held()) expect(one).toMatchObject({ inbox_id: repairs, message_count: 1 });
});

test('inbox.delete: the messages go only after their number was said and the name was typed', async () => {
  const { backstage, desk, held, names, returns } = await fullInbox();
  await queueFrom(backstage.database, returns, 2);
  await press(desk, 'j', 'D');
  await desk.sees('Spam is built in and cannot be deleted');
  await press(desk, 'j', 'D');
  await desk.sees('3 messages would go');
  await press(desk, 'j', 'enter');
  await desk.sees('Deletes 3 messages in 3 conversations for ever');
  await desk.sees('2 mails not sent yet');
  await type(desk, 'Repairs');
  await desk.sees('The name of the inbox is Returns');
  await press(desk, 'enter');
  expect(await names()).toContain('Returns');
  await press(desk, 'ctrl-u');
  await typed(desk, 'Returns');
  await desk.sees('Deleted Returns');
  expect(await names()).toEqual(['Inbox', 'Spam', 'Repairs']);
  for (const one of await held()) expect(one).toMatchObject({ inbox_id: null, message_count: 0 });
});
