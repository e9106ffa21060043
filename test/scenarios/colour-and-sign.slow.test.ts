import { expect, test } from 'vitest';
import { openBuiltDesk } from '../harness/built-desk.ts';
import { keysFor } from '../harness/key-names.ts';
import type { Terminal } from '../harness/pty.ts';
import { type Backstage, openBackstage } from './open-desk.ts';
import { type Overheard, overhear, pressed } from './walk.ts';

const COLOUR = /\x1b\[(?:\d+;)*;?(?:3[0-8]|4[0-8]|9\d|10\d)(?:;\d+)*m/;

/** Opens every place and overlay once, and checks the bytes of each. */
async function lookRound(desk: Terminal, heard: Overheard): Promise<void> {
  const places = [
    ...['list.mark', 'open', 'detail.history', 'detail.notes', 'detail.thread', 'conversation.next'],
    ...['note.write', 'esc', 'conversation.assign', 'esc', 'quit'],
    ...['conversation.tag', 'esc', 'conversation.status', 'esc', 'conversation.merge', 'esc', 'help', 'esc'],
    ...['palette', 'esc', 'list.filter', 'esc', 'pane.left', 'pgdn', 'pane.right'],
  ];
  for (const key of places.flatMap(keysFor)) await pressed(desk, heard, key, 50);
}

async function furnished(customer: string): Promise<Backstage> {
  const backstage = await openBackstage();
  for (const title of ['Refund for order 7741', 'Where is my parcel?']) {
    const id = await backstage.conversation(title, {
      tags: ['vip', 'late'],
      body: `Hello.\n\n> ${'quoted\n> '.repeat(6)}`,
      name: customer,
    });
    await backstage.ask('POST', `/conversations/${id}/notes`, { details: 'Call back.' });
  }
  return backstage;
}

async function opened(backstage: Backstage, more: Record<string, string>, args: readonly string[] = []) {
  const heard = overhear();
  const desk = openBuiltDesk(
    ['--database', backstage.database, '--link', 'fast', '--layout', 'beside', ...args],
    { ...backstage.environment, ...more },
    { rows: 30, onOutput: heard.onOutput },
  );
  await desk.sees('Unresolved');
  await desk.sees('Call back.');
  return { desk, heard };
}

test('with NO_COLOR the desk writes no byte of colour, and is otherwise the same', async () => {
  const { desk, heard } = await opened(await furnished('Zoe'), { NO_COLOR: '1' });
  await lookRound(desk, heard);
  expect(desk.output()).not.toMatch(COLOUR);
  expect(desk.output()).toContain('\x1b[7m');
});

test.for([
  ['--ascii', { LANG: 'C.UTF-8' }, ['--ascii'], 'Zoë 配送'],
  ['TERM=linux', { TERM: 'linux' }, [], 'Zoë 配送'],
  ['a locale of 8 bits, where customers’ texts could be taken for controls', { LANG: 'C' }, [], 'Zo? ????'],
] as const)('with %s every byte of the desk’s own is ASCII', async ([, env, args, shown]) => {
  const { desk, heard } = await opened(await furnished('Zoë 配送'), env, args);
  expect(desk.text()).toContain(shown);
  await lookRound(desk, heard);
  const beyond = new Set(desk.output().match(/[^\0-~]/gu));
  expect([...beyond].toSorted()).toEqual([...new Set(shown.match(/[^\0-~]/gu))].toSorted());
  heard.expectOwnWordsOnly();
  await desk.sees(/-\d \w+.*\|/);
  expect(desk.output()).toMatch(/\x1b\[(?:\d+;)*95m/);
});

test('--no-ascii overrides a locale that is wrong about the terminal', async () => {
  const { desk } = await opened(await furnished('Zoë 配送'), { LANG: 'C' }, ['--no-ascii']);
  expect(desk.text()).toMatch(/Zoë 配送/);
  expect(desk.text()).toContain('│');
});
