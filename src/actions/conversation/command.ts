import type { Action, AnyAction } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { say } from '../../keys/overlay.ts';
import type { Desk } from '../../state/desk.ts';
import { targetsOf } from '../../state/list/marks.ts';
import { markedIn } from '../../state/reply/inserted.ts';
import type { OwnCommand } from '../../state/world/own-command.ts';
import { safeLine, t } from '../../text/safe.ts';
import { becomesDraft } from './command-input.ts';
import { accept, boxCommands, commandsFlow } from './command-list.ts';
import { plainText } from './copy.ts';
import { openNote } from './note.ts';
import { writingBox } from './put-in.ts';
import { openReply } from './reply.ts';
import { commandText, runOwnCommand } from './run-command.ts';
import { whyNoTarget } from './targets.ts';

const openTexts = { note: openNote, reply: openReply };

const commands = commandsFlow('command.run', openTexts);

export const commandRun: Action<'command.run'> = {
  id: 'command.run',
  title: t`Commands of yours…`,
  help: t`Runs a command of your settings on the conversation`,
  scope: 'conversations',
  words: ['script', 'program', 'external', 'translate', 'spell', 'model'],
  unavailable: world =>
    whyNoTarget(world) ??
    (world.commands.all.length === 0 ? t`There are no commands: [[commands]] in the settings names them.` : undefined),
  run: desk => begin(desk, commands),
  flows: [commands, boxCommands],
};

/** Runs the command of this name with the box that has the keys. */
export function runNamed(desk: Desk, name: string): void {
  const box = writingBox(desk.world());
  const command = desk.world().commands.all.find(one => one.name === name);
  if (command) runOwnCommand(desk, command, { targets: box?.targets ?? targetsOf(desk.world()), box }, openTexts);
  else say(desk, t`No command of yours is called ${safeLine(name)}.`);
}

/** Accepts the text of commands in the box that has the keys, if there is any. */
export function acceptAll(desk: Desk): void {
  const box = writingBox(desk.world());
  if (box && markedIn(box.draft.text).length > 0) accept(desk, box);
  else say(desk, t`Nothing here waits to be accepted.`);
}

export const commandPage: Action<'command.page'> = {
  id: 'command.page',
  title: t`Page of a command`,
  help: t`Shows the last page that a command of yours has made`,
  words: ['script', 'output'],
  unavailable: ({ commands }) => (commands.page === null ? t`No command has made a page yet.` : undefined),
  run: desk => {
    const { page } = desk.world().commands;
    if (page !== null) begin(desk, commandText, plainText(page));
  },
  flows: [commandText],
};

/** The id of the action that a command is. */
export function commandId(name: string): string {
  return `command:${name}`;
}

/** A command as an action: its key, its line in palette and help. */
export function commandAction(command: OwnCommand): AnyAction {
  return {
    id: commandId(command.name),
    title: t`Run ${command.name}`,
    help: t`Runs this command of your settings`,
    scope: 'conversations',
    ...(becomesDraft(command) ? { writes: true as const } : {}),
    unavailable: world => whyNoTarget(world),
    run: desk => runOwnCommand(desk, command, { targets: targetsOf(desk.world()) }, openTexts),
  };
}
