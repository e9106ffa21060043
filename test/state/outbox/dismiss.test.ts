import { expect, test } from 'vitest';
import { dismiss } from '../../../src/state/outbox/decide.ts';
import type { RefusedChange } from '../../../src/state/world.ts';
import { t } from '../../../src/text/safe.ts';
import { fakeDesk, sampleWorld } from '../../ui/world.ts';
import { operationOf } from '../operations.ts';

function refused(key: string): RefusedChange {
  const args = { ids: [1042], details: key };
  return {
    key,
    name: 'note.add',
    args,
    at: 1,
    state: 'refused',
    problem: null,
    reasons: [{ id: 1042, reason: t`No.` }],
  };
}

test('a dismissal drops one refused change, and leaves all other operations as they are', () => {
  const { desk } = fakeDesk(sampleWorld({ columns: 100, rows: 30 }));
  const [first, second, third] = ['a', 'b', 'c'].map(key => operationOf(refused(key)));
  desk.set({ operations: [first!, second!, third!] });
  dismiss(desk, ['b']);
  const left = desk.world().operations;
  expect(desk.world().refused.map(({ key }) => key)).toEqual(['a', 'c']);
  expect([left[0] === first, left.at(-1) === third]).toEqual([true, true]);
});
