import { expect, test } from 'vitest';
import { topOverlay } from '../../../src/keys/overlay.ts';
import type { Conversation } from '../../../src/state/world.ts';
import { written } from '../../harness/open-box.ts';
import { paste as pasteOn, press as pressOn } from '../../harness/press.ts';
import { rowsOf } from '../../ui/screen.tsx';
import { fakeDesk, sampleWorld } from '../../ui/world.ts';

/** A desk whose conversation under the cursor is like this. */
function open(more: Partial<Conversation> = {}, columns = 120) {
  const world = sampleWorld({ columns, rows: 30 });
  const id = world.list.cursorId!;
  const conversations = world.base.conversations.with([[id, { ...world.base.conversations.get(id)!, ...more }]]);
  const list = { ...world.list, marks: new Set<number>() };
  const { desk, asked } = fakeDesk({ ...world, list, base: { ...world.base, conversations } });
  const press = (...keys: readonly string[]) => pressOn(desk, ...keys);
  const type = (text: string) => press(...[...text].map(letter => (letter === ' ' ? 'space' : letter)));
  const shown = () => rowsOf(desk).join('\n');
  const draft = () => written(desk)?.draft.text;
  return { desk, asked, id, press, type, shown, draft, said: () => desk.world().notice?.text };
}

test('words of a time are said back as a date while they are typed, and put off', () => {
  const { asked, id, press, type, shown } = open();
  press('conversation.snooze');
  expect(shown()).toMatch(/Put off #\d+ until/);
  type('27.11.2027 14:00');
  expect(shown()).toMatch(/until 27\.11\.2027 14:00 +Sat 27 Nov 2027 14:00/);
  press('enter');
  const until = `${new Date(2027, 10, 27, 14).toISOString().slice(0, 19)}Z`;
  expect(asked.commits).toEqual([{ name: 'conversation.snooze', args: { ids: [id], snooze: { until, keep: false } } }]);
});

test('keep behind a time holds an answer back, reply waits for one, and now brings back', () => {
  const { asked, press, type, shown } = open();
  press('conversation.snooze');
  type('27.11.2027 keep');
  expect(shown()).toMatch(/until 27\.11\.2027 keep +Sat 27 Nov 2027 09:00 keep/);
  press('enter', 'conversation.snooze');
  type('reply');
  expect(shown()).toMatch(/until reply +an answer/);
  press('enter', 'conversation.snooze');
  type('now');
  press('enter');
  expect(asked.commits.map(({ args }) => (args as { snooze: unknown }).snooze)).toEqual([
    { until: expect.any(String), keep: true },
    { until: null, keep: false },
    null,
  ]);
});

test('a digit alone names a preset, whose date stands beside it', () => {
  const { asked, press, shown } = open();
  press('conversation.snooze');
  const [, day] = shown().match(
    / 2 ([A-Z][a-z]{2}) · 3 Mon[ \w]* · 4 [A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2} · 5 reply · or 2h/,
  )!;
  press('2');
  expect(shown()).toMatch(new RegExp(`until 2 +${day} \\d{1,2} [A-Z][a-z]{2} 09:00`));
  press('enter', 'conversation.snooze', '5', 'enter');
  expect(asked.commits.map(({ args }) => (args as { snooze: unknown }).snooze)).toEqual([
    { until: expect.any(String), keep: false },
    { until: null, keep: false },
  ]);
});

test('a time that has passed, or is not a time, stays in the box with its reason', () => {
  const { asked, press, type, shown, draft } = open();
  press('conversation.snooze');
  type('1.1.2020');
  press('enter');
  expect([shown(), draft()]).toEqual([expect.stringContaining('Wed 1 Jan 2020 09:00 has passed.'), '1.1.2020']);
  type('7');
  expect(shown()).not.toContain('has passed.');
  expect(asked.commits).toEqual([]);
});

test('a conversation that an answer woke early proposes its time first', () => {
  const until = new Date(2027, 10, 26, 9).getTime();
  const { press, draft } = open({ woken_from: until });
  press('conversation.snooze');
  expect(draft()).toBe('Fri 26 Nov 2027 09:00');
});

test('a time that is kept is proposed as it is', () => {
  const until = new Date(2027, 10, 26, 9).getTime();
  const { press, draft } = open({ snoozed: { until, keep: true, by: 1 } });
  press('conversation.snooze');
  expect(draft()).toBe('Fri 26 Nov 2027 09:00 keep');
});

test.each([
  [30, '2h'],
  [40, '2h keep'],
  [59, '2h keep'],
  [60, 'tomorrow 14'],
  [80, 'tomorrow 14'],
] as const)('the words and the date that they mean are seen in %i columns', (columns, words) => {
  const { press, type, shown } = open({}, columns);
  press('conversation.snooze');
  type(words);
  const line = shown().split('\n').at(-1)!;
  expect(line).toMatch(new RegExp(`${words} +.*\\d\\d:\\d\\d( keep)?`));
  expect(line.length).toBeLessThanOrEqual(columns);
});

test('a paste of 400,000 blanks is read once, not once for each blank', () => {
  const { desk, asked, press } = open();
  press('conversation.snooze');
  pasteOn(desk, `a${' '.repeat(400_000)}b`);
  press('enter');
  expect(topOverlay(desk.world())).toBeDefined();
  expect(asked.commits).toEqual([]);
});

test('Tab goes through words to begin with', () => {
  const { press, type, draft } = open();
  press('conversation.snooze');
  type('3');
  press('tab');
  expect(draft()).toBe('3d');
  press('tab');
  expect(draft()).toBe('3 workdays');
});

test('a closed or archived conversation cannot be put off, and one that is not cannot be brought back', () => {
  const { id, press, said } = open({ archived: true });
  press('conversation.snooze');
  expect(said()).toBe(`#${id}: closed or archived, so it cannot be put off.`);
});

test('the line has all presets at 80 columns, until a text is typed', () => {
  const { press, type, shown } = open({}, 80);
  press('conversation.snooze');
  expect(shown()).toMatch(/until +1 .* · 2 .* · 3 .* · 4 .* · 5 reply/);
  type('27.11.2027 14:00');
  expect(shown()).toMatch(/until 27\.11\.2027 14:00 +Sat 27 Nov 2027 14:00/);
});
