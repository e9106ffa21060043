import type { Action, AnyAction } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { choice } from '../../keys/one-box.ts';
import type { Option } from '../../keys/option.ts';
import { replaceOverlay, say } from '../../keys/overlay.ts';
import type { Desk } from '../../state/desk.ts';
import { targetsOf } from '../../state/list/marks.ts';
import type { FieldOverlay } from '../../state/overlay.ts';
import type { OwnCommand } from '../../state/own-command.ts';
import { accepted, markedIn } from '../../state/reply/inserted.ts';
import type { World } from '../../state/world.ts';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';
import { isWriting, whyNotRun } from './command-input.ts';
import { plainText } from './copy.ts';
import { keepDraft } from './field-draft.ts';
import { type WritingBox, writingBox } from './put-in.ts';
import { commandText, runCommand } from './run-command.ts';
import { named, whyNoTarget } from './targets.ts';

/** The choice that accepts what commands have written; no command is called so. */
const ACCEPT = 'accept:';
const OUTPUTS: Readonly<Record<OwnCommand['output'], SafeText>> = {
  insert: t`into the text`,
  note: t`a note`,
  page: t`a page`,
  none: t``,
};

const commands = choice({
  id: 'command.run',
  title: ({ targets }) => t`Run on ${named(targets)}`,
  hasFilter: true,
  verb: t`run`,
  options: ({ world, targets }) => [
    ...acceptOption(boxBelow(world)),
    ...world.commands.all.map(command => optionOf(world, command, targets)),
  ],
  empty: () => t`No command matches.`,
  answer: (desk, id, targets) => {
    const box = writingBox(desk.world());
    const command = desk.world().commands.all.find(({ name }) => name === id);
    if (id === ACCEPT && box) accept(desk, box);
    else if (command) runCommand(desk, command, { targets, box });
  },
});

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
  flows: [commands],
};

/** Opens the agent's commands over the box of a note or a mail. */
export function openCommands(desk: Desk, { targets, draft }: FieldOverlay): void {
  if (desk.world().commands.all.length > 0 || markedIn(draft.text).length > 0)
    begin(desk, commands, undefined, targets);
  else say(desk, t`There are no commands: [[commands]] in the settings names them.`);
}

/** The box over which the commands are open. */
function boxBelow(world: World): WritingBox | undefined {
  return writingBox({ ...world, overlays: world.overlays.filter(({ kind }) => kind === 'field') });
}

function acceptOption(box: WritingBox | undefined): readonly Option[] {
  const names = box ? markedIn(box.draft.text) : [];
  return names.length === 0 ? [] : [{ id: ACCEPT, label: t`Accept what ${join(names, t` and `)} wrote` }];
}

function optionOf(world: World, command: OwnCommand, targets: readonly number[]): Option {
  const whyNot = whyNotRun(world, command, { targets, box: boxBelow(world) });
  return { id: command.name, label: command.name, detail: OUTPUTS[command.output], ...(whyNot && { whyNot }) };
}

/** Runs the command of this name with the box that has the keys. */
export function runNamed(desk: Desk, name: string): void {
  const box = writingBox(desk.world());
  const command = desk.world().commands.all.find(one => one.name === name);
  if (command) runCommand(desk, command, { targets: box?.targets ?? targetsOf(desk.world()), box });
  else say(desk, t`No command of yours is called ${safeLine(name)}.`);
}

/** Accepts what commands wrote into the box that has the keys, if they did. */
export function acceptAll(desk: Desk): void {
  const box = writingBox(desk.world());
  if (box && markedIn(box.draft.text).length > 0) accept(desk, box);
  else say(desk, t`Nothing here waits to be accepted.`);
}

/** The agent has read what commands wrote into this box: it is theirs now. */
function accept(desk: Desk, box: WritingBox): void {
  const draft = accepted(box.draft);
  replaceOverlay(desk, { ...box, draft, walk: undefined });
  keepDraft(desk, box.draftKind, box.targets[0], box.draft.text, draft.text);
  say(desk, t`Accepted: it can be sent now.`, 'done');
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
    ...(isWriting(command) ? { writes: true as const } : {}),
    unavailable: world => whyNoTarget(world),
    run: desk => runCommand(desk, command, { targets: targetsOf(desk.world()) }),
  };
}
