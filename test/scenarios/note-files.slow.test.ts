import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openBackstage, openDesk } from './open-desk.ts';

test('a note takes files by their paths, keeps them over a kill, and sends those that the agent saw', async () => {
  const backstage = await openBackstage();
  const id = await backstage.conversation('Refund');
  const home = backstage.environment.HOME!;
  const invoice = join(home, 'my invoice.pdf');
  writeFileSync(invoice, 'invoice 7741');
  writeFileSync(join(home, "it's.txt"), 'dropped on the terminal');
  mkdirSync(join(home, 'pictures'));
  const killed = await openDesk(backstage);
  await killed.sees('#1 Refund');

  killed.press('note.write');
  await killed.sees('NOTE · agents only');
  killed.type('See the invoice.');
  killed.press('tab', 'enter');
  await killed.sees(`Attach a file to the note on #${id}`);
  killed.type('~/pic');
  killed.press('tab');
  await killed.sees('~/pictures/');
  killed.press('enter');
  await killed.sees('~/pictures/ is a folder: a file is needed.');
  killed.press('ctrl-u');
  killed.type('~/my');
  killed.press('tab');
  await killed.sees('~/my invoice.pdf');
  killed.press('enter');
  await killed.sees('with my invoice.pdf 12 B');
  await killed.sees('NOTE · agents only');
  // The draft is saved within half a second.
  await expect
    .poll(() => readdirSync(join(backstage.environment.XDG_STATE_HOME!, 'frontdesk', 'attached')))
    .toHaveLength(1);
  killed.press('esc');
  await killed.sees(`Draft of #${id} kept`);
  killed.kill('SIGKILL');
  await killed.exit();
  writeFileSync(invoice, 'another one');

  const desk = await openDesk(backstage);
  await desk.sees('#1 Refund');
  desk.press('note.write');
  await desk.sees('with my invoice.pdf 12 B');
  rmSync(invoice);
  desk.press('tab', 'enter');
  await desk.sees('Files of the note: 12 B of 20.0 MB');
  desk.press('enter');
  await desk.sees(`Attach a file to the note on #${id}`);
  desk.paste(`'${home}/it'\\''s.txt' `);
  desk.press('enter');
  await desk.sees("with my invoice.pdf 12 B, it's.txt 23 B");
  desk.press('enter', 'down', 'down', 'x');
  await desk.sees("Removed it's.txt");
  desk.press('esc');
  await desk.sees('See the invoice.');
  await desk.seesNot("it's.txt 23 B");
  desk.press('ctrl-d');
  await desk.sees(`Noted on #${id}`);
  await desk.sees(/▒ my invoice\.pdf/);

  const read = () => backstage.ask<{ details: string; attachments: number[] }[]>('GET', `/conversations/${id}/notes`);
  await expect.poll(read).toMatchObject([{ details: 'See the invoice.', attachments: [1] }]);
  const hash = createHash('sha256').update('invoice 7741').digest('hex');
  expect(readdirSync(join(dirname(backstage.database), 'attachments'))).toContain(hash);
});
