import { render, Text, useInput, usePaste } from 'ink';
import { createElement } from 'react';
import { expect, test } from 'vitest';
import { muteStdin } from '../../src/terminal/mute-stdin.ts';

function Listener({ heard }: { heard: string[] }) {
  useInput(input => void heard.push(input));
  usePaste(text => void heard.push(text));
  return createElement(Text, null, 'listening');
}

test('Ink takes it for a terminal, listens, and receives nothing', async () => {
  const heard: string[] = [];
  const frames: string[] = [];
  const stdout = {
    isTTY: true,
    columns: 20,
    rows: 5,
    on: () => {},
    off: () => {},
    write: (text: string) => frames.push(text),
  };
  const rawModeBefore = process.stdin.isRaw;
  const app = render(createElement(Listener, { heard }), {
    stdout: stdout as unknown as NodeJS.WriteStream,
    stdin: muteStdin(),
    debug: true,
    patchConsole: false,
    exitOnCtrlC: false,
  });
  await new Promise(done => setTimeout(done, 30));
  app.unmount();
  expect(frames.join('')).toContain('listening');
  expect(heard).toEqual([]);
  expect(process.stdin.isRaw).toBe(rawModeBefore);
});
