import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { launcher } from '../harness/launcher.ts';

const dist = join(dirname(launcher), '../dist');

/** The text of each file of the build, by its name. */
const texts = new Map(
  readdirSync(dist)
    .filter(name => name.endsWith('.cjs'))
    .map(name => [name, readFileSync(join(dist, name), 'utf8')]),
);

/** The files that each of them loads itself before it runs. */
const loads = new Map(
  [...texts].map(([name, text]) => [
    name,
    [...text.matchAll(/(?<!=>)\brequire\("\.\/([\w.-]+\.cjs)"\)/g)].map(([, next]) => next!),
  ]),
);

/** A file of the build and all files that it loads before it runs. */
function loadedWith(name: string, seen = new Map<string, string>()): Map<string, string> {
  if (seen.has(name)) return seen;
  seen.set(name, texts.get(name)!);
  for (const next of loads.get(name)!) loadedWith(next, seen);
  return seen;
}

/** What few desks need, each with words from its code. */
const LAZY: readonly (readonly [what: string, words: string])[] = [
  ['the PostgreSQL client', 'Connection terminated unexpectedly'],
  ['the parser of event streams', 'Cannot feed parser'],
  ['the door for live mail', 'Mail is paused'],
  ['the LMTP server', 'message exceeds fixed maximum message size'],
  ['the IMAP client', 'Unexpected close'],
  ['the SMTP client', 'Server closed the idle connection'],
  ['the composer of mails', 'Auto-Submitted'],
  ['the queue of outgoing mail', 'Mail is sent again.'],
];

test.for(LAZY)('%s is in the build', ([, words]) => {
  expect([...texts.values()].some(text => text.includes(words))).toBe(true);
});

const BEGINNINGS = ['main.cjs', 'desk.cjs', 'center.cjs'];

test.for(LAZY.flatMap(([what, words]) => BEGINNINGS.map(name => [name, what, words] as const)))(
  '%s does not load %s',
  ([name, , words]) => {
    const loaded = loadedWith(name);
    expect(loaded.size).toBeGreaterThan(1);
    const holding = [...loaded].filter(([, text]) => text.includes(words)).map(([file]) => file);
    expect(holding).toEqual([]);
  },
);

const FOR_SCRIPTS = ['center.cjs', 'list.cjs', 'change.cjs', 'completion.cjs', 'serve.cjs'];

test.for(FOR_SCRIPTS)('%s does without the desk', name => {
  const loaded = [...loadedWith(name).keys()];
  expect(loaded).toContain('shell.cjs');
  expect(loaded).not.toContain('desk.cjs');
});

test('no file of the build loads itself by way of others', () => {
  const below = new Map([...texts.keys()].map(name => [name, loadedWith(name)]));
  for (const [name, loaded] of below) {
    const others = [...loaded.keys()].filter(other => other !== name);
    expect(others.filter(other => below.get(other)!.has(name))).toEqual([]);
  }
});
