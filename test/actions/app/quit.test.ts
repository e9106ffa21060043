import { expect, test } from 'vitest';
import type { MailState } from '../../../src/state/mail/lines.ts';
import type { PendingChange } from '../../../src/state/world.ts';
import { t } from '../../../src/text/safe.ts';
import { stateText } from '../../../src/ui/footer-keys.ts';
import { linesIn } from '../../harness/open-box.ts';
import { press } from '../../harness/press.ts';
import { fakeDesk, NOW, sampleWorld } from '../../ui/world.ts';

const IDLE: MailState = {
  settings: t`config.toml`,
  elsewhere: null,
  mailboxes: [],
  lmtp: null,
  unanswered: null,
  relay: t`smtp.shop.example`,
  publicUrl: null,
  relayTrouble: t``,
  queue: { waiting: 0, failed: 0, nextAt: null, lastWord: t`` },
};

/** A desk of an embedded help center with so much mail that waits; `q` was pressed at its top. */
async function quitting(waiting: number, read: () => Promise<MailState> = async () => withWaiting(waiting)) {
  const world = sampleWorld({ columns: 80, rows: 24 }, { pane: 'list', pending: [] });
  const { desk } = fakeDesk({ ...world, mailOut: { sends: true, missing: [] } });
  const codes: number[] = [];
  desk.hooks.quit = code => void codes.push(code);
  desk.hooks.mailState = read;
  press(desk, 'quit');
  await new Promise(resolve => setImmediate(resolve));
  return { desk, codes };
}

function withWaiting(waiting: number): MailState {
  return { ...IDLE, queue: { ...IDLE.queue, waiting } };
}

test('q asks while mail of an embedded help center waits to be sent, and y quits', async () => {
  const { desk, codes } = await quitting(2);
  expect(linesIn(desk)).toEqual([
    '2 mails wait to be sent, and nothing is lost.',
    'They go out when frontdesk runs again.',
  ]);
  expect(codes).toEqual([]);
  press(desk, 'y');
  expect(codes).toEqual([0]);
});

test('q quits at once if no mail waits, or if the help center cannot say', async () => {
  expect((await quitting(0)).codes).toEqual([0]);
  expect((await quitting(1, async () => Promise.reject(new Error('no disk')))).codes).toEqual([0]);
});

test('q counts the unsent changes as the footer does, and says apart how many are held and how many ask', () => {
  const change = (key: string, more: Partial<PendingChange>) =>
    ({ key, name: 'note.add', args: { ids: [1042] }, at: NOW, problem: null, ...more }) as PendingChange;
  const waiting = change('a', { state: 'waiting' });
  const held = change('b', { state: 'held', heldUntil: NOW + 7_000 });
  const linesWith = (...pending: PendingChange[]) => {
    const world = sampleWorld({ columns: 80, rows: 24 }, { pane: 'list', pending, unsent: 1 });
    const { desk } = fakeDesk(world);
    press(desk, 'quit');
    return {
      footer: stateText(world, 80, 60),
      lines: linesIn(desk),
    };
  };
  expect(linesWith(waiting, held)).toEqual({
    footer: '1 unsent',
    lines: [
      '1 unsent, but kept: sent at the next start.',
      '1 held: sent at the next start; after a minute, it asks first.',
    ],
  });
  expect(linesWith(change('c', { state: 'asks', about: 'outcome' })).lines).toEqual([
    '1 asks: kept, and not sent until you decide in go.',
  ]);
});
