import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OwnCall } from '../../../src/state/changes/change.ts';
import { draftKey, rewritten } from '../../../src/state/drafts/drafts.ts';
import { sendAgain } from '../../../src/state/outbox/decide.ts';
import { stage, stagedFor } from '../../../src/state/outbox/staged.ts';
import { memoryStorage } from '../../../src/state/outbox/storage.ts';
import { openConversation } from '../../../src/state/sync/thread.ts';
import { conversationOf } from '../../../src/state/visible.ts';
import { handClock } from '../../harness/hand-clock.ts';
import { fakeCenter, row } from '../fake-center.ts';
import { type Bench, openDesk } from '../open-desk.ts';

const MAIL = { kind: 'reply', id: 1 } as const;
const TEXT = draftKey('reply', 1);
const BODY = 'It goes out today.';
const close: OwnCall = { name: 'conversation.status', args: { ids: [1], conversation_status_id: 2 } };
const wait: OwnCall = { name: 'conversation.status', args: { ids: [1], conversation_status_id: 3 } };
const tag: OwnCall = { name: 'conversation.tag', args: { ids: [1], tags: ['refund'] } };
const note: OwnCall = { name: 'note.add', args: { ids: [1], details: 'Paid back.' } };

async function openOne(storage = memoryStorage()): Promise<Bench> {
  const center = fakeCenter([row(1), row(2)]);
  center.receive(1, 'Where is my money?');
  const bench = await openDesk(center, { storage, clock: handClock() });
  await openConversation(bench.desk, 1);
  await bench.idle();
  return bench;
}

/** What stands in the draft's box: its text, and how it is edited. */
function write({ desk }: Bench, to: string): void {
  const { drafts } = desk.world();
  desk.set({ drafts: rewritten(drafts, [TEXT, 'text', to], drafts.get(TEXT)?.text ?? '') });
}

/** Sends the draft as its box does. */
function send({ desk }: Bench, body = BODY): void {
  const staged = [...stagedFor(desk.world(), MAIL)];
  desk.commit('message.reply', { ids: [1], body, messageId: null, following: staged, staged });
}

function seen({ desk, center }: Bench) {
  const { status, tags } = center.conversations.get(1)!;
  const mails = [...center.messages.values()].filter(({ kind }) => kind === 'agent').length;
  const mine = conversationOf(desk.world(), 1)!;
  expect([mine.status, mine.tags]).toEqual([status, tags]);
  return { status, tags, mails, notes: center.notes.size };
}

describe('changes staged for a mail', () => {
  test('needs a text', async () => {
    const bench = await openOne();
    expect([stage(bench.desk, MAIL, [tag]), bench.desk.world().drafts.size]).toEqual([false, 0]);
    write(bench, BODY);
    expect(stage(bench.desk, MAIL, [tag])).toBe(true);
  });

  test('has one call for each field', async () => {
    const bench = await openOne();
    write(bench, BODY);
    stage(bench.desk, MAIL, [close, tag]);
    stage(bench.desk, MAIL, [wait]);
    expect(stagedFor(bench.desk.world(), MAIL)).toEqual([tag, wait]);
  });

  test('follows it, and is taken back with it as one', async () => {
    const bench = await openOne();
    write(bench, BODY);
    stage(bench.desk, MAIL, [close, tag, note]);
    send(bench);
    expect([conversationOf(bench.desk.world(), 1)?.status, bench.desk.world().drafts.size]).toEqual(['closed', 0]);
    await bench.idle();
    expect(seen(bench)).toEqual({ status: 'closed', tags: ['refund'], mails: 1, notes: 1 });
    bench.desk.undo();
    await bench.idle();
    expect(seen(bench)).toEqual({ status: 'open', tags: [], mails: 0, notes: 0 });
    expect([bench.desk.world().drafts.get(TEXT)?.text, stagedFor(bench.desk.world(), MAIL)]).toEqual([
      BODY,
      [close, tag, note],
    ]);
  });

  test('is withdrawn with it before it was sent', async () => {
    const bench = await openOne();
    bench.link = 'down';
    write(bench, BODY);
    stage(bench.desk, MAIL, [close, tag]);
    send(bench);
    bench.desk.undo();
    bench.link = 'up';
    bench.clock.advance(31_000);
    await bench.idle();
    expect(seen(bench)).toEqual({ status: 'open', tags: [], mails: 0, notes: 0 });
    expect(stagedFor(bench.desk.world(), MAIL)).toEqual([close, tag]);
  });

  test('is not done if the mail is refused, and stands in its draft again', async () => {
    const bench = await openOne();
    bench.center.refusals.set(1, { status: 422, message: 'The inbox has no address.' });
    write(bench, BODY);
    stage(bench.desk, MAIL, [close, tag]);
    send(bench);
    await bench.idle();
    bench.center.refusals.clear();
    expect(seen(bench)).toEqual({ status: 'open', tags: [], mails: 0, notes: 0 });
    expect(stagedFor(bench.desk.world(), MAIL)).toEqual([close, tag]);
  });

  test('tells its own reason if it is refused alone', async () => {
    const bench = await openOne();
    write(bench, BODY);
    stage(bench.desk, MAIL, [close, tag]);
    const { fetch } = bench.center;
    bench.center.fetch = async request => {
      if (request.method === 'PUT') bench.center.refusals.set(1, { status: 422, message: 'There is no such status.' });
      const answer = await fetch(request);
      bench.center.refusals.clear();
      return answer;
    };
    send(bench);
    await bench.idle();
    expect(seen(bench)).toEqual({ status: 'open', tags: ['refund'], mails: 1, notes: 0 });
    expect(bench.desk.world().notice?.text).toMatch(/^Status not set: .*There is no such status\./);
    expect(bench.desk.world().drafts.size).toBe(0);
  });

  test('does not meet words that were written since', async () => {
    const bench = await openOne();
    write(bench, BODY);
    stage(bench.desk, MAIL, [close]);
    send(bench);
    await bench.idle();
    write(bench, 'PS: it is blue.');
    bench.desk.undo();
    await bench.idle();
    expect([bench.desk.world().drafts.get(TEXT)?.text, stagedFor(bench.desk.world(), MAIL)]).toEqual([
      `${BODY}\n\nPS: it is blue.`,
      [],
    ]);
  });

  test('never outlive its text, after any writing, sending, undo and restart', async () => {
    const kinds = ['write', 'write', 'clear', 'discard', 'stage', 'stage', 'send', 'undo', 'redo', 'idle', 'restart'];
    let met = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...kinds), { maxLength: 30 }), async steps => {
        const storage = memoryStorage();
        let bench = await openOne(storage);
        const text = () => bench.desk.world().drafts.get(TEXT)?.text ?? '';
        for (const [at, step] of steps.entries()) {
          // Each text begins with a word of its own, which names the tags that are staged for it.
          if (step === 'write') write(bench, text() === '' ? `text${at}.` : `${text()} more`);
          else if (step === 'clear') write(bench, at % 2 ? '' : ' ');
          else if (step === 'discard') bench.desk.set({ drafts: new Map() });
          else if (step === 'stage')
            stage(bench.desk, MAIL, [{ ...tag, args: { ids: [1], tags: [/^text\d+/.exec(text())?.[0] ?? 'none'] } }]);
          else if (step === 'send' && text().trim() !== '') send(bench, text());
          else if (step === 'undo') bench.desk.undo();
          else if (step === 'redo') bench.desk.redo();
          else if (step === 'idle') await bench.idle();
          else if (step === 'restart') {
            bench.desk.stop();
            bench = await openDesk(bench.center, { storage, name: `${at}`, clock: bench.clock });
          }
          for (const { args } of stagedFor(bench.desk.world(), MAIL)) {
            met += 1;
            expect(text()).toContain(`${(args.tags as string[])[0]}.`);
          }
        }
        await bench.idle();
        bench.desk.stop();
      }),
      { numRuns: 100 },
    );
    expect(met).toBeGreaterThan(0);
  });
});

describe('a reply with a time', () => {
  const AT = '2027-01-01T09:00:00Z';

  function reply(bench: Bench, sendAt: string) {
    bench.desk.commit('message.reply', { ids: [1], body: BODY, messageId: null, sendAt });
  }

  function asks({ desk }: Bench) {
    return desk.world().pending.map(({ state }) => state);
  }

  test('names it to the help center, and says once if that sends at once', async () => {
    const bench = await openOne();
    const seenBodies: unknown[] = [];
    const { fetch } = bench.center;
    bench.center.fetch = async request => {
      if (request.method === 'POST') seenBodies.push(await request.clone().json());
      return fetch(request);
    };
    reply(bench, AT);
    expect(bench.desk.world().notice?.text).toMatch(/^Sends .*2027.* the reply to #1 · z takes it back$/);
    await bench.idle();
    expect(seenBodies).toMatchObject([{ deliver_at: AT }]);
    const reason = 'This help center sends at no later time: the customer gets the reply now.';
    expect([bench.desk.world().notice?.text, bench.desk.world().offers.sendAt]).toEqual([reason, reason]);
  });

  test('asks if that came while it could not be sent, and goes at once if the agent wants it', async () => {
    const bench = await openOne();
    bench.link = 'slow';
    bench.desk.commit('conversation.tag', { ids: [1], tags: ['vip'] });
    reply(bench, new Date(bench.clock.now() + 10_000).toISOString());
    await bench.idle();
    expect(asks(bench)).toEqual(['sending', 'waiting']);
    bench.clock.advance(11_000);
    bench.link = 'up';
    await bench.release();
    expect([asks(bench), seen(bench).mails]).toEqual([['asks'], 0]);
    expect(bench.desk.world().notice?.text).toContain('Its time came before it could be sent.');
    sendAgain(
      bench.desk,
      bench.desk.world().pending.map(({ key }) => key),
    );
    await bench.idle();
    expect([asks(bench), seen(bench).mails, bench.desk.world().offers.sendAt]).toEqual([[], 1, undefined]);
  });
});
