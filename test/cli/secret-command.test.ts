import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mailSettings } from '../../src/cli/mail.ts';
import { temporaryFolder } from '../harness/temporary.ts';

/** A mailbox's command, as the settings give it. */
function commandOf(token_command: string) {
  const { mailboxes } = mailSettings({ mailboxes: [{ url: 'imaps://help@mail.example', token_command }] } as never);
  return mailboxes[0]!.command!;
}

test('a command of a mailbox that is to stop ends with all that it has started', async () => {
  const folder = temporaryFolder();
  const [begun, alive] = [join(folder, 'begun'), join(folder, 'alive')];
  const stop = new AbortController();
  const printed = commandOf(`(sleep 1; echo > ${alive}) & echo > ${begun}; wait`).run(stop.signal);
  await expect.poll(() => existsSync(begun)).toBe(true);
  stop.abort();
  await expect(printed).rejects.toThrow('The command for the token ');
  await new Promise(resolve => setTimeout(resolve, 1_500));
  expect(existsSync(alive)).toBe(false);
});
