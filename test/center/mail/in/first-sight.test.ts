import { expect, test } from 'vitest';
import { checkMailbox } from '../../../../src/center/mail/in/check-mailbox.ts';
import { beginMailbox } from '../../../../src/center/model/mailbox.ts';
import { NO_CONVERSATION } from '../../../../src/center/model/work.ts';
import { openAnswering } from '../automatic/open-answering.ts';
import { mailAbout, NOON, openMailbox } from './open-mailbox.ts';

const DAY_MS = 24 * 3_600_000;

/** A mailbox that is set up: its mails so far were seen, and those of the last 14 days are wanted or not. */
async function openSetUp(...days: readonly number[]) {
  const mailbox = await openMailbox();
  const { center, clock, url, passwordFile, inbox } = mailbox;
  const deliver = (subject: string, at: number) =>
    inbox.deliver(
      mailAbout(subject)
        .toString()
        .replace(/^Date: .*$/m, `Date: ${new Date(at).toUTCString()}`),
      at,
    );
  for (const ago of days) deliver(`day-${ago}`, NOON - ago * DAY_MS);
  const seen = () => checkMailbox({ url, passwordFile }, { now: clock.now(), days: 14 });
  const begin = async (isRecentWanted: boolean) => {
    const { name, begins } = await seen();
    const place = isRecentWanted ? begins!.recent!.place : begins!.fromNow;
    await center.write(work => beginMailbox(work, name, place, isRecentWanted), NO_CONVERSATION);
  };
  /** How often each conversation rang the desks. */
  const rung = () =>
    center.read(async ({ db }) => {
      const events = await db.selectFrom('event_log').select('changes').execute();
      return events.flatMap(({ changes }) => (JSON.parse(changes).written ?? []) as [number, number][]).length;
    });
  return { ...mailbox, deliver, seen, begin, rung };
}

test('mail that comes between set-up and the first start is taken', async () => {
  const { deliver, begin, watch, settled, holds, place, rung } = await openSetUp(20, 1);
  await begin(false);
  deliver('between', NOON);
  watch();
  await settled();
  await holds('between');
  expect([await rung(), await place()]).toMatchObject([1, { older: 2, seenAt: NOON }]);
});

test('mail of the last 14 days is taken if that is wanted, without a bell; later mail rings', async () => {
  const { deliver, begin, watch, settled, holds, place, rung, seen, inbox, log } = await openSetUp(400, 15, 13, 1, 0);
  expect((await seen()).begins!.recent!.mails).toBe(3);
  await begin(true);
  watch();
  await settled();
  await holds('day-13', 'day-1', 'day-0');
  expect(await rung()).toBe(0);
  deliver('later', NOON + 60_000);
  await holds('day-13', 'day-1', 'day-0', 'later');
  await expect.poll(place).toMatchObject({ older: 2, lastUid: 6 });
  expect(await rung()).toBe(1);
  expect(inbox.mails.map(({ flags }) => flags.has('\\Seen'))).toEqual([false, false, true, true, true, true]);
  expect(log).toEqual([]);
});

test('each mail of the last days comes once, whenever the watch and its connection end', async () => {
  const days = Array.from({ length: 30 }, (_, at) => 12 - at / 10).map(day => Number(day.toFixed(1)));
  const { begin, watch, server, holds, rung, center, passUntil, place } = await openSetUp(...days);
  await begin(true);
  const stored = () =>
    center.read(({ db }) => db.selectFrom('conversation').select('id').execute()).then(rows => rows.length);
  let fetched = 0;
  server().fault = ({ rest }) => {
    if (!rest.includes('BODY.PEEK[]')) return undefined;
    fetched += 1;
    return fetched % 4 === 2 ? { kind: 'cuts' } : undefined;
  };
  const first = watch();
  await passUntil(async () => (await stored()) > 0);
  await first.close();
  expect(await stored()).toBeLessThan(30);
  watch();
  await passUntil(async () => (await place())?.lastUid === 30);
  await holds(...days.map(day => `day-${day}`));
  expect(await rung()).toBe(0);
});

test('mails of the last days come once and without a bell, even if the server numbers them again meanwhile', async () => {
  const { begin, watch, settled, holds, rung, inbox, deliver } = await openSetUp(20, 2, 1);
  await begin(true);
  inbox.renumber({ isReversed: true });
  deliver('new', NOON + 60_000);
  watch();
  await settled();
  await holds('day-1', 'day-2', 'new');
  expect(await rung()).toBe(1);
});

test('set-up starts over only if the last days are wanted: a mailbox that was read before goes on', async () => {
  const { begin, watch, settled, holds, deliver } = await openSetUp(3);
  await begin(false);
  deliver('missed', NOON);
  await begin(false);
  const first = watch();
  await settled();
  await holds('missed');
  await first.close();
  await begin(true);
  watch();
  await settled();
  await holds('missed', 'day-3');
});

test('an empty mailbox and one with old mail alone have nothing to ask for', async () => {
  for (const days of [[], [15, 300]]) {
    const { seen } = await openSetUp(...days);
    expect((await seen()).begins).toEqual({ fromNow: expect.objectContaining({ older: days.length }) });
  }
});

test('mail from before the first sight gets no automatic reply', async () => {
  const desk = await openAnswering();
  const mailbox = { name: 'help', arrivedAt: desk.clock.now };
  const from = (name: string) => [`From: <${name}@customer.example>`, 'To: help@shop.example'];
  await desk.deliver(from('kim'), { via: 'imap', mailbox: { ...mailbox, isOlder: true } });
  expect(await desk.send()).toEqual([]);
  await desk.deliver(from('zoe'), { via: 'imap', mailbox });
  expect(await desk.send()).toHaveLength(1);
  expect(await desk.conversation(1)).toMatchObject({ unread: true, status: 'open' });
});
