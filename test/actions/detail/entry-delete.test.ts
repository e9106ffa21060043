import { expect, test } from 'vitest';
import { entryDelete } from '../../../src/actions/detail/entry-delete.ts';
import { IdMap } from '../../../src/state/world/id-map.ts';
import type { World } from '../../../src/state/world.ts';
import { buttonsIn, linesIn } from '../../harness/open-box.ts';
import { press } from '../../harness/press.ts';
import { fakeDesk, message, sampleWorld, thread } from '../../ui/world.ts';

const ID = 1042;

/** The detail on an agent’s message with this id, whose mail is in this state. */
function worldOf(id: number, state?: 'held' | 'queued' | 'sent' | 'failed'): World {
  const world = sampleWorld({ columns: 80, rows: 24 }, { pane: 'detail' });
  const delivery = state === undefined ? null : { state, at: null, reason: null };
  const threads = IdMap.of([[ID, thread([message(id, 'It goes out today.', { kind: 'agent', delivery })])]]);
  const detail = { ...world.detail, conversationId: ID, entryKey: `message:${id}` };
  return { ...world, base: { ...world.base, threads }, detail };
}

test.for([
  ['held', 'Its mail may go out before that: z takes a reply back at once.'],
  ['queued', 'Its mail may go out before that: z takes a reply back at once.'],
  ['sent', 'The customer has it already: it is deleted here alone.'],
  ['failed', undefined],
  [undefined, undefined],
] as const)('the question before an agent’s message is deleted says what becomes of its mail: %s', ([state, words]) => {
  const { desk } = fakeDesk(worldOf(5, state));
  press(desk, 'entry.delete');
  expect(linesIn(desk)[1]).toBe(words);
});

test('a mail that is held is taken back as a draft instead, with its people', () => {
  for (const [key, name] of [
    ['t', 'message.take-back'],
    ['y', 'message.remove'],
  ] as const) {
    const { desk, asked } = fakeDesk(worldOf(5, 'held'));
    press(desk, 'entry.delete', key);
    expect(asked.commits.map(commit => commit.name)).toEqual([name]);
    if (key === 't')
      expect(asked.commits[0]!.args).toMatchObject({
        ids: [ID],
        replyId: 5,
        body: 'It goes out today.',
        to: [],
        cc: [],
      });
  }
  const { desk } = fakeDesk(worldOf(5, 'sent'));
  press(desk, 'entry.delete');
  expect(buttonsIn(desk)).toEqual(['y']);
});

test('a reply on its way to the help center is not deleted', () => {
  expect(entryDelete.unavailable?.(worldOf(-5))).toBe('It is on its way to the help center: z takes it back.');
  expect(entryDelete.unavailable?.(worldOf(5))).toBeUndefined();
});
