import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fillSpans } from '../../../src/center/model/conversation/fill-spans.ts';
import { refreshAnswered } from '../../../src/center/model/conversation/span.ts';
import { createConversation } from '../../../src/center/model/conversation/write.ts';
import { mailActor } from '../../../src/center/model/history.ts';
import { addMessage } from '../../../src/center/model/message/write.ts';
import { noteFailure, touchDelivery } from '../../../src/center/model/outgoing/delivery.ts';
import { keepSetting } from '../../../src/center/model/setting.ts';
import { createCenter } from '../../harness/center.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { openMailDesk } from '../handlers/deliver.ts';
import { importMail, readHere } from '../intake/open-intake.ts';
import { type OpenCenter, openCenter } from '../open-center.ts';

const MINUTE_MS = 60_000;

async function numbers(desk: Pick<OpenCenter, 'call'>, by = 'day') {
  const { body } = await desk.call('GET', '/numbers', { query: { by, zone: 'UTC' } });
  return by === 'day' ? body.data.rows.at(-1) : body.data.rows;
}

test('an answer counts once its mail has left, at that time, and no more once it came back', async () => {
  const desk = await openMailDesk();
  const { id } = (await desk.answer()).body.data;
  expect(await numbers(desk)).toMatchObject({ came: 1, answered: 0 });
  const later = (minutes: number) => ({ at: desk.clock.now + minutes * MINUTE_MS });
  await desk.center.write(work => touchDelivery(work, id, { state: 'sent', ...later(20) }));
  expect(await numbers(desk)).toMatchObject({ answered: 1, answer_median: 1_200, answer_p90: 1_200 });
  expect(await numbers(desk, 'agent')).toContainEqual(expect.objectContaining({ agent_id: desk.agentId, answered: 1 }));
  await desk.center.write(work => noteFailure(work, { messageId: id, reason: 'no such user' }, mailActor(work)));
  expect(await numbers(desk)).toMatchObject({ answered: 0, answer_median: null });
});

test('neither a forward nor a machine answers, but a message that is sent by no mail does', async () => {
  const desk = await openMailDesk();
  const forwarded = await desk.answer({ forward: desk.question, to: [{ name: '', email: 'post@carrier.example' }] });
  await desk.center.write(work => touchDelivery(work, forwarded.body.data.id, { state: 'sent', at: work.now }));
  expect(await numbers(desk)).toMatchObject({ answered: 0 });
  desk.clock.now += 5 * MINUTE_MS;
  await desk.center.write(async work => {
    const agent = { agentId: desk.agentId, now: work.now };
    const machine = { conversationId: desk.conversation, kind: 'agent' as const, bodyText: 'Away', isAutomatic: true };
    await addMessage(work, machine, agent);
    await refreshAnswered(work, [desk.conversation]);
  });
  expect(await numbers(desk)).toMatchObject({ answered: 0 });
  await desk.answer({ deliver: false });
  expect(await numbers(desk)).toMatchObject({ answered: 1, answer_median: 300 });
});

test('an answer is in time by the working hours of its inbox’s target', async () => {
  const desk = await openCenter();
  onTestFinished(desk.close);
  const target = { answer_within: 60, hours: 'Mon-Fri 09:00-17:00', zone: 'UTC' };
  await desk.call('POST', '/inboxes/save', { body: { id: desk.inboxId, ...target } });
  const answered = async (inbox_id: number, minutes: number) => {
    const { id } = (await desk.call('POST', '/conversations', { body: { title: 'One', inbox_id } })).body.data;
    desk.clock.now += minutes * MINUTE_MS;
    await desk.call('POST', `/conversations/${id}/messages`, { as: 'admin', body: { body_text: 'Yes.' } });
  };
  // It is Sunday noon: an answer on Monday at 9:30 is in time, one 61 minutes after another that came then is not.
  await answered(desk.inboxId, 21 * 60 + 30);
  await answered(desk.inboxId, 61);
  await answered(1, 600);
  const inHours = await desk.call('GET', '/numbers', { query: { by: 'inbox', zone: 'UTC', clock: 'working' } });
  expect(inHours.body.data).toMatchObject({ clock: 'working' });
  // The one had 30 working minutes, the other 61; the inbox without hours counts them all.
  const times = inHours.body.data.rows.map((row: Record<string, number>) => [
    row.inbox_id,
    row.answer_median,
    row.answer_p90,
  ]);
  expect(times).toEqual([
    [1, 36_000, 36_000],
    [desk.inboxId, 2_730, 3_660],
  ]);
  const { body } = await desk.call('GET', '/numbers', { query: { by: 'agent', zone: 'UTC' } });
  expect(body.data.rows).toContainEqual(
    expect.objectContaining({ agent_id: desk.adminId, answered: 3, targeted: 2, in_time: 1 }),
  );
});

const ARCHIVE = `From a@there.example Mon Mar  2 09:00:00 2026
From: Ana <ana@there.example>
To: support@shop.example
Subject: Where is it?
Message-ID: <a1@there.example>
Date: Sun, 1 Mar 2026 09:00:00 +0000

Where is it?

From b@desk.example Mon Mar  2 10:00:00 2026
From: Ben <ben@desk.example>
To: ana@there.example
Subject: Re: Where is it?
Message-ID: <a2@desk.example>
In-Reply-To: <a1@there.example>
Date: Sun, 1 Mar 2026 10:00:00 +0000

On its way.
`;

test('imported conversations count nowhere, even once they are answered, closed, or gone through in the background', async () => {
  const desk = await openCenter();
  onTestFinished(desk.close);
  const path = join(temporaryFolder(), 'archive.mbox');
  writeFileSync(path, ARCHIVE);
  await importMail(desk.center, [path], { reader: readHere });
  const [{ id }] = (await desk.call('GET', '/conversations')).body.data;
  for (const conversation_status_id of [1, 2])
    await desk.call('PUT', `/conversations/${id}`, { body: { conversation_status_id } });
  await desk.call('POST', `/conversations/${id}/messages`, { body: { body_text: 'Well?' } });
  expect(await numbers(desk, 'inbox')).toEqual([]);
  await desk.center.write(work => fillSpans(work, [id]));
  expect(await numbers(desk, 'inbox')).toEqual([]);
});

test('an old database is gone through in the background, newest first, while it is written to', async () => {
  const path = join(temporaryFolder(), 'desk.db');
  const options = {
    database: path,
    attachmentsFolder: join(dirname(path), 'attachments'),
    settings: { passwordCost: 4 },
  };
  const first = await openCenter({ database: path });
  const ids: number[] = [];
  await first.center.write(async work => {
    const given = { title: 'Parcel', inboxId: first.inboxId };
    for (let at = 0; at < 450; at += 1)
      ids.push((await createConversation(work, given, { agentId: null, now: work.now })).id);
  });
  await first.call('PUT', `/conversations/${ids[0]}`, { body: { conversation_status_id: 2 } });
  await first.center.write(async work => {
    await work.db.deleteFrom('conversation_span').execute();
    await keepSetting(work, 'numbers_unfilled', String(ids.at(-1)));
  });
  const { body } = await first.call('GET', '/numbers', { query: { by: 'inbox', zone: 'UTC' } });
  expect(body.data).toMatchObject({ is_partial: true, rows: [] });
  // Meanwhile one is closed that has no span yet.
  await first.call('PUT', `/conversations/${ids[1]}`, { body: { conversation_status_id: 2 } });
  await first.close();
  const center = await createCenter({ ...options, now: () => first.clock.now });
  onTestFinished(() => center.close());
  const spans = () =>
    center.read(async ({ db }) => {
      const all = await db.selectFrom('conversation_span').select(['conversation_id', 'closed_at']).execute();
      return { all: all.length, closed: all.filter(one => one.closed_at !== null).map(one => one.conversation_id) };
    });
  await expect.poll(spans).toEqual({ all: 450, closed: [ids[0], ids[1]] });
});
