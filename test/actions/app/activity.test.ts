import { describe, expect, test } from 'vitest';
import type { Traffic } from '../../../src/state/host.ts';
import type { Refusal } from '../../../src/state/operations/operation.ts';
import type { PendingChange, RefusedChange, World } from '../../../src/state/world.ts';
import { t } from '../../../src/text/safe.ts';
import { askedId, boxOf, footIn, linesIn } from '../../harness/open-box.ts';
import { press as pressOn } from '../../harness/press.ts';
import { fakeDesk, NOW, sampleWorld } from '../../ui/world.ts';

const SIZE = { columns: 80, rows: 24 };
function pending(key: string, ids: readonly number[], more: Partial<PendingChange> = {}): PendingChange {
  return {
    key,
    name: 'conversation.archive',
    args: { ids },
    at: NOW - 12_000,
    state: 'waiting',
    problem: null,
    ...more,
  } as PendingChange;
}

function refusedNote(key: string, reasons: readonly Refusal[], at: number): RefusedChange {
  const args = { ids: [1041], details: 'Called her.' };
  return { key, name: 'note.add', args, at, state: 'refused', attempts: { count: 1 }, problem: null, reasons };
}

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
  const desk = { ...plain, hooks: { ...plain.hooks, ...(counted ? { traffic: () => counted } : {}) } };
  const press = (...names: string[]) => pressOn(desk, ...names);
  press('activity');
  return { desk, asked, press, lines: () => linesIn(desk), foot: () => footIn(desk) };
}

describe('the activity place', () => {
  test('says since when the help center cannot be used, why, and when the desk asks again', () => {
    const text = t`help.example does not answer (ECONNREFUSED).`;
    const offline = { since: NOW - 600_000, why: 'unreachable', text, nextTryAt: NOW + 5_100 } as const;
    const { lines, desk } = open({ offline });
    const asOpened = lines();
    expect(asOpened.slice(2, 5)).toEqual([
      expect.stringMatching(/^Help center {2}last heard from at \w{3} \d+ \w{3} \d\d:\d\d$/),
      `             ${text}`,
      'Next try     in 6 s',
    ]);
    desk.set({ offline: { ...offline, nextTryAt: NOW + 13_000 } });
    expect(lines()).toEqual(asOpened);
  });

  test('shows the bytes of the last keys except its own, of the last minute and since the start', () => {
    expect(open().lines()).toEqual(
      expect.arrayContaining([
        'Last key     ctrl-d 913 · 3 keys 11 · j 7',
        'Last minute  1,234 bytes',
        'Since start  23,456 bytes in 57 frames',
      ]),
    );
  });

  test('shows the bytes to and from the help center apart from those to the terminal', () => {
    const { desk: plain } = fakeDesk(sampleWorld(SIZE, {}));
    const centerTraffic = () => ({ sent: 12_345, received: 67_890, lastMinute: 28 });
    const desk = { ...plain, hooks: { ...plain.hooks, traffic: () => traffic, centerTraffic } };
    pressOn(desk, 'activity');
    const lines = linesIn(desk);
    const at = lines.indexOf('To and from the help center, TLS and its handshakes included' as never);
    expect(lines.slice(at, at + 3)).toEqual([
      'To and from the help center, TLS and its handshakes included',
      'Last minute  28 bytes',
      'Since start  12,345 bytes sent, 67,890 received',
    ]);
    expect(lines.indexOf('Last minute  1,234 bytes' as never)).toBeLessThan(at);
    expect(open().lines().join('\n')).not.toContain('help center, TLS');
  });

  test('shows the round trip and the rate as they were when it was opened', () => {
    const wire = { setting: 'auto', roundTripMs: 301.6, bytesPerSecond: 1_204, contrary: null } as const;
    const { desk, lines } = open({ wire, link: 'slow' });
    const expected = ['Link         slow, as measured', 'Round trip   302 ms', 'Rate         1,204 bytes a second'];
    expect(lines().slice(2, 5)).toEqual(expected);
    desk.set({ wire: { ...wire, roundTripMs: 900, bytesPerSecond: 5 }, link: 'fast' });
    expect(lines().slice(2, 5)).toEqual(expected);
  });

  test('says what is being saved', () => {
    const saving = [7, 8, 9].map(id => ({ id, name: t`film-${id}.mp4`, size: null, folder: '~/' }));
    expect(open({ saving }).lines()).toContain('Saving       film-7.mp4 and 2 more · :stop stops it');
    expect(open({ saving: saving.slice(0, 1) }).lines()).toContain('Saving       film-7.mp4 · :stop stops it');
  });

  test('leaves out what is not measured, and says that nothing waits', () => {
    const lines = open({}, null).lines();
    expect(lines.join('\n')).not.toMatch(/Rate|Round trip/);
    expect(lines.join('\n')).not.toContain('Last key');
    expect(lines[0]).toBe('Outbox       nothing waits to be sent');
  });

  test('lists changes that wait, are held or are on their way, with their age and why they were not sent', () => {
    const lines = open({
      pending: [
        pending('a', [1042], { state: 'sending', attempts: { count: 1 } }),
        pending('b', [1041, 1039], { at: NOW - 300_000, problem: t`The help center does not answer.` }),
        pending('c', [1038], { state: 'held', heldUntil: NOW + 7_000 }),
      ],
    }).lines();
    expect(lines.slice(0, 5)).toEqual([
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
    expect(askedId(desk)).toBe('activity');
  });

  test('leaves a change that is on its way, and says why', () => {
    const { desk, press } = open({ pending: [pending('a', [1042], { state: 'sending', attempts: { count: 1 } })] });
    press('enter', 'enter');
    expect(desk.world().pending).toHaveLength(1);
    expect(desk.world().notice).toMatchObject({ tone: 'problem', text: expect.stringMatching(/^Not taken back/) });
  });

  test('has nothing to undo if nothing waits', () => {
    const { desk, press } = open();
    press('enter');
    expect(desk.world().overlays).toHaveLength(1);
    expect(askedId(desk)).toBe('activity');
  });

  test('shows changes that ask and refused changes first, with the reason and the text', () => {
    const { lines, foot } = open({
      pending: [
        pending('a', [1042], {
          state: 'asks',
          about: 'outcome',
          attempts: { count: 1, doubt: 'open' },
          problem: t`422: Not on a Sunday`,
        }),
      ],
      refused: [refusedNote('b', [{ id: 1041, reason: t`#1041 was merged into #7.` }], NOW - 60_000)],
    });
    expect(lines().slice(0, 8)).toEqual([
      'Asks         1 change not confirmed by the help center',
      '  Archived #1042 · 12 s old',
      '    422: Not on a Sunday',
      '',
      'Refused      1 change',
      '  Noted on #1041 · 60 s ago',
      '    #1041: #1041 was merged into #7.',
      '    “Called her.”',
    ]);
    expect(foot()).toBe('Enter decides one · s sends all again · d dismisses refused · Esc back');
  });

  const refused = [refusedNote('b', [], NOW)];

  test('lists the only refused change on Enter, and dismisses all on d', () => {
    const one = open({ refused });
    expect(one.foot()).toBe('Enter lists the refused · d dismisses them · Esc back');
    one.press('enter');
    expect(boxOf(one.desk)).toMatchObject({ flow: { id: 'refused.list' }, input: { key: 'b' } });
    const all = open({ refused: [...refused, { ...refused[0]!, key: 'c' }] });
    all.press('d');
    expect(all.desk.world().refused).toEqual([]);
  });

  test('scrolls no further than its last full page, and scrolls back at the first key', () => {
    const many = Array.from({ length: 30 }, (_, key) => ({ ...refused[0]!, key: String(key) }));
    const { desk, press, lines } = open({ refused: many });
    const top = () => boxOf(desk).state.parts.one;
    const full = lines().length - (desk.world().viewport.rows - 6);
    press(...Array.from({ length: 30 }, () => 'pgdn'));
    expect(top()).toEqual({ kind: 'page', top: full });
    press('k');
    expect(top()).toEqual({ kind: 'page', top: full - 1 });
  });

  test('y sends a change again if it is unknown whether it was made, n drops it; before one is chosen they do nothing', () => {
    const unknown = pending('a', [1], {
      state: 'asks',
      about: 'outcome',
      attempts: { count: 1, doubt: 'open' },
      problem: t`It is not known.`,
    });
    const opened = () => open({ pending: [unknown, pending('b', [2])] });
    const again = opened();
    again.press('enter', 'y', 'n');
    expect(again.desk.world().pending).toMatchObject([{ state: 'asks' }, { key: 'b' }]);
    again.press('enter', 'y');
    expect(again.desk.world().pending).toMatchObject([
      { key: 'a', state: 'waiting', attempts: { doubt: 'agreed' } },
      { key: 'b' },
    ]);
    const dropped = opened();
    dropped.press('enter', 'enter', 'n');
    expect(dropped.desk.world().pending).toMatchObject([{ key: 'b' }]);
  });

  test('resends a change that asks, or drops it and keeps its text', () => {
    const asking = pending('a', [1042], {
      name: 'note.add',
      args: { ids: [1042], details: 'Called her.' },
      state: 'asks',
      about: 'outcome',
      attempts: { count: 1, doubt: 'open' },
    });
    const again = open({ pending: [asking] });
    again.press('enter', 'enter', 'enter');
    expect(again.desk.world().pending).toMatchObject([{ key: 'a', state: 'waiting' }]);
    expect(again.asked.calls).toContain('wake');
    const dropped = open({ pending: [asking] });
    dropped.press('enter', 'enter', 'j', 'enter');
    expect(dropped.desk.world().pending).toEqual([]);
    expect(dropped.desk.world().drafts.get('note:1042')?.text).toBe('Called her.');
    const all = open({ pending: [asking, { ...asking, key: 'b' }] });
    all.press('s');
    expect(all.desk.world().pending.map(({ state }) => state)).toEqual(['waiting', 'waiting']);
  });

  test('asks before it drops a change that was tried without an answer', () => {
    const { desk, press } = open({ pending: [pending('a', [1042], { attempts: { count: 3 } })] });
    press('enter', 'enter');
    expect(desk.world().pending).toHaveLength(1);
    press('j', 'enter');
    expect(desk.world().pending).toEqual([]);
  });
});
