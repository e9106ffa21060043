import { expect, test } from 'vitest';
import { IdMap } from '../../src/state/world/id-map.ts';
import { safeLine } from '../../src/text/safe.ts';
import { people } from '../state/reply/people.ts';
import { fakeDesk, inbox, message, sampleWorld, thread } from '../ui/world.ts';
import { talkWith } from './talk-with.ts';

test('a reply says the Reply-To of another domain, and ~replyto answers there', async () => {
  const world = sampleWorld({ columns: 80, rows: 24 });
  const asked = message(7, 'Hi', { reply_to: people('team@partner.example') });
  const threads = IdMap.of([[1042, thread([asked])]]);
  const emails = [{ id: 1, email: safeLine('support@shop.example'), status: 'primary' as const }];
  const inboxes = [{ ...inbox(1, 'Support'), emails }];
  const { desk } = fakeDesk({ ...world, base: { ...world.base, inboxes, threads } });
  const { type } = talkWith(desk);
  expect(await type('reply 1042')).toContain('Its Reply-To is team@partner.example: ~replyto.');
  const said = await type('~replyto');
  expect(said).toContain('To: team@partner.example.');
  expect(said).not.toContain('~replyto');
  expect(await type('~replyto')).toContain('~replyto is not known here');
});

test('~bcc names those who get a hidden copy', async () => {
  const world = sampleWorld({ columns: 80, rows: 24 });
  const threads = IdMap.of([[1042, thread([message(7, 'Hi')])]]);
  const emails = [{ id: 1, email: safeLine('support@shop.example'), status: 'primary' as const }];
  const { desk } = fakeDesk({
    ...world,
    base: { ...world.base, inboxes: [{ ...inbox(1, 'Support'), emails }], threads },
  });
  const { type } = talkWith(desk);
  expect(await type('reply 1042')).not.toContain('Bcc');
  await type('~bcc eve@there.example');
  expect(await type('~p')).toContain('Bcc: eve@there.example.');
  expect(desk.world().drafts.get('reply:1042')?.bcc).toBe('eve@there.example');
});

test('~wait and ~at send with a time', async () => {
  const world = sampleWorld({ columns: 80, rows: 24 });
  const threads = IdMap.of([[1042, thread([message(7, 'Hi')])]]);
  const emails = [{ id: 1, email: safeLine('support@shop.example'), status: 'primary' as const }];
  const inboxes = [{ ...inbox(1, 'Support'), emails }];
  const { desk, asked } = fakeDesk({ ...world, base: { ...world.base, inboxes, threads } });
  const { type } = talkWith(desk);
  for (const line of ['~wait', '~wait reply', '~at 2h']) {
    await type('reply 1042');
    await type('It is on its way.');
    await type(line);
  }
  const snooze = (until: unknown) => [{ name: 'conversation.snooze', args: { snooze: { until, keep: false } } }];
  expect(asked.commits.map(({ args }) => args)).toMatchObject([
    { following: snooze(expect.any(String)) },
    { following: snooze(null) },
    { sendAt: expect.any(String) },
  ]);
});
