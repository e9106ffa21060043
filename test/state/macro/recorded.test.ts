import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { ChangeName } from '../../../src/state/changes/change.ts';
import type { ArgsOf } from '../../../src/state/changes/list.ts';
import { readLater, type Snooze } from '../../../src/state/conversation/later.ts';
import { recordable, recorded } from '../../../src/state/macro/recorded.ts';
import type { Operation } from '../../../src/state/world.ts';
import { t } from '../../../src/text/safe.ts';
import { runs } from '../../harness/full.ts';
import { bareWorld } from '../../ui/world.ts';

const AT = new Date(2026, 10, 27, 10, 12, 30).getTime();
const agent = { id: 1, name: t`Ana Ortiz`, email: t``, role: null, disabled: false };
const empty = bareWorld({ columns: 80, rows: 24 });
const statuses = [{ id: 2, name: t`closed`, kind: 'closed' as const }];
const world = { ...empty, me: agent, base: { ...empty.base, statuses } };

let nth = 0;
function did<N extends ChangeName>(name: N, args: Omit<ArgsOf<N>, 'ids'>, more: Partial<Operation> = {}): Operation {
  nth += 1;
  const calls = [{ name, args: { ...args, ids: [12] }, inverse: [], requests: [] }];
  return { id: `${nth}`, at: AT, title: t`Did`, count: 1, calls, state: { kind: 'done' }, ...more } as Operation;
}
function snoozed(snooze: Snooze | null, at = AT): unknown {
  return recorded(world, [did('conversation.snooze', { snooze }, { at })]).snooze;
}
function until(words: string, at = AT): Snooze | null {
  const read = readLater(words, at);
  if ('problem' in read) throw new Error(read.problem);
  return read.snooze;
}

describe('recorded acts become a macro', () => {
  it('that does the same again; of one field the last one counts', () => {
    const done = [
      did('conversation.assign', { assign_to: 7 }),
      did('conversation.status', { conversation_status_id: 2 }),
      did('conversation.assign', { assign_to: 1 }),
      did('conversation.move', { inbox_id: 3 }),
      did('conversation.restore', {}),
      did('conversation.archive', {}),
    ];
    expect(recorded(world, done)).toEqual({ assign_to: 'me', status: 'closed', inbox_id: 3, archived: true });
    expect(recorded(world, [did('conversation.assign', { assign_to: null })])).toEqual({ assign_to: null });
  });

  it('in which a tag is added or taken off, never both', () => {
    const done = [
      did('conversation.tag', { tags: ['Refund', 'late'] }),
      did('conversation.untag', { tags: ['refund', 'vip'] }),
      did('conversation.tag', { tags: ['vip'] }),
    ];
    expect(recorded(world, done)).toEqual({ add_tags: ['late', 'vip'], remove_tags: ['refund'] });
  });

  it('of the last nine, newest first, without changes that a macro cannot make or that were undone', () => {
    const tags = Array.from({ length: 12 }, (_, at) => did('conversation.tag', { tags: [`${at}`] }));
    const others = [
      did('conversation.title', { title: 'Another' }),
      did('conversation.archive', {}, { state: { kind: 'takenBack', turn: 1 } }),
      did('conversation.archive', {}, { by: 'desk' }),
    ];
    expect(recordable([...tags, ...others])).toEqual(tags.slice(3).reverse());
  });

  it.each([
    ['2h', '2h'],
    ['90m', '90m'],
    ['tomorrow', '1d'],
    ['tomorrow 14:00', '1d 14:00'],
    ['3d', '3d'],
    ['fri', '7d'],
    ['30h', '30h'],
    // Over the end of a year, too.
    ['60d 16:30', '60d 16:30'],
    ['reply', 'reply'],
    ['now', 'now'],
    ['2h keep', '2h keep'],
    ['tomorrow keep', '1d keep'],
  ])('in which %s is as far away from any day: %s', (typed, words) => {
    expect(snoozed(until(typed))).toBe(words);
  });
});

test('the words of a recorded time mean the same time, as seen from when it was done', () => {
  const ahead = fc.integer({ min: 60, max: 400 * 86_400 });
  const property = fc.property(fc.integer({ min: 0, max: 86_400 }), ahead, fc.boolean(), (later, seconds, keep) => {
    const at = AT + later * 1_000;
    const wanted = new Date(at + seconds * 1_000).setSeconds(0, 0);
    fc.pre(wanted > at);
    const words = snoozed({ until: `${new Date(wanted).toISOString().slice(0, 19)}Z`, keep }, at) as string;
    const read = until(words, at);
    // A span is counted from the second.
    expect(Math.abs(Date.parse(read!.until!) - wanted)).toBeLessThanOrEqual(1_000);
    expect(read!.keep).toBe(keep);
  });
  fc.assert(property, { seed: 34, numRuns: runs(500) });
});
