import { describe, expect, test } from 'vitest';
import { activity } from '../../src/actions/activity.ts';
import { dispatch } from '../../src/actions/dispatch.ts';
import { bound } from '../../src/actions/index.ts';
import type { Traffic } from '../../src/state/context.ts';
import type { PendingChange, World } from '../../src/state/world.ts';
import { t } from '../../src/text/safe.ts';
import { fakeDesk, NOW, sampleWorld } from '../ui/world.ts';

const SIZE = { columns: 80, rows: 24 };
const pending = (key: string, ids: readonly number[], more: Partial<PendingChange> = {}): PendingChange => ({
  key,
  name: 'conversation.archive',
  args: { ids },
  at: NOW - 12_000,
  state: 'waiting',
  attempts: 0,
  problem: null,
  ...more,
});

const traffic: Traffic = {
  totalBytes: 23_456,
  lastMinuteBytes: 1_234,
  frames: 57,
  keys: [
    { names: ['j'], bytes: 7 },
    { names: ['j', 'j', 'k'], bytes: 11 },
    { names: ['ctrl-d'], bytes: 913 },
    { names: ['g'], bytes: 9 },
    { names: ['o'], bytes: 0 },
  ],
};

/** The desk with the place opened by its keys. */
function open(more: Partial<World> = {}, counted: Traffic | null = traffic) {
  const { desk: plain, asked } = fakeDesk(sampleWorld(SIZE, more));
  const desk = { ...plain, ...(counted ? { traffic: () => counted } : {}) };
  const press = (...names: string[]) =>
    dispatch(
      desk,
      names.map(name => ({ kind: 'key', name })),
      bound,
    );
  press('g', 'o');
  const lines = () => {
    const overlay = desk.world().overlays.at(-1);
    if (overlay?.kind !== 'sheet') throw new Error('the place is not open');
    return activity.sheet!.lines(desk.world(), overlay);
  };
  return { desk, asked, press, lines };
}

describe('the activity place', () => {
  test('tells the bytes of the last keys but its own, of the last minute and since the start', () => {
    expect(open().lines()).toEqual(
      expect.arrayContaining([
        'Last key     ctrl-d 913 · 3 keys 11 · j 7',
        'Last minute  1,234 bytes',
        'Since start  23,456 bytes in 57 frames',
      ]),
    );
  });

  test('tells round trip and rate as they were when it was opened', () => {
    const wire = { setting: 'auto', roundTripMs: 301.6, bytesPerSecond: 1_204, contrary: null } as const;
    const { desk, lines } = open({ wire, link: 'slow' });
    const expected = ['Link         slow, as measured', 'Round trip   302 ms', 'Rate         1,204 bytes a second'];
    expect(lines().slice(0, 3)).toEqual(expected);
    desk.set({ wire: { ...wire, roundTripMs: 900, bytesPerSecond: 5 }, link: 'fast' });
    expect(lines().slice(0, 3)).toEqual(expected);
  });

  test('says what is not measured, and that nothing waits', () => {
    const lines = open({}, null).lines();
    expect(lines).toContain('Rate         not measured');
    expect(lines.join('\n')).not.toContain('Last key');
    expect(lines.at(-1)).toBe('Outbox       nothing waits to be sent');
  });

  test('lists what waits, is held and is on its way, with its age and why it was not sent', () => {
    const lines = open({
      pending: [
        pending('a', [1042], { state: 'sending', attempts: 1 }),
        pending('b', [1041, 1039], { at: NOW - 300_000, problem: t`The help center does not answer.` }),
        pending('c', [1038], { state: 'held', heldUntil: NOW + 7_000 }),
      ],
    }).lines();
    expect(lines.slice(-5)).toEqual([
      'Outbox       3 changes',
      '  Archived #1042 · on its way, 12 s old',
      '  Archived 2 conversations · waits, 5 min old',
      '    The help center does not answer.',
      '  Archived #1038 · held, goes out in 7 s',
    ]);
  });

  test('takes the chosen change back, and no other', () => {
    const { desk, press } = open({ pending: [pending('a', [1042]), pending('b', [1041])] });
    press('enter', 'j', 'enter');
    expect(desk.world().pending.map(({ key }) => key)).toEqual(['a']);
    expect(desk.world().notice?.text).toBe('Not sent: Archived #1041');
    expect(desk.world().overlays.at(-1)?.kind).toBe('sheet');
  });

  test('leaves a change that is on its way, and says why', () => {
    const { desk, press } = open({ pending: [pending('a', [1042], { state: 'sending', attempts: 1 })] });
    press('enter', 'enter');
    expect(desk.world().pending).toHaveLength(1);
    expect(desk.world().notice).toMatchObject({ tone: 'problem', text: expect.stringMatching(/^Not taken back/) });
  });

  test('has nothing to take back where nothing waits', () => {
    const { desk, press } = open();
    press('enter');
    expect(desk.world().overlays.map(({ kind }) => kind)).toEqual(['sheet']);
  });
});
