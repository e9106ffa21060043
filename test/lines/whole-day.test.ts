import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wrapSaid } from '../../src/lines/reader.ts';
import { SPEAKS, type Speak } from '../../src/state/world/speak.ts';
import { safeLine } from '../../src/text/safe.ts';
import { width } from '../../src/text/width.ts';
import { type Answer, type PlayedDay, playDay } from './played-day.ts';

/** A braille display has as many cells. */
const CELLS = 40;
/** Generous: on a busy machine four days take a minute. */
const LIMIT_MS = 10 * 60_000;

/** The same day with few and with many words, and at the width of a braille display. */
let days: Readonly<Record<Speak, PlayedDay>>;
let narrow: PlayedDay;

beforeAll(async () => {
  const played = {} as Record<Speak, PlayedDay>;
  for (const speak of SPEAKS) played[speak] = await playDay(Number.POSITIVE_INFINITY, speak);
  days = played;
  narrow = await playDay(CELLS);
}, LIMIT_MS);
afterAll(async () => {
  for (const day of [...Object.values(days), narrow]) await day.close();
});

/** These say how far each change has come: no day is as fast as another. */
const OF_CHANGES: readonly string[] = ['activity', 'journal', 'news'];

/** All lines of a day with the greeting, and the line that was typed before each. */
function linesOf({ greeting, answers }: PlayedDay): readonly (readonly [typed: string, line: string])[] {
  return [
    ...greeting.map(line => ['', line] as const),
    ...answers.flatMap(({ typed, said }) => said.map(line => [typed, line] as const)),
  ];
}

function answerTo({ answers }: PlayedDay, typed: string | RegExp): Answer {
  return answers.find(one => (typeof typed === 'string' ? one.typed === typed : typed.test(one.typed)))!;
}

test('a whole day by lines does at the help center what was said', async () => {
  const { center, ids } = days.usual;
  const read = async (path: string) => (await center.call('GET', path, { as: 'admin' })).body.data;
  const kept = (name: keyof typeof ids) => read(`/conversations/${ids[name]}`);
  await expect.poll(async () => (await kept('lamp')).merged_into).toBe(ids.lampAgain);
  await expect.poll(async () => (await kept('lampAgain')).status).toBe('closed');
  expect(await kept('invoice')).toMatchObject({ tags: ['billing'], archived: false, assign_to: expect.any(Number) });
  expect(await kept('pause')).toMatchObject({ snoozed: { until: expect.any(String) } });
  expect(await kept('thanks')).toMatchObject({ archived: true });
  const messages = await read(`/conversations/${ids.lampAgain}/messages`);
  expect(JSON.stringify(messages)).toContain('a new lamp is on its way');
  const notes = await read(`/conversations/${ids.lampAgain}/notes`);
  expect(JSON.stringify(notes)).toContain('Second broken lamp this week.');
});

test(`at ${CELLS} cells no line is wider, and no letter is lost`, () => {
  expect(linesOf(narrow).filter(([, line]) => width(line) > CELLS)).toEqual([]);
  const letters = (said: readonly string[]) => said.join('').replace(/\s/g, '');
  expect(letters(narrow.greeting)).toBe(letters(days.usual.greeting));
  const compared = ({ answers }: PlayedDay) =>
    answers.filter(({ typed }) => !OF_CHANGES.includes(typed)).map(({ typed, said }) => [typed, letters(said)]);
  expect(compared(narrow)).toEqual(compared(days.usual));
});

test(`at ${CELLS} cells a line that goes on stands behind two blanks`, () => {
  const begun = ({ answers }: PlayedDay) =>
    answers
      .filter(({ typed }) => !OF_CHANGES.includes(typed))
      .flatMap(({ said }) => said.filter(line => /^\S/.test(line)));
  const whole = begun(days.usual);
  expect(begun(narrow).map((line, at) => whole[at]?.startsWith(line))).toEqual(whole.map(() => true));
});

describe.each(SPEAKS)('speak = "%s"', speak => {
  test('at any width of a braille display no line is wider', () => {
    for (const columns of [20, 32, CELLS, 80])
      for (const [, line] of linesOf(days[speak]))
        expect(wrapSaid(safeLine(line), columns).filter(one => width(one) > columns)).toEqual([]);
  });

  test('no line has columns', () => {
    expect(linesOf(days[speak]).filter(([, line]) => /\S {2,}\S|\t/.test(line))).toEqual([]);
  });

  test('nothing is said twice in one answer', () => {
    const sentences = ({ said }: Answer) =>
      said.flatMap(line => line.split(/(?<=[.;])\s+/)).map(one => one.trim().toLowerCase());
    const repeated = days[speak].answers.flatMap(answer => {
      const all = sentences(answer).filter(one => one.length > 3);
      return all.filter((one, at) => all.indexOf(one) !== at).map(one => [answer.typed, one]);
    });
    expect(repeated).toEqual([]);
  });

  test('no sign is left in our own words, and no unit is a letter', () => {
    const own = linesOf(days[speak]).filter(([, line]) => /^\S/.test(line));
    const names = /Zoë|Can Öz/g;
    expect(own.filter(([, line]) => /[^ -~]/.test(line.replace(names, '')))).toEqual([]);
    expect(own.filter(([, line]) => /\b\d+ ?[smhdwy]\b/.test(line))).toEqual([]);
  });

  test('each message begins with its label, then has its name, and its time last', () => {
    const whole = days[speak];
    const { lamp } = whole.ids;
    const customer = answerTo(whole, `#${lamp}`).said.find(line => /^customer: /.test(line));
    expect(customer).toMatch(/^customer: Zoë Quinn <zoe@customer\.example>, .*Sunday 1 March \d\d:\d\d$/);
    expect(answerTo(whole, 'queue begin').said.join('\n')).toMatch(/^agent: Ada Admin, .*held until \d\d:\d\d:\d\d$/m);
    expect(answerTo(whole, 'gn').said.join('\n')).toMatch(/^note: Ada Admin, .*Sunday 1 March \d\d:\d\d$/m);
  });
});

test('the fewer words leave out no label, name, number or status of the many', () => {
  const essential = (day: PlayedDay): readonly string[] =>
    day.answers.map(({ said, prompt }) => {
      // The customer's earlier conversations are left out of the short words.
      const text = `${said.join(' ')} ${prompt}`.replace(/, last: #\d+/g, '');
      const found = text.match(
        /\b(?:customer|agent|note):|Zoë Quinn|Can Öz|Emil Berg|#\d+|\b(?:unread|archived|open|closed|waits \d+ minutes)\b/g,
      );
      return [...new Set(found)].sort().join(', ');
    });
  const count = (day: PlayedDay) => linesOf(day).join(' ').split(/\s+/).length;
  const [short, usual, full] = SPEAKS.map(speak => days[speak]) as [PlayedDay, PlayedDay, PlayedDay];
  expect(essential(short)).toEqual(essential(usual));
  expect(essential(full)).toEqual(essential(usual));
  expect(count(short)).toBeLessThan(count(usual));
  expect(count(usual)).toBeLessThan(count(full));
});

test('speak changes how much is said from the next line on', async () => {
  const { lines, ids } = days.usual;
  const many = await lines.type('speak full', `#${ids.invoice}`);
  expect(many).toContain('1 message, 0 notes.');
  await lines.type('back');
  const few = await lines.type('speak short', `#${ids.invoice}`);
  expect(few).not.toContain('1 message');
  expect(few).toMatch(/\nopen, waits \d+ minutes\.\ncustomer: Can Öz/);
  expect(await lines.type('speak')).toBe('Line mode says the short words: speak usual or speak full changes that.\n');
  expect(await lines.type('speak usual')).toContain('The setting speak keeps that.');
});
