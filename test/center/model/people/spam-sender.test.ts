import { expect, it } from 'vitest';
import { spamSenders } from '../../../../src/center/model/people/spam-sender.ts';
import { makeConversation } from '../../conversations.ts';
import { centerOfEach } from '../../open-center.ts';

const [SPAM, INBOX] = [2, 3];
const desk = centerOfEach();

async function contact(email: string): Promise<number> {
  return (await desk.call('POST', '/contacts', { body: { name: email, email } })).body.data.id;
}

/** A conversation with a message of this contact. */
async function from(contactId: number): Promise<number> {
  const id = await makeConversation(desk, { contacts: [contactId], inbox_id: INBOX });
  await desk.call('POST', `/conversations/${id}/messages`, { as: 'key', body: { body_text: 'Buy!' } });
  return id;
}

function move(id: number, inbox_id: number, undo?: boolean) {
  return desk.call('PUT', `/conversations/${id}`, { as: 'admin', body: { inbox_id, undo } });
}

function isMarked(address: string): Promise<boolean> {
  return desk.center.read(({ db }) => spamSenders(db, [address])).then(found => found.has(address));
}

it('a move into the spam inbox marks the requester, and any move out of it unmarks', async () => {
  const who = await contact('Bob@Spam.example');
  const [one, other] = [await from(who), await from(who)];
  expect(await isMarked('bob@spam.example')).toBe(false);
  await move(one, SPAM);
  expect([await isMarked('bob@spam.example'), await isMarked('zoe@x.example')]).toEqual([true, false]);
  await move(other, SPAM);
  await move(one, INBOX);
  expect(await isMarked('bob@spam.example'), 'the other one holds no longer').toBe(false);
  await move(one, SPAM);
  expect(await isMarked('bob@spam.example')).toBe(true);
});

it('moves between other inboxes teach nothing', async () => {
  const { id: third } = (await desk.call('POST', '/inboxes', { as: 'admin', body: { name: 'Third' } })).body.data;
  const one = await from(await contact('bob@spam.example'));
  await move(one, third);
  await move(one, INBOX);
  expect(await isMarked('bob@spam.example')).toBe(false);
});

it('an undo restores the former mark: of marking it, of unmarking it, and of either after another agent marked it too', async () => {
  const who = await contact('bob@spam.example');
  const [one, other] = [await from(who), await from(who)];
  const marked = () => isMarked('bob@spam.example');
  await move(one, SPAM);
  await move(one, INBOX, true);
  expect(await marked(), 'marking undone').toBe(false);
  await move(one, SPAM);
  expect(await marked(), 'made again').toBe(true);
  await move(other, SPAM);
  await move(other, INBOX, true);
  expect(await marked(), 'the first one still marks').toBe(true);
  await move(other, SPAM);
  await move(one, INBOX);
  expect(await marked()).toBe(false);
  await move(one, SPAM, true);
  expect(await marked(), 'unmarking undone').toBe(true);
  await move(other, INBOX, true);
  expect(await marked(), 'as before').toBe(true);
});

it('undoing the move of a mail that a filter put into the spam inbox marks no sender', async () => {
  const one = await from(await contact('bob@spam.example'));
  await desk.center.write(async ({ db }) => {
    await db.updateTable('conversation').set({ inbox_id: SPAM, home_id: SPAM }).where('id', '=', one).execute();
  });
  await move(one, INBOX);
  await move(one, SPAM, true);
  expect(await isMarked('bob@spam.example')).toBe(false);
});

it('an agent’s address, one of ours, and one that an agent has answered are never marked', async () => {
  const agent = await from(await contact('Ben@desk.example'));
  const ours = await from(await contact('help@desk.example'));
  await desk.call('POST', `/inboxes/${INBOX}/emails`, { as: 'admin', body: { email: 'help@desk.example' } });
  const zoe = await contact('zoe@x.example');
  const [answered, later] = [await from(zoe), await from(zoe)];
  await desk.call('POST', `/conversations/${answered}/messages`, { as: 'agent', body: { body_text: 'Hello' } });
  const kim = await from(await contact('kim@x.example'));
  for (const id of [agent, ours, later, kim]) await move(id, SPAM);
  const addresses = ['ben@desk.example', 'help@desk.example', 'zoe@x.example', 'kim@x.example'];
  expect(await Promise.all(addresses.map(isMarked))).toEqual([false, false, false, true]);
  await move(kim, INBOX);
  await move(kim, SPAM);
  await desk.call('POST', `/conversations/${kim}/messages`, { as: 'admin', body: { body_text: 'Hello' } });
  expect(await isMarked('kim@x.example'), 'answered since').toBe(false);
});

it('a mass move teaches and unlearns as single ones do', async () => {
  const senders = [await contact('a@spam.example'), await contact('b@spam.example'), await contact('c@spam.example')];
  const ids: number[] = [];
  for (const who of [...senders, senders[0]!]) ids.push(await from(who));
  const many = (inbox_id: number, undo?: boolean) =>
    desk.call('PUT', '/conversations', { as: 'admin', body: { conversation_ids: ids, inbox_id, undo } });
  const marked = () => Promise.all(['a', 'b', 'c'].map(name => isMarked(`${name}@spam.example`)));
  await many(SPAM);
  expect(await marked()).toEqual([true, true, true]);
  await many(INBOX, true);
  expect(await marked()).toEqual([false, false, false]);
  await many(SPAM);
  await many(INBOX);
  expect(await marked()).toEqual([false, false, false]);
  await many(SPAM, true);
  expect(await marked()).toEqual([true, true, true]);
});
