import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { keptDrafts } from '../harness/kept-drafts.ts';
import { keysFor } from '../harness/key-names.ts';
import { launcher } from '../harness/launcher.ts';
import { PAYLOADS } from '../harness/payloads.ts';
import { openTerminal } from '../harness/pty.ts';
import { deskEnvironment, temporaryFolder } from '../harness/temporary.ts';
import { type Falsehood, openFalseCenter } from './false-center.ts';
import { expectPanesWhole, overhear, pressed, walkAll } from './walk.ts';

const SIZE = { columns: 120, rows: 30 };
const FAULT = fileURLToPath(new URL('../harness/fault.ts', import.meta.url));
const RAW_CONTROL = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200b]/u;

/** An editor that shows its input: the text, its environment and every command line of the machine. */
const EDITOR = `#!/bin/sh
cp "$1" "$HOME/given"
tr '\\0' '\\n' < /proc/self/environ > "$HOME/environment"
cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' '\\n' > "$HOME/command-lines"
printf 'edited \\033]0;owned\\007 \\302\\2332J \\342\\200\\256 text' > "$1"
`;

async function openDesk(titles: readonly string[], fault = '') {
  const folder = temporaryFolder();
  const center = await openFalseCenter(folder, titles);
  const editor = join(folder, 'editor');
  writeFileSync(editor, EDITOR);
  chmodSync(editor, 0o755);
  const more = {
    FRONTDESK_TOKEN: center.token,
    EDITOR: editor,
    NODE_OPTIONS: `--import=${FAULT}`,
    FRONTDESK_FAULT: fault,
  };
  const env = deskEnvironment(folder, more);
  const heard = overhear();
  const start = async () => {
    const args = [launcher, '--url', center.url, '--link', 'fast', '--layout', 'beside'];
    const desk = openTerminal({ command: process.execPath, args, env, ...SIZE, onOutput: heard.onOutput });
    await desk.sees('Unresolved');
    await desk.settled();
    return desk;
  };
  return { folder, center, heard, env, start };
}

/** Everything that lies in a folder after the desk has ended, but the help center's own file. */
function filesUnder(folder: string): Map<string, string> {
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && !/far\.db|^editor$/.test(entry.name))
      .map(entry => join(entry.parentPath, entry.name))
      .map(path => [path, readFileSync(path, 'utf8')] as const),
  );
}

describe('a help center whose every text is hostile', () => {
  test('is shown, and nothing of it reaches the terminal', async () => {
    const titles = Array.from({ length: 6 }, (_, index) => `Case ${index}`);
    const { center, heard, start } = await openDesk(titles);
    center.become('hostile texts');
    const desk = await start();
    expect((await walkAll(desk, heard, { ...SIZE, pages: 2 })).size).toBe(titles.length);
    for (const key of [
      'conversation.assign',
      'conversation.tag',
      'conversation.status',
      'conversation.move',
      'conversation.merge',
      'contact.add',
      'help',
      'palette',
    ]) {
      await pressed(desk, heard, key);
      await pressed(desk, heard, 'down', 40);
      await pressed(desk, heard, 'esc');
    }
    const visited = ['detail.history', 'detail.reviews', 'detail.thread', 'pane.left', 'pane.left', 'pgdn', 'enter'];
    for (const key of visited.flatMap(keysFor)) await pressed(desk, heard, key, 40);
    center.become('hostile refusals');
    await pressed(desk, heard, 'view.unresolved', 500);
    await desk.until(() => titles.every(title => desk.text().includes(title)), 'The list never came');
    for (const key of ['conversation.archive', 'conversation.assign-me', 'conversation.close', 'refresh'])
      await pressed(desk, heard, key, 500);
    await pressed(desk, heard, 'activity', 500);
    await desk.sees('Refused ');
    desk.press('q');
    await desk.seesNot('Outbox and activity');
    await desk.settled();
    expectPanesWhole(desk, SIZE);
    heard.expectOwnWordsOnly();
  });

  test('gives the editor a draft without control characters, and accepts none back', async () => {
    const { env, start } = await openDesk(['Case']);
    const desk = await start();
    desk.press('note.write');
    await desk.sees('NOTE');
    for (const payload of PAYLOADS) desk.paste(`p ${payload.replaceAll('\x1b[201~', '')} q`);
    await desk.settled(300);
    desk.press('ctrl-g');
    await desk.sees('edited');
    expect(RAW_CONTROL.exec(readFileSync(join(env.HOME!, 'given'), 'utf8'))?.[0]).toBeUndefined();
    expect(desk.row('edited').text).toContain('^[]0;owned^G');
    const kept = () => [...keptDrafts(env).values()].join();
    await desk.until(() => kept().includes('edited'), 'The draft was never kept');
    expect(RAW_CONTROL.exec(kept())?.[0]).toBeUndefined();
  });
});

const FALSEHOODS: readonly Falsehood[] = [
  '401',
  '500 that repeats the request',
  'a redirect elsewhere',
  'half an answer',
  'a web page',
  'a broken connection',
  'silence',
];

describe('the token', () => {
  test('is only in the requests to its help center, even if something fails', async () => {
    const { folder, center, start, env } = await openDesk(['Case one', 'Case two'], 'timer');
    const desk = await start();
    desk.press('note.write');
    await desk.sees('NOTE');
    desk.type('a draft');
    desk.press('ctrl-g');
    await desk.sees('edited');
    desk.press('esc');
    for (const falsehood of FALSEHOODS) {
      const before = center.count();
      center.become(falsehood);
      for (const key of ['refresh', 'conversation.next', 'conversation.archive', 'refresh']) {
        desk.press(key);
        await sleep(20);
      }
      await desk.until(() => center.count() > before, `Nothing was asked under: ${falsehood}`);
      await desk.settled(60);
      expect(desk.text()).not.toContain(center.token);
    }
    process.kill(desk.pid, 'SIGUSR2');
    expect((await desk.exit()).exitCode).toBe(1);
    await desk.settled();
    const files = filesUnder(folder);
    expect([...files.keys()].join()).toMatch(/report-.*environment|environment.*report-/);
    const holders = [...files].filter(([, text]) => text.includes(center.token)).map(([path]) => path);
    expect(holders).toEqual([]);
    expect(desk.output()).not.toContain(center.token);
    expect(center.strayed).toEqual([]);
    expect(files.get(join(env.HOME!, 'environment'))).toContain('TERM=');
    expect(files.get(join(env.HOME!, 'command-lines'))).toContain(launcher);
  });
});
