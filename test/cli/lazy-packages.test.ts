import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { launcher } from '../harness/launcher.ts';

const dist = join(dirname(launcher), '../dist');

/** A file of the build and all files that it loads before it runs. */
function loadedWith(name: string, seen = new Map<string, string>()): Map<string, string> {
  if (seen.has(name)) return seen;
  const text = readFileSync(join(dist, name), 'utf8');
  seen.set(name, text);
  for (const [, next] of text.matchAll(/\b(?:from|import)"\.\/([\w.-]+\.mjs)"/g)) loadedWith(next!, seen);
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
  expect(
    readdirSync(dist).some(name => name.endsWith('.mjs') && readFileSync(join(dist, name), 'utf8').includes(words)),
  ).toBe(true);
});

const BEGINNINGS = ['main.mjs', 'desk.mjs', 'center.mjs'];

test.for(LAZY.flatMap(([what, words]) => BEGINNINGS.map(name => [name, what, words] as const)))(
  '%s does not load %s',
  ([name, , words]) => {
    const loaded = loadedWith(name);
    expect(loaded.size).toBeGreaterThan(1);
    const holding = [...loaded].filter(([, text]) => text.includes(words)).map(([file]) => file);
    expect(holding).toEqual([]);
  },
);
