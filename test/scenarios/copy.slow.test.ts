import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../harness/temporary.ts';
import { openBackstage, openDesk } from './open-desk.ts';

const CLIPBOARD = /\x1b\]52;c;([A-Za-z0-9+/=]*)\x07/g;
function copiedIn(output: string): string[] {
  return [...output.matchAll(CLIPBOARD)].map(([, text]) => Buffer.from(text!, 'base64').toString());
}

test('copy.id, copy.title, copy.link, copy.address, copy.message: the terminal gets the text and the screen stays', async () => {
  const backstage = await openBackstage();
  const id = await backstage.conversation('Refund please', { body: 'I sent \x1b]52;c;aGk=\x07 the shoes back.' });
  const desk = await openDesk(backstage, { env: { TERM: 'xterm-256color' } });
  await desk.sees('the shoes back');
  for (const [key, said] of [
    ['i', `Copied #${id}`],
    ['t', 'Copied the title'],
    ['l', 'Copied the link'],
    ['e', 'Copied the address'],
    ['m', 'Copied the message of Zoë Quinn'],
  ] as const) {
    desk.press('y', key);
    await desk.sees(said);
  }
  expect(copiedIn(desk.output())).toEqual([
    `#${id}`,
    'Refund please',
    `#${id}`,
    expect.stringContaining('@customer.example'),
    'I sent ^[]52;c;aGk=^G the shoes back.',
  ]);
  const before = desk.screen().slice(0, -1);
  desk.press('copy.id');
  await desk.settled();
  expect(desk.screen().slice(0, -1)).toEqual(before);
});

test('o opens a link with the program of the settings', async () => {
  const backstage = await openBackstage();
  await backstage.conversation('Refund please', { body: 'See https://a.example/7741?x=1 please.' });
  const folder = temporaryFolder();
  const [program, told] = [join(folder, 'open'), join(folder, 'told')];
  writeFileSync(program, `#!/bin/sh\nprintf %s "$*" > ${told}\n`, { mode: 0o700 });
  const desk = await openDesk(backstage, { args: ['--open-command', program] });
  await desk.sees('please.');
  desk.press('open');
  await desk.sees('Esc list');
  desk.press('link.show');
  await desk.sees('Opened https://a.example/7741?x=1');
  await desk.until(
    () => existsSync(told) && readFileSync(told, 'utf8') === 'https://a.example/7741?x=1',
    'never opened',
  );
});
