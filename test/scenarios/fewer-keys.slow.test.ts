import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Conversation } from '../../src/contract/model.ts';
import { keysFor } from '../harness/key-names.ts';
import { movedClock } from '../harness/moved-time.ts';
import { temporaryFolder } from '../harness/temporary.ts';
import { openAnswerScene } from './answer-scene.ts';

const DAY_MS = 24 * 3_600_000;
/** A Wednesday in the next days, 09:00: tokens are made by the machine's clock. The week of 1970 began on a Thursday. */
const WEDNESDAY = Math.ceil(Date.now() / (7 * DAY_MS)) * 7 * DAY_MS + 6.375 * DAY_MS;
const [INBOX, SPAM, ANA] = [1, 2, 1];

/** An action or a key; words that are typed count by their letters, and texts do not count. */
type Step = string | { readonly words: string } | { readonly text: string };

/** What an agent does with one conversation after the other, with the steps that it takes. Each ends on the next row. */
interface Act {
  readonly times: number;
  readonly before: readonly Step[];
  readonly now: readonly Step[];
  /** What the conversation is afterwards. */
  readonly becomes: object;
}

const ANSWER = { text: 'It is on its way.' };
const BCC = ['box.bcc', { text: 'ruth@shop.example' }, 'tab'];

/** A day in the list, from the top down: with the keys of the first thirty days, and with those that came then. */
const DAY: Readonly<Record<string, Act>> = {
  'later today': {
    times: 2,
    before: ['conversation.snooze', { words: '18:00' }, 'enter'],
    now: ['conversation.snooze', '1', 'enter'],
    becomes: { until: WEDNESDAY + DAY_MS * 0.375 },
  },
  'later, in a week': {
    times: 3,
    before: ['conversation.snooze', { words: '1w' }, 'enter'],
    now: ['conversation.snooze', '4', 'enter'],
    becomes: { until: WEDNESDAY + 7 * DAY_MS },
  },
  spam: {
    times: 3,
    before: ['conversation.move', { words: 's' }, 'enter'],
    now: ['conversation.spam'],
    becomes: { inbox_id: SPAM },
  },
  'send, take it and close': {
    times: 6,
    before: ['conversation.reply', ANSWER, 'box.send', 'conversation.assign-me', 'conversation.close'],
    now: ['conversation.reply', ANSWER, 'box.close'],
    becomes: { assign_to: ANA, status: 'closed' },
  },
  'send, take it and go on': {
    times: 6,
    before: ['conversation.reply', ANSWER, 'box.send', 'conversation.assign-me', 'cursor.down'],
    now: ['conversation.reply', ANSWER, 'box.send'],
    becomes: { assign_to: ANA },
  },
  'send with a Bcc, take it and go on': {
    times: 1,
    before: ['conversation.reply', ...BCC, ANSWER, 'box.send', 'conversation.assign-me', 'cursor.down'],
    now: ['conversation.reply', ...BCC, ANSWER, 'box.send'],
    becomes: { assign_to: ANA },
  },
};

/** What the conversations are in the evening, the newest first; the oldest is as it came. */
const EVENING = [...Object.values(DAY).flatMap(({ times, becomes }) => Array(times).fill(becomes)), {}].map(
  becomes => ({ status: 'open', inbox_id: INBOX, assign_to: null, until: null, ...becomes }),
);
type Held = Conversation & { readonly snoozed?: { readonly until: string } };

/** Plays the day with these steps; returns how many keys each act took. */
async function play(time: 'before' | 'now', settings: string): Promise<Readonly<Record<string, number>>> {
  const clock = movedClock(join(temporaryFolder(), 'ahead'), WEDNESDAY);
  const scene = await openAnswerScene({ send_delay: 0 }, clock);
  const read = async () => (await scene.ask<Held[]>('GET', '/conversations?limit=200')).sort((a, b) => b.id - a.id);
  for (let id = 1; id <= EVENING.length; id += 1) {
    scene.write({ id: `m${id}`, from: `Cleo <c${id}@customer.example>`, subject: `Question ${id}`, text: 'Where?' });
    await expect.poll(read).toHaveLength(id);
  }
  const home = temporaryFolder();
  const folder = join(home, 'config/frontdesk');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, 'config.toml'), settings, { mode: 0o600 });
  const desk = await scene.openDesk(undefined, home);
  const take = async (step: Step) => {
    if (typeof step === 'string') desk.press(step);
    else desk.type('words' in step ? step.words : step.text);
    await desk.settled(60);
    if (typeof step === 'string') return keysFor(step).length;
    return 'words' in step ? step.words.length : 0;
  };
  const keys: Record<string, number> = {};
  let id = EVENING.length;
  for (const [name, { times, [time]: steps }] of Object.entries(DAY))
    for (let at = 0; at < times; at += 1) {
      await desk.sees(`#${id} Question ${id}`);
      keys[name] = 0;
      for (const step of steps) keys[name] += await take(step);
      id -= 1;
    }
  await desk.sees('#1 Question 1');
  desk.press('open');
  keys['new mail'] = await take('conversation.create');
  await desk.sees('To  Cleo');
  const evening = async () =>
    (await read()).map(({ status, inbox_id, assign_to, snoozed }) => ({
      ...{ status, inbox_id, assign_to, until: snoozed ? Date.parse(`${snoozed.until}Z`) : null },
    }));
  await expect.poll(evening).toEqual(EVENING);
  await expect.poll(() => scene.relay.taken.length).toBe(13);
  return keys;
}

/** All keys of the day. */
function inAll(keys: Readonly<Record<string, number>>): number {
  return Object.entries(DAY).reduce((sum, [name, { times }]) => sum + times * keys[name]!, 0);
}

test('a working day takes half of the keys that it took, for the same outcome', { timeout: 240_000 }, async () => {
  const settings = 'after_sending = "next"\nassign_on_reply = true\n';
  const [before, now] = await Promise.all([play('before', ''), play('now', settings)]);
  expect(before).toEqual({
    'later today': 7,
    'later, in a week': 4,
    spam: 3,
    'send, take it and close': 4,
    'send, take it and go on': 4,
    'send with a Bcc, take it and go on': 6,
    'new mail': 1,
  });
  expect(now).toEqual({
    'later today': 3,
    'later, in a week': 3,
    spam: 1,
    'send, take it and close': 2,
    'send, take it and go on': 2,
    'send with a Bcc, take it and go on': 4,
    'new mail': 1,
  });
  expect([inAll(before), inAll(now)]).toEqual([89, 46]);
});
