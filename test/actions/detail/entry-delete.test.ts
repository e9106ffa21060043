import { expect, test } from 'vitest';
import { entryDelete } from '../../../src/actions/detail/entry-delete.ts';
import { IdMap } from '../../../src/state/id-map.ts';
import type { World } from '../../../src/state/world.ts';
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
  const asked = { targets: [ID], data: { kind: 'message', id: 5 } };
  expect(entryDelete.question?.lines(worldOf(5, state), asked as never)[1]).toBe(words);
});

test('a mail that is held is taken back as a draft instead, with its people', () => {
  const world = worldOf(5, 'held');
  const { desk, asked } = fakeDesk(world);
  const overlay = { targets: [ID], data: { kind: 'message', id: 5 } };
  const [takeBack, remove] = entryDelete.question!.choices!(world, overlay as never);
  takeBack!.run(desk);
  remove!.run(desk);
  expect(asked.commits.map(({ name }) => name)).toEqual(['message.take-back', 'message.remove']);
  expect(asked.commits[0]!.args).toMatchObject({ ids: [ID], replyId: 5, body: 'It goes out today.', to: [], cc: [] });
  expect(entryDelete.question!.choices!(worldOf(5, 'sent'), overlay as never)).toEqual([]);
});

test('a reply on its way to the help center is not deleted', () => {
  expect(entryDelete.unavailable?.(worldOf(-5))).toBe('It is on its way to the help center: z takes it back.');
  expect(entryDelete.unavailable?.(worldOf(5))).toBeUndefined();
});
