import { begin } from '../../keys/flow.ts';
import { choice } from '../../keys/one-box.ts';
import type { Option } from '../../keys/option.ts';
import { say } from '../../keys/overlay.ts';
import type { Flow } from '../../keys/script.ts';
import type { Desk } from '../../state/desk.ts';
import { accepted, markedIn } from '../../state/reply/inserted.ts';
import type { OwnCommand } from '../../state/world/own-command.ts';
import type { World } from '../../state/world.ts';
import { join, type SafeText, t } from '../../text/safe.ts';
import { whyNotRun } from './command-input.ts';
import { rewriteBox, type WritingBox, writingBox, writtenIn } from './put-in.ts';
import { type OpenTexts, runOwnCommand } from './run-command.ts';
import { conversationsTitle } from './targets.ts';

/** The choice that accepts the text of commands; no command has this name. */
const ACCEPT = 'accept:';
const OUTPUTS: Readonly<Record<OwnCommand['output'], SafeText>> = {
  insert: t`into the text`,
  note: t`a note`,
  page: t`a page`,
  none: t``,
};

/** The agent's commands. `openTexts`: opens the boxes for what they write. */
export function commandsFlow(id: string, openTexts?: OpenTexts): Flow {
  return choice({
    id,
    title: ({ targets }) => t`Run on ${conversationsTitle(targets)}`,
    hasFilter: true,
    verb: t`run`,
    options: ({ world, targets }) => [
      ...acceptOption(boxBelow(world)),
      ...world.commands.all.map(command => ownCommandOption(world, command, targets)),
    ],
    empty: () => t`No command matches.`,
    answer: (desk, id, targets) => {
      const box = writingBox(desk.world());
      const command = desk.world().commands.all.find(({ name }) => name === id);
      if (id === ACCEPT && box) accept(desk, box);
      else if (command) runOwnCommand(desk, command, { targets, box }, openTexts);
    },
  });
}

/** The commands over the box of a note or a mail. */
export const boxCommands = commandsFlow('command.box');

/** Opens the agent's commands over the box of a note or a mail. */
export function openCommands(desk: Desk): void {
  const { targets, draft } = writingBox(desk.world())!;
  if (desk.world().commands.all.length > 0 || markedIn(draft.text).length > 0)
    begin(desk, boxCommands, undefined, targets);
  else say(desk, t`There are no commands: [[commands]] in the settings names them.`);
}

/** The box over which the commands are open. */
function boxBelow(world: World): WritingBox | undefined {
  return writtenIn(world.overlays.findLast(writtenIn));
}

function acceptOption(box: WritingBox | undefined): readonly Option[] {
  const names = box ? markedIn(box.draft.text) : [];
  return names.length === 0 ? [] : [{ id: ACCEPT, label: t`Accept what ${join(names, t` and `)} wrote` }];
}

function ownCommandOption(world: World, command: OwnCommand, targets: readonly number[]): Option {
  const whyNot = whyNotRun(world, command, { targets, box: boxBelow(world) });
  return { id: command.name, label: command.name, detail: OUTPUTS[command.output], ...(whyNot && { whyNot }) };
}

/** The agent has read the text of commands in this box: it counts as their own now. */
export function accept(desk: Desk, box: WritingBox): void {
  rewriteBox(desk, box, accepted(box.draft));
  say(desk, t`Accepted: it can be sent now.`, 'done');
}
