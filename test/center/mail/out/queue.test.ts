import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mergeConversations } from '../../../../src/center/model/conversation/merge.ts';
import { lockConversations, writeConversations } from '../../../../src/center/model/conversation/row.ts';
import { removeInbox } from '../../../../src/center/model/inbox/remove.ts';
import { createInbox } from '../../../../src/center/model/inbox/settings.ts';
import { signedOut } from '../../../../src/center/model/mailbox.ts';
import { noteFailure } from '../../../../src/center/model/outgoing/delivery.ts';
import { beginTry, type Taker, takeDue } from '../../../../src/center/model/outgoing/due.ts';
import { takeBack } from '../../../../src/center/model/outgoing/enqueue.ts';
import { unsentNumbers } from '../../../../src/center/model/outgoing/unsent.ts';
import { rememberSample } from '../../../../src/center/model/sample-mark.ts';
import { openQueue } from './open-queue.ts';

test('an answer is held, and then sent once', async () => {
  const { start, write, relay, clock, delivery, history, passUntil, outgoing } = await openQueue();
  const { conversationId, messageId, letterId } = await write();
  start();
  clock.advance(9_000);
  expect(relay.taken).toEqual([]);
  expect(await delivery(messageId)).toEqual({ state: 'held', reason: null });
  await passUntil(async () => (await delivery(messageId))?.state === 'sent');
  expect(relay.taken.map(({ id, from, to }) => ({ id, from, to }))).toEqual([
    { id: letterId, from: 'help@shop.example', to: ['ana@customer.example'] },
  ]);
  expect(await history(conversationId)).toEqual(['conversation.created', 'message.added', 'message.sent']);
  const [row] = await outgoing();
  expect(row).toMatchObject({ state: 'sent', letter: '', recipients: '[]', attempts: 1, reply: '250 2.0.0 taken' });
});

test('it can be taken back until a try begins, and not after one', async () => {
  const { center, start, write, relay, clock, passUntil, states } = await openQueue();
  relay.fault = step => (step === 'rcpt' ? { kind: 'refuses', text: '450 4.2.0 later' } : undefined);
  const [first, second] = [await write(), await write()];
  expect(await center.write(work => takeBack(work, first.messageId))).toBe(true);
  start();
  await passUntil(async () => (await states())[0] === 'queued');
  expect(await center.write(work => takeBack(work, second.messageId))).toBe(false);
  clock.advance(60_000);
  expect(relay.heard.filter(line => line.startsWith('RCPT'))).toHaveLength(1);
});

test('an inbox that is deleted takes its unsent mail with it, and its answer says how many beforehand', async () => {
  const { whole, center, start, write, relay, passUntil, history, states, delivery } = await openQueue();
  const other = await center.write(work => createInbox(work, { name: 'Orders' }, 100));
  const [here, moved, kept] = [await write({ inboxId: other }), await write({ inboxId: other }), await write()];
  await center.write(async work => {
    const [before] = await lockConversations(work, [moved.conversationId]);
    await writeConversations(work, [{ before: before!, patch: { inbox_id: 1, home_id: 1 } }], {
      agentId: null,
      now: work.now,
    });
  });
  expect(await center.read(({ db }) => unsentNumbers(db))).toEqual(
    new Map([
      [other, 2],
      [1, 2],
    ]),
  );
  await whole.write(async work => {
    const inbox = await work.db.selectFrom('inbox').selectAll().where('id', '=', other).executeTakeFirstOrThrow();
    await removeInbox(work, inbox, { agentId: null, now: work.now });
  });
  start();
  await passUntil(async () => (await states()).includes('sent'));
  expect(relay.taken.map(({ id }) => id)).toEqual([kept.letterId]);
  expect(await history(here.conversationId)).toContain('message.failed');
  expect(await delivery(moved.messageId)).toEqual({
    state: 'failed',
    reason: 'its inbox was deleted before it was sent',
  });
});

test('after a temporary trouble it is tried again later, and fails after two days of tries', async () => {
  const { center, start, write, relay, delivery, outgoing, passUntil } = await openQueue();
  relay.fault = step => (step === 'body' ? { kind: 'refuses', text: '451 4.7.1 try again later' } : undefined);
  const { messageId } = await write();
  start();
  await passUntil(async () => (await delivery(messageId))?.reason === '451 4.7.1 try again later');
  expect((await delivery(messageId))?.state).toBe('queued');
  const [row] = await outgoing();
  expect(row!.next_at - row!.since).toBe(60_000);
  await center.write(({ db }) => db.updateTable('outgoing').set({ attempts: 52 }).execute());
  await passUntil(async () => (await outgoing())[0]!.state === 'failed', 10_000);
  expect(await delivery(messageId)).toEqual({
    state: 'failed',
    reason: 'given up after many tries: 451 4.7.1 try again later',
  });
});

test('an answer goes out from a conversation that was merged meanwhile, and a bounce before its word stays', async () => {
  const { center, start, write, relay, history, delivery, passUntil, states } = await openQueue();
  const [merged, bounced] = [await write(), await write()];
  const actor = { agentId: null, now: center.context.now() };
  await center.write(async work => {
    const [source, target] = await lockConversations(work, [merged.conversationId, bounced.conversationId]);
    await mergeConversations(work, target!, [source!], actor);
  });
  await center.write(work => noteFailure(work, { messageId: bounced.messageId, reason: '550 gone' }, actor));
  start();
  await passUntil(async () => (await states()).join() === 'sent,sent');
  expect(relay.taken).toHaveLength(2);
  expect((await delivery(merged.messageId))?.state).toBe('sent');
  expect(await delivery(bounced.messageId)).toEqual({ state: 'failed', reason: '550 gone' });
  expect((await history(bounced.conversationId)).filter(event => event === 'message.sent')).toHaveLength(2);
});

test('a recipient who is refused for ever is named, the others get it once', async () => {
  const { start, write, relay, delivery, passUntil, history, states, outgoing } = await openQueue();
  let isLater = true;
  relay.fault = (step, line) => {
    if (step !== 'rcpt') return undefined;
    if (line.includes('bob@')) return { kind: 'refuses', text: '550 5.1.1 no such user' };
    return line.includes('eve@') && isLater ? { kind: 'refuses', text: '450 4.2.0 greylisted' } : undefined;
  };
  const { messageId, conversationId } = await write({ to: ['ana@c.example', 'bob@c.example', 'eve@c.example'] });
  start();
  await passUntil(async () => (await delivery(messageId))?.state === 'failed');
  isLater = false;
  await passUntil(async () => (await states())[0] === 'sent', 30_000);
  expect(relay.taken.map(({ to }) => to)).toEqual([['ana@c.example'], ['eve@c.example']]);
  expect(await delivery(messageId)).toEqual({ state: 'failed', reason: 'bob@c.example: 550 5.1.1 no such user' });
  expect((await history(conversationId)).slice(2)).toEqual(['message.failed', 'message.sent']);
  await write({ to: ['ana@c.example', 'bob@c.example'] });
  await passUntil(async () => (await states())[1] === 'failed');
  // A try by hand is for those who have not got it.
  expect((await outgoing())[1]!.recipients).toBe('["bob@c.example"]');
});

test('a hold goes on for its rest after the clock was set back', async () => {
  const { start, write, relay, clock, passUntil } = await openQueue();
  await write();
  start();
  clock.advance(5_000);
  clock.setBack(3_600_000);
  clock.advance(9_000);
  expect(relay.taken).toEqual([]);
  await passUntil(() => relay.taken.length === 1);
  expect(clock.elapsed()).toBeLessThan(30_000);
});

test('a sent mail that cannot be recorded is not sent again while the process lives', async () => {
  const { center, start, write, relay, log, states, passUntil } = await openQueue();
  await write();
  let isFull = false;
  relay.fault = step => {
    isFull ||= step === 'body';
    return undefined;
  };
  const full: typeof center = {
    ...center,
    write: work => (isFull ? Promise.reject(new Error('database or disk is full')) : center.write(work)),
  };
  start({ on: full });
  await passUntil(() => log.length > 0);
  expect(log).toEqual([
    'Mail is not sent: the help center cannot be written (database or disk is full). It waits and is tried again.',
  ]);
  expect(await states()).toEqual(['sending']);
  isFull = false;
  relay.fault = () => undefined;
  await passUntil(async () => (await states())[0] === 'sent');
  expect(relay.taken).toHaveLength(1);
});

/** A process that has ended since. */
const ENDED: Taker = { owner: { id: 'ended', hasEnded: id => id === 'ended' }, isSteady: true };

test('a mail that an ended process had not begun to send is sent at once, and can be taken back until then', async () => {
  const { center, start, write, relay, clock, states, passUntil } = await openQueue();
  const [first, second] = [await write(), await write()];
  clock.advance(11_000);
  await center.write(work => takeDue(work, ENDED, 20));
  expect(await center.write(work => takeBack(work, second.messageId))).toBe(true);
  start();
  await passUntil(async () => (await states()).join() === 'sent');
  expect(relay.taken.map(({ id }) => id)).toEqual([first.letterId]);
  // What may have been sent waits twenty seconds; each turn of a busy machine takes one.
  expect(clock.elapsed()).toBeLessThan(11_000 + 20_000);
});

test('a mail that an ended process may have sent is sent again, with the same Message-ID, by a process that has run for a while', async () => {
  const { center, start, write, relay, clock, states, passUntil } = await openQueue();
  const { letterId, messageId } = await write();
  clock.advance(11_000);
  await center.write(async work => beginTry(work, (await takeDue(work, ENDED, 20))[0]!));
  for (let restart = 0; restart < 3; restart += 1) {
    const begun = clock.elapsed();
    const { close } = start();
    const next = await write();
    clock.advance(15_000);
    await passUntil(async () => (await states()).at(-1) === 'sent');
    expect(clock.elapsed() - begun, 'the process must not have run for 20 s by then').toBeLessThan(20_000);
    expect(relay.taken.at(-1)?.id).toBe(next.letterId);
    await close();
  }
  expect(await center.write(work => takeBack(work, messageId))).toBe(false);
  const from = clock.elapsed();
  start();
  await passUntil(async () => (await states())[0] === 'sent');
  expect(relay.times.get(letterId)).toBe(1);
  expect(clock.elapsed() - from).toBeGreaterThanOrEqual(20_000);
  expect(clock.elapsed() - from).toBeLessThan(60_000);
});

test('a letter over which processes end comes after the others, alone, and then later and later', async () => {
  const { center, start, write, relay, clock, states, outgoing, passUntil } = await openQueue();
  const end = () =>
    center.write(async work => {
      const taken = await takeDue(work, ENDED, 20);
      for (const one of taken) await beginTry(work, one);
      return taken.map(row => row.message_key);
    });
  const [first, second] = [await write(), await write()];
  clock.advance(11_000);
  expect(await end()).toEqual([first.letterId, second.letterId]);
  const third = await write();
  clock.advance(11_000);
  expect(await end()).toEqual([third.letterId]);
  for (let round = 0; round < 2; round += 1)
    for (const { letterId } of [first, second, third]) {
      clock.advance(1_000);
      expect(await end()).toEqual([letterId]);
    }
  expect(await end()).toEqual([]);
  start();
  await passUntil(() => relay.taken.length > 0, 10_000);
  expect((await outgoing())[0]).toMatchObject({ attempts: 4 });
  expect(clock.elapsed()).toBeGreaterThan(60_000);
  await passUntil(async () => (await states()).every(state => state === 'sent'), 10_000);
});

test('the lease of a process that is out of sight is waited for, also after the clock was set back', async () => {
  const { center, start, write, relay, clock, states, passUntil } = await openQueue();
  await write();
  clock.advance(11_000);
  await center.write(work => takeDue(work, { owner: { id: 'elsewhere', hasEnded: () => false }, isSteady: true }, 20));
  clock.setBack(86_400_000);
  start();
  clock.advance(50_000);
  expect(relay.taken).toEqual([]);
  await passUntil(async () => (await states())[0] === 'sent');
  expect(clock.elapsed()).toBeLessThan(180_000);
});

test('two processes send each letter once', async () => {
  const { start, write, relay, states, clock } = await openQueue();
  for (let n = 0; n < 30; n += 1) await write();
  clock.advance(11_000);
  start({ id: 'one' });
  start({ id: 'two' });
  await expect.poll(async () => new Set(await states())).toEqual(new Set(['sent']));
  expect([...relay.times.values()]).toEqual(Array(30).fill(1));
});

test('a relay that cannot be reached holds up all letters, and is told of once', async () => {
  const { start, write, relay, delivery, log, passUntil, states } = await openQueue();
  await relay.shut();
  const all = [await write(), await write(), await write()];
  start();
  await passUntil(async () => typeof (await delivery(all[2]!.messageId))?.reason === 'string');
  const reason = `relay does not answer: nothing listens on port ${relay.port} of localhost`;
  for (const { messageId } of all) expect(await delivery(messageId)).toEqual({ state: 'queued', reason });
  await relay.open();
  await passUntil(async () => (await states()).every(state => state === 'sent'), 10_000);
  expect(relay.taken).toHaveLength(3);
  expect(relay.connectionsEver()).toBe(1);
  expect(log).toEqual([`Mail is not sent: ${reason}. It waits and is tried again.`, 'Mail is sent again.']);
});

test.for(['rcpt', 'body'])('a mail at whose %s the relay ends the connection each time holds up no other', async at => {
  const { start, write, relay, log, passUntil, states, delivery } = await openQueue();
  let to = '';
  relay.fault = (step, line) => {
    if (step === 'rcpt') to = line;
    return step === at && to.includes('bomb@') ? { kind: 'cuts' } : undefined;
  };
  const { messageId } = await write({ to: ['bomb@customer.example'] });
  await write();
  await write();
  start();
  await passUntil(async () => (await states()).join() === 'queued,sent,sent');
  const reason = 'relay ended the connection';
  expect(await delivery(messageId)).toEqual({ state: 'queued', reason });
  expect(log).toEqual([]);
  await write();
  await passUntil(async () => (await states()).join() === 'queued,sent,sent,sent');
  expect(relay.taken.filter(mail => !mail.to.includes('bomb@customer.example'))).toHaveLength(3);
});

test('a relay that ends the connection over three mails in a row takes none now', async () => {
  const { start, write, relay, log, passUntil, states, outgoing } = await openQueue();
  relay.fault = step => (step === 'body' ? { kind: 'cuts' } : undefined);
  for (let n = 0; n < 5; n += 1) await write();
  start();
  await passUntil(async () => (await outgoing()).every(({ reply }) => reply === 'relay ended the connection'));
  expect(relay.taken).toHaveLength(3);
  expect(log).toEqual(['Mail is not sent: relay ended the connection. It waits and is tried again.']);
  relay.fault = () => undefined;
  await passUntil(async () => (await states()).every(state => state === 'sent'), 10_000);
  expect([...relay.times.values()]).toEqual([2, 2, 2, 1, 1]);
});

test('a connection that the relay ended while it was idle is replaced at once', async () => {
  const { start, write, relay, states, passUntil } = await openQueue();
  await write();
  start();
  await passUntil(() => relay.taken.length === 1);
  relay.cut();
  await write();
  await passUntil(async () => (await states()).join() === 'sent,sent');
  expect(relay.taken).toHaveLength(2);
  expect(relay.connectionsEver()).toBe(2);
});

test('letters that wait behind a slow relay are shown as being sent', async () => {
  const { start, write, relay, delivery, clock } = await openQueue();
  const answer = Promise.withResolvers<void>();
  relay.fault = step => (step === 'body' ? { kind: 'late', until: answer.promise } : undefined);
  const all = [await write(), await write()];
  clock.advance(11_000);
  start({ times: { connectMs: 5_000, answerMs: 20_000 } });
  const states = () => Promise.all(all.map(async ({ messageId }) => (await delivery(messageId))?.state));
  await expect.poll(states).toEqual(['queued', 'queued']);
  answer.resolve();
  await expect.poll(states).toEqual(['sent', 'sent']);
});

test('a stop sends nothing more, and taken mails go back', async () => {
  const { start, write, relay, states, clock } = await openQueue();
  const answer = Promise.withResolvers<void>();
  relay.fault = step => (step === 'body' ? { kind: 'late', until: answer.promise } : undefined);
  for (let n = 0; n < 3; n += 1) await write();
  clock.advance(11_000);
  const queue = start({ times: { connectMs: 500, answerMs: 5_000 } });
  await expect.poll(() => relay.taken.length).toBe(1);
  const closed = queue.close();
  answer.resolve();
  await closed;
  expect(await states()).toEqual(['sent', 'queued', 'queued']);
});

test('a stop while the relay is not reached yet is not a try', async () => {
  const { center, start, write, relay, outgoing, clock } = await openQueue();
  relay.fault = step => (step === 'greet' ? { kind: 'hangs' } : undefined);
  const { messageId } = await write();
  clock.advance(11_000);
  const queue = start({ times: { connectMs: 20_000, answerMs: 20_000 } });
  await expect.poll(() => relay.connections()).toBe(1);
  await queue.close();
  expect(await outgoing()).toMatchObject([{ state: 'queued', attempts: 0, reply: '' }]);
  expect(await center.write(work => takeBack(work, messageId))).toBe(true);
});

test('nothing is queued from a sample conversation', async () => {
  const { center, write, start, clock, relay, outgoing } = await openQueue();
  await center.write(work => rememberSample(work, [1]));
  await write();
  expect(await outgoing()).toEqual([]);
  start();
  clock.advance(60_000);
  expect(relay.connectionsEver()).toBe(0);
});

test('mail that waits for a sign-in goes at once when one works again, and the refusals do not count as tries', async () => {
  const { address, start, write, relay, clock, outgoing, states, passUntil } = await openQueue({
    passwords: { desk: 'right' },
    mechanisms: 'XOAUTH2',
  });
  let token = 'ended';
  const command = { isToken: true, run: async () => token };
  for (let each = 0; each < 30; each += 1) await write();
  start({ relay: { address, command } });
  await passUntil(() => relay.heard.filter(line => line.startsWith('AUTH')).length >= 10, 30_000);
  expect(Math.max(...(await outgoing()).map(({ attempts }) => attempts))).toBeLessThanOrEqual(2);
  token = 'right';
  const before = clock.now();
  await passUntil(async () => (await states()).every(state => state === 'sent'));
  expect(clock.now() - before).toBeLessThanOrEqual(65_000);
  expect(relay.taken).toHaveLength(30);
});

test.for(['answer', 'start'])('a letter that waits for a password goes with the next %s', async next => {
  const { center, start, write, relay, clock, passwordFile, outgoing, states, passUntil } = await openQueue({
    passwords: { desk: 'right' },
  });
  const areOut = () => center.read(({ db }) => signedOut(db));
  await write();
  const first = start();
  await passUntil(() => relay.heard.filter(line => line.startsWith('AUTH')).length === 6, 60_000);
  await expect.poll(states).toEqual(['queued']);
  const [row] = await outgoing();
  expect(row).toMatchObject({ attempts: 1, reply: expect.stringContaining('relay refuses the user name') });
  expect(row!.next_at - row!.since).toBe(30 * 60_000);
  expect(await areOut()).toHaveLength(1);
  writeFileSync(passwordFile, 'right\n');
  if (next === 'answer') await write();
  else {
    await first.close();
    start();
  }
  const before = clock.now();
  await passUntil(async () => (await states())[0] === 'sent');
  expect(clock.now() - before, 'long before its next try').toBeLessThan(5 * 60_000);
  await expect.poll(areOut).toEqual([]);
});

test('a forward that the relay refuses fails alone: the answer to the customer leaves', async () => {
  const { start, write, relay, passUntil, delivery } = await openQueue();
  relay.fault = (step, line) =>
    step === 'rcpt' && line.includes('sam@supplier.example')
      ? { kind: 'refuses', text: '550 5.1.1 no Sam here' }
      : undefined;
  const [forward, answer] = [await write({ to: ['sam@supplier.example'] }), await write()];
  start();
  await passUntil(async () => (await delivery(answer.messageId))?.state === 'sent');
  await passUntil(async () => (await delivery(forward.messageId))?.state === 'failed');
  expect((await delivery(forward.messageId))?.reason).toContain('no Sam here');
  expect(relay.taken.map(({ to }) => to)).toEqual([['ana@customer.example']]);
});
