import { buffer } from 'node:stream/consumers';
import { conversationInput, customerInput, newestMessage } from '../../../state/conversation/command-input.ts';
import type { OwnCommand } from '../../../state/world/own-command.ts';
import type { CenterFlags } from '../../declared/shared-flags.ts';
import { withClient } from '../../elsewhere/with-client.ts';
import { readIds } from '../../output/ids.ts';
import { writeAndWait } from '../../output/write.ts';
import { runCommand } from '../../run-command.ts';
import type { Shell } from '../../shell.ts';
import { exitCode, ShellError } from '../../shell-error.ts';
import { readAllMessages, readAllNotes } from './read-thread.ts';

/** The command has a process group of its own: these do not reach it. */
const ENDS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * `frontdesk conversations run`: runs a command of the settings on a conversation and prints its output, made safe.
 * Nothing is changed. One that reads a draft gets standard input.
 */
export async function runOnConversation(shell: Shell, name: string, word: string, flags: CenterFlags): Promise<number> {
  const { environment, stdout, stderr } = shell;
  const command = commandNamed(shell, name);
  const [id] = await readIds(shell, [word]);
  const stdin = command.input === 'draft' ? await draftFrom(shell) : await inputOf(shell, flags, command, id!);
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  for (const signal of ENDS) process.on(signal, onSignal);
  const { output, isCut, failed } = await runCommand(command.run, { environment, stdin, stop: stop.signal });
  for (const signal of ENDS) process.off(signal, onSignal);
  await writeAndWait(stdout, output);
  if (isCut) stderr.write(`frontdesk: ${name} printed more: only the beginning is here.\n`);
  if (failed !== undefined) throw new ShellError(`${name} ${failed}. Nothing was changed.`, exitCode.failed);
  return exitCode.done;
}

function commandNamed({ commands = [], keyFaults = [] }: Shell, name: string): OwnCommand {
  const found = commands.find(one => one.name === name);
  if (found) return found;
  const known = commands.map(one => one.name).join(', ');
  const there = known === '' ? 'The settings have no [[commands]].' : `The settings have ${known}.`;
  throw new ShellError([`There is no command ${name}. ${there} Nothing was done.`, ...keyFaults].join('\n'));
}

async function draftFrom({ stdin }: Shell): Promise<string> {
  return String(await buffer(stdin));
}

function inputOf(shell: Shell, flags: CenterFlags, { input }: OwnCommand, id: number): Promise<string> {
  return withClient(shell, flags, async ({ client }) => {
    const { data: conversation } = await client.conversation.get({ params: { conversation_id: id } });
    if (input === 'customer') return customerInput(conversation);
    const messages = await readAllMessages(client, id);
    if (input === 'message') return newestMessage(messages)?.body_text ?? '';
    return conversationInput(conversation, { messages, notes: await readAllNotes(client, id) });
  });
}
