import { expect, test } from 'vitest';
import type { Terminal } from '../harness/pty.ts';
import { type Backstage, openBackstage, openDesk } from './open-desk.ts';

interface Held {
  readonly contacts: readonly number[];
  readonly requester: { readonly id: number; readonly name: string; readonly email: string } | null;
}

async function scene() {
  const backstage = await openBackstage();
  const older = await backstage.conversation('Where is my parcel?');
  await backstage.conversation('Somebody else’s question', { name: 'Tom Baker' });
  const newest = await backstage.conversation('Refund for order 7741');
  const held = (id: number) => backstage.ask<Held>('GET', `/conversations/${id}`);
  return { backstage, held, older, newest };
}

/** The desk with the people of the newest conversation in its detail. */
async function openPeople(backstage: Backstage, newest: number): Promise<Terminal> {
  const desk = await openDesk(backstage);
  await desk.sees(`#${newest} Refund`);
  desk.press('open');
  await desk.sees('Esc list');
  desk.press('detail.contacts');
  await desk.sees('Other conversations of Zoë Quinn');
  await desk.seesNot('Reading them');
  return desk;
}

/** Types a text, and sends it with Enter. */
async function submit(desk: Terminal, text: string): Promise<void> {
  desk.type(text);
  await desk.sees(text);
  await desk.settled(60);
  desk.press('enter');
}

function becomes(what: () => Promise<unknown>) {
  return expect.poll(what);
}

test('detail.contacts: gc shows the people and the customer’s other conversations, Enter opens one, gp goes back', async () => {
  const { backstage, older, newest } = await scene();
  const desk = await openPeople(backstage, newest);
  await desk.sees('Zoë Quinn <zoc3ab20quinn@customer.example>');
  await desk.sees(new RegExp(`#${older} Where is my parcel\\? +open`));
  await desk.sees(/Other conversations of Zoë Quinn +1$/m);
  expect(desk.row('Other conversations').text.slice(70)).not.toContain('Somebody');
  desk.press('cursor.down');
  await desk.settled(60);
  desk.press('open');
  await desk.sees(`#${older} Where is my parcel?`);
  await desk.sees('could you help me');
  desk.press('go.former');
  await desk.sees(`#${newest} Refund`);
});

test('contact.create: + with an unknown address makes a contact and adds it; a taken address offers its owner', async () => {
  const { backstage, held, newest } = await scene();
  const desk = await openPeople(backstage, newest);
  desk.press('contact.add');
  await desk.sees('Add a contact to');
  await submit(desk, 'Noah Berg');
  await desk.sees('Enter again makes a new one');
  desk.press('enter');
  await desk.sees('New contact for');
  await desk.sees('An address is needed');
  desk.type('noah@customer');
  await desk.seesNot('An address is needed');
  await desk.settled(60);
  desk.press('enter');
  await desk.sees(`Added Noah Berg to #${newest}`);
  await desk.sees('Noah Berg <noah@customer>');
  await becomes(async () => (await held(newest)).contacts.length).toBe(2);
  desk.press('undo');
  await desk.seesNot('Noah Berg <noah@customer>');
  await becomes(async () => (await held(newest)).contacts.length).toBe(1);

  desk.press('palette');
  await desk.sees('All actions');
  await submit(desk, 'new contact');
  await desk.sees('New contact for');
  await submit(desk, 'Somebody <noah@customer>');
  await desk.sees('Add Noah Berg <noah@customer>');
  await desk.sees('this contact’s already');
  desk.press('y');
  await becomes(async () => (await held(newest)).contacts.length).toBe(2);
});

test('contact.rename: = changes name and address of the selected contact everywhere, z gives them back', async () => {
  const { backstage, held, older, newest } = await scene();
  const desk = await openPeople(backstage, newest);
  desk.press('conversation.title');
  await desk.sees('Name and address of Zoë Quinn');
  desk.press('ctrl-u');
  desk.type('Zoë Love <love@@customer.example>');
  await desk.sees('must be an email address');
  desk.press('enter');
  await desk.settled(60);
  desk.press('ctrl-u');
  await submit(desk, 'Zoë Love <love@customer.example>');
  await desk.sees('Renamed Zoë Quinn to Zoë Love');
  await desk.sees('Zoë Love <love@customer.example>');
  const love = { name: 'Zoë Love', email: 'love@customer.example' };
  await becomes(async () => (await held(older)).requester).toMatchObject(love);
  desk.press('undo');
  await becomes(async () => (await held(newest)).requester?.name).toBe('Zoë Quinn');
  await desk.sees('Other conversations of Zoë Quinn');
});

/** Opens the note about the customer by its words. */
async function openNote(desk: Terminal): Promise<void> {
  desk.press('palette');
  await desk.sees('All actions');
  await submit(desk, 'note about the customer');
  await desk.sees('about Zoë Quinn');
  await desk.settled(60);
}

test('contact.note: the palette writes a note about the customer, which stands over its conversations, until z', async () => {
  const { backstage, older, newest } = await scene();
  const { requester } = await backstage.ask<Held>('GET', `/conversations/${newest}`);
  const note = async () => {
    const { note: found } = await backstage.ask<{ note?: { text: string } }>('GET', `/contacts/${requester!.id}`);
    return found?.text;
  };
  const desk = await openDesk(backstage);
  await desk.sees(`#${newest} Refund`);
  await openNote(desk);
  desk.type('Pays late, so ask her first.');
  await desk.sees('ask her first');
  desk.press('ctrl-d');
  await desk.sees('Noted about Zoë Quinn');
  await becomes(note).toBe('Pays late, so ask her first.');
  desk.press('draft.list');
  await desk.sees('No draft is kept');
  await desk.sees('“Pays late, so ask her first.”');
  desk.press('cursor.down', 'cursor.down');
  await desk.sees(`#${older} Where is my parcel?`);
  await desk.sees('“Pays late, so ask her first.”');
  await openNote(desk);
  await desk.sees('ask her first');
  desk.press('ctrl-u');
  desk.type('Pays early.');
  await desk.sees('Pays early.');
  desk.press('ctrl-d');
  await becomes(note).toBe('Pays early.');
  desk.press('undo');
  await becomes(note).toBe('Pays late, so ask her first.');
  desk.press('undo');
  await becomes(note).toBe(undefined);
});

test('contact.remove and person.menu: D asks, y takes the contact off, z adds it again; Enter lists the actions', async () => {
  const { backstage, held, newest } = await scene();
  const { id } = await backstage.ask<{ id: number }>('POST', '/contacts', { name: 'Noah', email: 'n@c.example' });
  await backstage.ask('POST', `/conversations/${newest}/contacts`, { contact_id: id });
  const desk = await openPeople(backstage, newest);
  await desk.sees('Noah <n@c.example>');
  desk.press('open');
  await desk.sees('Take off this conversation');
  desk.press('2');
  await desk.sees(`Take Zoë Quinn off #${newest}?`);
  await desk.sees('Then Noah is its customer.');
  desk.press('n', 'cursor.down', 'entry.delete');
  await desk.sees(`Take Noah off #${newest}?`);
  desk.press('y');
  await desk.seesNot('Noah <n@c.example>');
  await becomes(async () => (await held(newest)).contacts.includes(id)).toBe(false);
  desk.press('undo');
  await desk.sees('Noah <n@c.example>');
  await becomes(async () => (await held(newest)).contacts.includes(id)).toBe(true);
});

test('contact.conversations: Enter on a contact, 3 lists all that the contact asked for', async () => {
  const { backstage, older, newest } = await scene();
  await backstage.ask('POST', `/conversations/${older}/archive`);
  const desk = await openPeople(backstage, newest);
  desk.press('open');
  await desk.sees('List all conversations');
  desk.press('3');
  await desk.sees(/Where is my parcel\?.*│/);
  await desk.seesNot('Somebody else');
});

test('a person named in a mail is shown as no contact, and + offers the address', async () => {
  const { backstage, held, newest } = await scene();
  const agent = await backstage.ask<{ id: number; email: string }>('POST', '/contacts', {
    name: 'Tom Cc',
    email: 'tom@customer.example',
  });
  await backstage.ask('POST', `/conversations/${newest}/messages`, {
    body_text: 'I am Tom.',
    contact_id: agent.id,
  });
  const desk = await openPeople(backstage, newest);
  await desk.sees(/Tom Cc <tom@customer.example> +no contact/);
  desk.press('cursor.down');
  await desk.settled(60);
  desk.press('entry.delete');
  await desk.sees('Tom Cc is not a contact yet');
  desk.press('contact.add');
  await desk.sees(/│ tom@customer.example/);
  desk.press('enter');
  await desk.sees(`Add to #${newest}`);
  desk.press('enter');
  await desk.sees('y add');
  desk.press('y');
  await becomes(async () => (await held(newest)).contacts).toContain(agent.id);
  await desk.seesNot('no contact');
});
