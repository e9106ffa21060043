import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { MailCenter } from '../../../src/center/mail/in/mail-center.ts';
import { healthOf } from '../../../src/center/model/health.ts';
import { createTroubles } from '../../../src/center/model/jobs/troubles.ts';
import { signByFrom, usualKeys } from '../../harness/dkim.ts';
import { makeContact, makeConversation, makeInbox, readConversation } from '../conversations.ts';
import { readHere } from '../intake/open-intake.ts';
import { mailOf } from '../mail/open-mail.ts';
import { receiveMail } from '../mail/receive.ts';
import { type OpenCenter, openCenter } from '../open-center.ts';

let desk: OpenCenter;
let center: MailCenter;
let sent: number;

beforeEach(async () => {
  desk = await openCenter();
  onTestFinished(() => desk.close());
  const { read, write, context } = desk.center;
  center = { read, write, context, reader: readHere, keys: usualKeys(), log: () => undefined };
  sent = 0;
  await desk.call('POST', `/inboxes/${desk.inboxId}/emails`, { body: { email: 'help@shop.example' } });
});

/** A new rule; returns its id. */
async function addRule(body: object): Promise<number> {
  sent += 1;
  const { status, body: answer } = await desk.call('POST', '/rules', { body: { name: `Rule ${sent}`, ...body } });
  if (status !== 201) throw new Error(JSON.stringify(answer));
  return answer.data.id;
}

async function problemOf(id: number): Promise<string | null> {
  const { body } = await desk.call('GET', '/rules');
  return body.data.find((one: { id: number }) => one.id === id).problem;
}

/** Delivers a mail, signed by the domain of its From unless said otherwise; returns the newest conversation. */
async function deliver(from: string, { text = 'Where is it?', isSigned = true, fields = [] as string[] } = {}) {
  sent += 1;
  const head = [`From: ${from}`, 'To: help@shop.example', 'Subject: Parcel', `Message-ID: <m${sent}@test.example>`];
  const raw = mailOf(...head, ...fields, '', text);
  await receiveMail(center, isSigned ? signByFrom(raw) : raw, { via: 'lmtp' });
  const { body } = await desk.call('GET', '/conversations', { query: { sort: 'created_at.desc', limit: 1 } });
  return readConversation(desk, body.data[0].id);
}

/** A customer's message by the API. */
async function writeTo(id: number, body_text = 'Any news?') {
  const { status, body } = await desk.call('POST', `/conversations/${id}/messages`, { as: 'key', body: { body_text } });
  if (status !== 201) throw new Error(JSON.stringify(body));
}

async function changesByRules(id: number): Promise<string[]> {
  const { body } = await desk.call('GET', `/conversations/${id}/history`, { query: { limit: 200 } });
  return body.data.flatMap((one: { rule?: string; event: string }) => (one.rule ? [`${one.rule}: ${one.event}`] : []));
}

describe('a rule', () => {
  test('is carried out on a mail that opens a conversation, and history names it', async () => {
    await addRule({
      name: 'Acme',
      when: { from: '@acme.example' },
      do: { add_tags: ['acme'], assign_to: desk.agentId, note: 'Gold customer' },
    });
    const one = await deliver('Zoe <zoe@acme.example>');
    expect(one).toMatchObject({ tags: ['acme'], assign_to: desk.agentId, note_count: 1 });
    expect(await changesByRules(one.id)).toEqual(['Acme: assignee.updated', 'Acme: tag.added', 'Acme: note.added']);
    const { body } = await desk.call('GET', '/history', { query: { after_id: 0 } });
    expect(body.data.entries.at(-1)).toMatchObject({ by: { kind: 'rule', id: null, name: 'Acme' }, via: 'rule' });
  });

  test('is carried out on a customer’s message by the API, and not on an agent’s', async () => {
    const id = await makeConversation(desk, { contacts: [await makeContact(desk, 'Zoe')] });
    await addRule({ do: { add_tags: ['written'] } });
    await desk.call('POST', `/conversations/${id}/messages`, { as: 'agent', body: { body_text: 'Hello' } });
    expect(await readConversation(desk, id)).toMatchObject({ tags: [] });
    await writeTo(id);
    expect(await readConversation(desk, id)).toMatchObject({ tags: ['written'] });
  });

  test('is carried out once if the same mail comes twice', async () => {
    await addRule({ name: 'Note', do: { note: 'New' } });
    const again = { fields: ['Date: Thu, 01 Jan 2026 10:00:00 +0000'] };
    const one = await deliver('zoe@acme.example', again);
    sent -= 1;
    await deliver('zoe@acme.example', again);
    expect(await readConversation(desk, one.id)).toMatchObject({ message_count: 1, note_count: 1 });
  });

  test('sees the conversation as the message left it, without the effects of another one', async () => {
    await addRule({ name: 'First', do: { add_tags: ['first'] } });
    await addRule({ name: 'Second', when: { tags: ['first'] }, do: { add_tags: ['second'] } });
    const { id } = await deliver('zoe@acme.example');
    expect(await changesByRules(id)).toEqual(['First: tag.added']);
    await writeTo(id);
    expect(await changesByRules(id)).toEqual(['First: tag.added', 'Second: tag.added']);
  });

  test('whose filter is true of its own effect is carried out once a message', async () => {
    await addRule({ name: 'Again', when: { status: ['open'] }, do: { note: 'Look', status: 'open' } });
    const { id } = await deliver('zoe@acme.example');
    expect(await readConversation(desk, id)).toMatchObject({ note_count: 1 });
  });

  test('is carried out in the order of the rules', async () => {
    const last = await addRule({ name: 'A', do: { status: 'closed' } });
    await desk.call('POST', '/conversation_statuses', { body: { name: 'Waiting' } });
    await addRule({ name: 'C', do: { status: 'waiting' } });
    await desk.call('PUT', `/rules/${last}`, { body: { sort: 9 } });
    expect(await deliver('zoe@acme.example')).toMatchObject({ status: 'closed' });
  });

  test('that is turned off, or deleted, does nothing', async () => {
    const off = await addRule({ do: { add_tags: ['off'] }, enabled: false });
    const gone = await addRule({ do: { add_tags: ['gone'] } });
    expect((await desk.call('DELETE', `/rules/${gone}`)).status).toBe(204);
    expect(await deliver('zoe@acme.example')).toMatchObject({ tags: [] });
    await desk.call('PUT', `/rules/${off}`, { body: { enabled: true } });
    expect(await deliver('zoe@acme.example')).toMatchObject({ tags: ['off'] });
  });

  test('that closes asks for no rating, and one that moves to spam marks no sender', async () => {
    const spam = 2;
    await addRule({ when: { q: 'lottery' }, do: { inbox_id: spam, status: 'closed' } });
    expect(await deliver('zoe@acme.example', { text: 'You won the lottery' })).toMatchObject({ inbox_id: spam });
    expect(await deliver('zoe@acme.example')).toMatchObject({ inbox_id: desk.inboxId });
    const waiting = await desk.center.read(({ db }) => db.selectFrom('rating_wait').selectAll().execute());
    expect(waiting).toEqual([]);
  });
});

describe('the author', () => {
  test.for([
    ['a verified mail', 'Zoe <zoe@acme.example>', true, ['acme']],
    ['a mail that nobody vouches for', 'Zoe <zoe@acme.example>', false, []],
    ['a verified mail of a stranger with the address as the name', '"zoe @acme.example" <eve@evil.example>', true, []],
    ['a verified mail of a longer domain', 'Zoe <zoe@acme.example.evil.example>', true, []],
  ] as const)('from: is held against %s', async ([, from, isSigned, tags]) => {
    await addRule({ when: { from: '@acme.example' }, do: { add_tags: ['acme'] } });
    expect(await deliver(from, { isSigned })).toMatchObject({ tags });
  });

  test('from: means the requester: another participant’s mail does not count as theirs', async () => {
    const cc = { fields: ['Cc: sam@partner.example'], isSigned: true };
    const { id } = await deliver('zoe@acme.example', cc);
    await addRule({ when: { from: '@acme.example' }, do: { add_tags: ['acme'] } });
    await deliver('sam@partner.example', { fields: [`In-Reply-To: <m${sent - 1}@test.example>`] });
    expect(await readConversation(desk, id)).toMatchObject({ message_count: 2, tags: [] });
  });
});

describe('the filters of a rule', () => {
  test.for([
    [{ status: ['opened'] }, true],
    [{ status: ['closed'] }, false],
    [{ inbox_ids: ['spam'] }, false],
    [{ assign_to: ['none'] }, true],
    [{ tags: ['VIP'] }, true],
    [{ tags: ['other'] }, false],
    [{ q: 'parc wher' }, true],
    [{ q: 'bicycle' }, false],
    [{ from: 'zoe' }, true],
    [{ from: 'zoe@customer.example' }, true],
    [{ from: 'oe@customer.example' }, false],
    [{ waiting: '1' }, true],
    [{ late: '1' }, false],
    [{ automatic: '1' }, false],
    [{ snoozed: '0' }, true],
    [{ has: ['note'] }, false],
    [{ not: { tags: ['vip'] } }, false],
    [{ not: { status: ['closed'], inbox_ids: ['spam'] } }, true],
    [{ not: { waiting: '0' } }, true],
  ] as const)('%o finds the same as the list: %s', async ([when, isFound]) => {
    const contacts = [await makeContact(desk, 'Zoe')];
    const id = await makeConversation(desk, { contacts, tags: ['vip'] });
    await addRule({ when, do: { status: 'closed' } });
    await writeTo(id, 'Where is the parcel?');
    expect((await readConversation(desk, id)).status).toBe(isFound ? 'closed' : 'open');
    await desk.call('PUT', `/conversations/${id}`, { body: { conversation_status_id: 1 } });
    const isAddress = 'from' in when && when.from.includes('@');
    const listed = await desk.call('GET', '/conversations', { as: 'admin', query: when });
    if (!isAddress) expect(listed.body.data.length).toBe(isFound ? 1 : 0);
  });

  test('archived conversations, and those in the spam inbox, are left out unless the rule names them', async () => {
    const contacts = [await makeContact(desk, 'Zoe')];
    const id = await makeConversation(desk, { contacts, inbox_id: 2 });
    const named = await addRule({ when: { inbox_ids: [2] }, do: { add_tags: ['named'] }, enabled: false });
    await addRule({ do: { add_tags: ['any'] } });
    await writeTo(id);
    expect(await readConversation(desk, id)).toMatchObject({ tags: [] });
    await desk.call('PUT', `/rules/${named}`, { body: { enabled: true } });
    await writeTo(id);
    expect(await readConversation(desk, id)).toMatchObject({ tags: ['named'] });
  });
});

describe('a rule that names what is gone', () => {
  test('keeps to a tag and a status that are renamed', async () => {
    await desk.call('POST', '/conversation_statuses', { body: { name: 'Waiting' } });
    await makeConversation(desk, { tags: ['acme'] });
    await addRule({ when: { not: { tags: ['Acme'] } }, do: { add_tags: ['acme'], status: 'waiting' } });
    await desk.call('PUT', '/tags/acme', { body: { name: 'acme-corp' } });
    const { body } = await desk.call('GET', '/conversation_statuses');
    const { id } = body.data.find((one: { name: string }) => one.name === 'Waiting');
    await desk.call('PUT', `/conversation_statuses/${id}`, { body: { name: 'On hold' } });
    expect((await desk.call('GET', '/rules')).body.data[0]).toMatchObject({
      when: { not: { tags: ['acme-corp'] } },
      do: { add_tags: ['acme-corp'], status: 'On hold' },
      problem: null,
    });
    expect(await deliver('zoe@acme.example')).toMatchObject({ tags: ['acme-corp'], status: 'On hold' });
  });

  test('is skipped as a whole if its agent is disabled, says so, and works again afterwards', async () => {
    const id = await addRule({ name: 'Ana', do: { add_tags: ['hers'], assign_to: desk.agentId } });
    await desk.call('PUT', `/agents/${desk.agentId}`, { body: { disabled: true } });
    expect(await problemOf(id)).toBe(`agent ${desk.agentId} is disabled`);
    expect(await deliver('zoe@acme.example')).toMatchObject({ tags: [], assign_to: null });
    const troubles = createTroubles(
      () => undefined,
      () => 0,
    );
    const failing = async () => (await healthOf(desk.center.context.store, troubles)).failing;
    expect(await failing()).toMatchObject([
      { what: `Rule ${id}`, fault: `“Ana” is skipped: agent ${desk.agentId} is disabled`, tries: 1, againAt: null },
    ]);
    await desk.call('PUT', `/agents/${desk.agentId}`, { body: { disabled: false } });
    expect(await deliver('zoe@acme.example')).toMatchObject({ tags: ['hers'], assign_to: desk.agentId });
    expect([await failing(), await problemOf(id)]).toEqual([[], null]);
  });

  test('is skipped if its inbox was deleted, and keeps no other from being carried out', async () => {
    const inbox = await makeInbox(desk, 'Press');
    const id = await addRule({ do: { inbox_id: inbox } });
    await addRule({ do: { add_tags: ['other'] } });
    await desk.call('DELETE', `/inboxes/${inbox}`);
    expect(await problemOf(id)).toBe(`there is no inbox ${inbox}, or you may not see it`);
    expect(await deliver('zoe@acme.example')).toMatchObject({ inbox_id: desk.inboxId, tags: ['other'] });
  });

  test('is refused when it is made, with the field', async () => {
    const given = [
      [{ do: { assign_to: 999 } }, 'do.assign_to'],
      [{ do: { assign_to: 'me' } }, 'do.assign_to'],
      [{ do: { inbox_id: 999 } }, 'do.inbox_id'],
      [{ do: { status: 'nowhere' } }, 'do.status'],
      [{ do: { snooze: 'whenever' } }, 'do.snooze'],
      [{ do: {} }, 'do'],
      [{ when: { inbox_ids: [999] }, do: { archived: true } }, 'when.inbox_ids'],
      [{ when: { assign_to: ['me'] }, do: { archived: true } }, 'when.assign_to'],
      [{ when: { not: { status: ['nowhere'] } }, do: { archived: true } }, 'when.not.status'],
      [{ when: { unread: '1' }, do: { archived: true } }, 'when.unread'],
    ] as const;
    for (const [body, path] of given) {
      const answer = await desk.call('POST', '/rules', { body: { name: 'Wrong', ...body } });
      expect([answer.status, answer.body.error.details[0].path]).toEqual([422, path]);
    }
    expect((await desk.call('GET', '/rules')).body.data).toEqual([]);
  });
});
