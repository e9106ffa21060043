import { describe, expect, test } from 'vitest';
import { createReads } from '../../../src/state/sync/reads.ts';
import { IdMap } from '../../../src/state/world/id-map.ts';
import type { World } from '../../../src/state/world.ts';
import { safeLine } from '../../../src/text/safe.ts';
import { askedId, partIn } from '../../harness/open-box.ts';
import { press as pressOn } from '../../harness/press.ts';
import { people } from '../../state/reply/people.ts';
import { fakeDesk, inbox, message, sampleWorld, thread } from '../../ui/world.ts';

type Asked = (q: string) => readonly { id: number; name: string; email: string | null }[];

/** The reply box on #1042 with the keys in an empty Cc. The help center answers with these contacts. */
function open(answer: Asked = () => [], more: Partial<World> = {}, book?: (typed: string) => Promise<never>) {
  const world = sampleWorld({ columns: 120, rows: 36 }, more);
  const emails = [{ id: 1, email: safeLine('support@shop.example'), status: 'primary' as const }];
  const threads = IdMap.of([[1042, thread([message(7, 'Hello')])]]);
  const base = { ...world.base, inboxes: [{ ...inbox(1, 'Support'), emails }], threads };
  const { desk } = fakeDesk({ ...world, base });
  Object.assign(desk, { reads: createReads() });
  Object.assign(desk.hooks, book ? { addressBook: book } : {});
  const questions: string[] = [];
  const list = async ({ query }: { query: { q: string } }) => {
    questions.push(query.q);
    return { data: answer(query.q), nextCursor: null };
  };
  Object.assign(desk.client, { contact: { ...desk.client.contact, list } });
  desk.set({ list: { ...desk.world().list, marks: new Set() } });
  const press = (keys: string) => pressOn(desk, ...keys.split(' '));
  press('conversation.reply shift-tab');
  const cc = () => desk.world().drafts.get('reply:1042')?.cc;
  const settled = () => new Promise(resolve => setTimeout(resolve, 5));
  const part = () => partIn(desk);
  return { desk, press, cc, questions, settled, part, said: () => desk.world().notice?.text };
}

function anton() {
  return [{ id: 9, name: safeLine('Anton Weber'), email: safeLine('anton@found.example') }];
}

describe('Tab in a line of people', () => {
  test('takes the first whom the words mean, and goes on if there is nothing to complete', async () => {
    const { press, cc, settled, part, said } = open(anton);
    press('a n');
    await settled();
    expect(said()).toBe('Tab: Anton Weber <anton@found.example>');
    press('tab');
    expect([cc(), part(), said()]).toEqual(['Anton Weber <anton@found.example>', 'cc', undefined]);
    press('tab');
    expect(part()).toBe('text');
  });

  test('asks the help center from two letters on, over a slow link only when it is pressed', async () => {
    const fast = open(anton);
    fast.press('a n t');
    await fast.settled();
    expect(fast.questions).toEqual(['an', 'ant']);
    const slow = open(anton, { link: 'slow' });
    slow.press('a n t');
    await slow.settled();
    expect([slow.questions, slow.said()]).toEqual([[], undefined]);
    slow.press('tab');
    await slow.settled();
    expect([slow.questions, slow.said()]).toEqual([['ant'], 'Tab: Anton Weber <anton@found.example>']);
    slow.press('tab');
    expect(slow.cc()).toBe('Anton Weber <anton@found.example>');
  });

  test('offers those of the agent’s own address book as well, and says once why it has none', async () => {
    const book = async () => people('Antje <antje@home.example>') as never;
    const own = open(() => [], {}, book);
    own.press('a n t');
    await own.settled();
    expect(own.said()).toBe('Tab: Antje <antje@home.example>');
    const broken = open(
      () => [],
      {},
      () => Promise.reject(new Error('it ended with code 1.')),
    );
    broken.press('a n');
    await broken.settled();
    expect(broken.said()).toBe('No address book: it ended with code 1.');
  });

  test('offers those of the help center while the address book is still looking', async () => {
    const slow = open(anton, {}, () => new Promise(() => {}));
    slow.press('a n t');
    await slow.settled();
    expect(slow.said()).toBe('Tab: Anton Weber <anton@found.example>');
  });

  test('completes the people of a first mail too', async () => {
    const { desk, press, settled, part, said } = open(anton);
    press('esc conversation.create tab');
    while (part() !== 'cc') press('tab');
    press('a n');
    await settled();
    expect(askedId(desk)).toBe('conversation.create');
    expect(said()).toBe('Tab: Anton Weber <anton@found.example>');
  });

  test('offers nothing that is not an address, or that comes after the part was left', async () => {
    const bad = open(() => [{ id: 9, name: safeLine('Anton'), email: safeLine('no address') }]);
    bad.press('a n');
    await bad.settled();
    expect(bad.said()).toBeUndefined();
    const left = open(anton);
    left.press('a n enter');
    await left.settled();
    expect(left.said()).toBeUndefined();
  });
});
