import { expect, test } from 'vitest';
import { compose } from '../../../../src/center/mail/out/compose.ts';
import type { Letter } from '../../../../src/center/model/outgoing/letter.ts';
import { type Answering, openAnswering } from './open-answering.ts';

/** A mail on its way is changed by those who pass it on. */
type OnTheWay = (lines: readonly string[]) => readonly string[];

async function hand(letter: Letter, to: Answering, onTheWay: OnTheWay): Promise<void> {
  const lines = (await compose(letter, [])).toString('latin1').split('\r\n');
  await to.deliver(onTheWay(lines), {
    envelope: { from: letter.hasNullSender ? null : letter.from.email, to: letter.to.map(({ email }) => email) },
  });
}

/** Hands over what each sends to the other until both are silent; returns how many mails each has sent. */
async function converse(one: Answering, other: Answering, onTheWay: OnTheWay = lines => lines) {
  const sent = [0, 0];
  for (let round = 0; round < 50; round += 1) {
    const [ours, theirs] = [await one.send(), await other.send()];
    if (ours.length + theirs.length === 0) break;
    sent[0]! += ours.length;
    sent[1]! += theirs.length;
    for (const letter of ours) await hand(letter, other, onTheWay);
    for (const letter of theirs) await hand(letter, one, onTheWay);
    for (const { clock } of [one, other]) clock.now += 5_000;
  }
  return sent;
}

/** A mail that says it is from the other's inbox, to each of them, and that both sites vouch for. */
async function begin(one: Answering, other: Answering): Promise<void> {
  await one.deliver(['From: help@two.example', 'To: help@one.example', 'Subject: Hello']);
  await other.deliver(['From: help@one.example', 'To: help@two.example', 'Subject: Hello']);
}

function without(...fields: readonly string[]): OnTheWay {
  const gone = new RegExp(`^(?:${fields.join('|')}):`, 'i');
  return lines => lines.filter(line => !gone.test(line));
}

const MARKS = ['Auto-Submitted', 'X-Auto-Response-Suppress'];

test.for([
  ['as they are', undefined],
  ['without the marks of automatic mail', without(...MARKS)],
  ['without these marks and without what they answer', without(...MARKS, 'In-Reply-To', 'References')],
] as const)(
  'two help centers that answer each other send one automatic mail each, their mails %s',
  async ([, onTheWay]) => {
    const one = await openAnswering({ domain: 'one.example' });
    const other = await openAnswering({ domain: 'two.example' });
    await begin(one, other);
    expect(await converse(one, other, onTheWay)).toEqual([1, 1]);
  },
);
