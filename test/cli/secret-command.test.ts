import { expect, test } from 'vitest';
import { mailSettings } from '../../src/cli/mail.ts';
import { openHeldPipe } from '../harness/held-pipe.ts';

/** A mailbox's command, as the settings give it. */
function commandOf(token_command: string) {
  const { mailboxes } = mailSettings({ mailboxes: [{ url: 'imaps://help@mail.example', token_command }] } as never);
  return mailboxes[0]!.command!;
}

test('a command of a mailbox that is to stop ends with all that it has started', async () => {
  const pipe = openHeldPipe();
  const stop = new AbortController();
  const printed = commandOf(`${pipe.holder} & wait`).run(stop.signal);
  await pipe.held;
  stop.abort();
  await expect(printed).rejects.toThrow('The command for the token ');
  await pipe.letGo;
});

test('a command of a mailbox that fails is told with the first line of its error, and nothing of its output', async () => {
  const run = (command: string) => commandOf(command).run();
  await expect(run('echo hunter2; (echo "no \x1b[31mgrant: log in"; echo more) >&2; exit 4')).rejects.toThrow(
    'The command for the token ended with exit code 4 (it says: no ^[[31mgrant: log in). Run it by hand to see why.',
  );
  await expect(run('exit 4')).rejects.toThrow('ended with exit code 4. Run it');
  await expect(run('yes x | head -c 9000 >&2; exit 4')).rejects.toThrow('(it says: x)');
  await expect(run('head -c 9000 /dev/zero | tr "\\0" x >&2; exit 4')).rejects.toThrow(/^.{100,400}$/);
});
