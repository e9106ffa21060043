import { expect, test } from 'vitest';
import { openConversation } from '../../../src/state/sync/thread.ts';
import { threadOf } from '../../../src/state/visible.ts';
import { writtenIn } from '../../harness/drafts.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { fakeCenter, row } from '../fake-center.ts';
import { openDesk } from '../open-desk.ts';

const SAM = { name: 'Sam', email: 'sam@supplier.example' };

async function openOne() {
  const center = fakeCenter([row(1, { unread: true })]);
  center.receive(1, 'Where is it?');
  const sent: string[] = [];
  const counted = {
    ...center,
    fetch: async (request: Request) => {
      const head = [...request.headers].map(([name, value]) => `${name}: ${value}\n`).join('');
      if (request.method === 'POST') sent.push(`POST ${request.url}\n${head}\n${await request.clone().text()}`);
      return center.fetch(request);
    },
  };
  const bench = await openDesk(counted, { clock: handClock() });
  await openConversation(bench.desk, 1);
  const { id } = threadOf(bench.desk.world(), 1)!.messages.at(-1)!;
  center.messages
    .get(id)!
    .attachments.push({ id: 5, name: 'film.mp4', content_type: 'video/mp4', size: 10_000_000 } as never);
  const forward = (body = 'In stock?') =>
    bench.desk.commit('message.reply', { ids: [1], body, messageId: null, forward: id, to: [SAM] });
  return { ...bench, sent, id, forward };
}

test('a forward of a message with ten megabytes sends less than a kilobyte', async () => {
  const { forward, sent, idle, id } = await openOne();
  forward();
  await idle();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain(`"forward":${id}`);
  expect(Buffer.byteLength(sent[0]!)).toBeLessThan(1_000);
});

test('a forward is shown aside at once, is not an answer, and is taken back into its own draft', async () => {
  const { desk, forward, idle, id } = await openOne();
  const waits = () => desk.world().base.conversations.get(1)!.waiting_since;
  const before = waits();
  forward();
  const shown = threadOf(desk.world(), 1)!.messages.at(-1)!;
  expect(shown).toMatchObject({ side: true, forwards: id, body_text: 'In stock?' });
  expect(desk.world().notice?.text).toBe('Forwarded from #1 to Sam <sam@supplier.example> · z takes it back');
  await idle();
  expect(waits()).toBe(before);
  desk.undo();
  await idle();
  expect(writtenIn(desk.world().drafts)).toEqual({
    'forward:1': 'In stock?',
    'forward:1 to': 'Sam <sam@supplier.example>',
    'forward:1 message': `${id}`,
  });
});

test('a forward of which the answer was lost is not sent twice', async () => {
  const bench = await openOne();
  bench.link = 'deaf';
  bench.forward();
  await bench.idle();
  bench.link = 'up';
  bench.clock.advance(20_000);
  await bench.idle();
  const agents = [...bench.center.messages.values()].filter(({ kind }) => kind === 'agent');
  expect([agents.length, bench.desk.world().pending]).toEqual([1, []]);
});
