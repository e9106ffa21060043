import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SPEAKS } from '../../src/state/world/speak.ts';
import { signs } from '../../src/ui/theme.ts';
import { SPEECH, whyNotInstalled } from '../harness/installed.ts';
import { skippedFor } from '../harness/skipped.ts';
import { type Answer, type PlayedDay, playDay } from './played-day.ts';

const ESPEAK = '/usr/bin/espeak-ng';
/** The signs that no keyboard has: `~` is typed, and may be said. */
const SIGNS = [...Object.values(signs), '→', '↓'].filter(sign => /[^ -~]/.test(sign));
/** Generous: on a busy machine a day takes a minute. */
const LIMIT_MS = 10 * 60_000;

/** A word that is in no text of the day: between two texts it tells them apart. */
const BETWEEN = 'xylophone';

/** The phonemes in which a text is spoken, without stress, length and pauses: these differ by the neighbours. */
function spokenBy(text: string): string {
  const spoken = execFileSync(ESPEAK, ['-q', '-x', '-v', 'en-gb', '--stdin'], { input: text, encoding: 'utf8' });
  return spoken.replace(/[\s',|_:;%=-]/g, '');
}

/** The phonemes of each text, from one process for all. */
function phonemesOf(texts: readonly string[]): ReadonlyMap<string, string> {
  const different = [...new Set(texts)];
  const spoken = spokenBy(different.map(text => `${text}\n\n${BETWEEN}.\n\n`).join('')).split(spokenBy(BETWEEN));
  expect(spoken.length).toBe(different.length + 1);
  return new Map(different.map((text, at) => [text, spoken[at]!]));
}

/** The text that speech gets: an answer and the prompt behind it. */
function textOf({ said, prompt }: Answer): string {
  return [...said, prompt].join('\n');
}

/** The words that must be heard in the answer to a line. */
function heardIn({
  lamp,
  invoice,
  pause,
  thanks,
}: PlayedDay['ids']): readonly (readonly [string, readonly string[]])[] {
  return [
    ['next', ['unread', 'waits 14 minutes', String(pause), 'Doris Orfanos-Papadopoulou', 'list']],
    [`assign #${invoice} bob`, ['Assigned', String(invoice), 'to Bob Stone', 'list']],
    [`archive #${thanks}`, ['Archived', String(thanks), 'list']],
    [`#${lamp}`, [String(lamp), 'My lamp arrived broken', 'open', 'customer', 'Zoë Quinn', 'The glass is in pieces']],
    ['reply', ['reply', 'goes to the customer', 'Zoë Quinn', 'reply']],
    ['~p', ['Written so far', 'a new lamp is on its way']],
    ['gn', ['notes', 'note', 'Ada Admin', 'Sunday 1 March', 'Second broken lamp this week']],
    ['maybe', ['merge', 'y or no']],
    [`later #${pause} 2h`, ['Put off', String(pause), 'until Sunday 1 March']],
    ['s', ['Status', '1 open', '2 closed', 'choose']],
    ['2', ['Closed']],
    ['view archived', ['Archived', 'archived', String(thanks), 'Emil Berg', 'list']],
    ['numbers', ['Numbers of 7 days', 'Ada Admin', 'came', 'closed', 'page']],
    ['archve', ['Is it archive', 'list']],
  ];
}

const options = { ...skippedFor(whyNotInstalled(ESPEAK, SPEECH)), timeout: LIMIT_MS };

describe.each(SPEAKS)('a day that is spoken, speak = "%s"', options, speak => {
  let day: PlayedDay;
  let phonemes: ReadonlyMap<string, string>;
  let lines: readonly string[];
  beforeAll(async () => {
    day = await playDay(Number.POSITIVE_INFINITY, speak);
    lines = day.answers.flatMap(({ said, prompt }) => [...said, prompt]).filter(line => line.trim() !== '');
    const words = heardIn(day.ids).flatMap(([, all]) => all);
    phonemes = phonemesOf([...lines, ...day.answers.map(textOf), ...words, ...SIGNS]);
  }, LIMIT_MS);
  afterAll(() => day.close());

  test('each answer is heard with its label, name, number, status and prompt', () => {
    for (const [typed, words] of heardIn(day.ids)) {
      const text = textOf(day.answers.find(one => one.typed === typed)!);
      const unheard = words.filter(word => !phonemes.get(text)!.includes(phonemes.get(word)!));
      expect(unheard, `${typed}: ${text}`).toEqual([]);
    }
  });

  test('no line and no prompt is silent', () => {
    expect(lines.filter(line => phonemes.get(line) === '')).toEqual([]);
  });

  test('no sign of ours is spoken by its name', () => {
    const names = SIGNS.map(sign => phonemes.get(sign)!).filter(name => name.length > 3);
    expect(names).not.toEqual([]);
    const own = lines.filter(line => /^\S/.test(line));
    expect(own.filter(line => names.some(name => phonemes.get(line)!.includes(name)))).toEqual([]);
  });
});
