import { begin } from '../../keys/flow.ts';
import { say } from '../../keys/overlay.ts';
import type { Desk } from '../../state/desk.ts';
import { draftKey, draftText, withDraftFields } from '../../state/drafts/drafts.ts';
import type { CommandEnd } from '../../state/host.ts';
import { markedText, withMarked } from '../../state/reply/inserted.ts';
import { beginCommand, endCommand } from '../../state/sync/running-command.ts';
import { conversationNumber } from '../../state/words/names.ts';
import type { DraftKind } from '../../state/world/draft-kinds.ts';
import type { OwnCommand } from '../../state/world/own-command.ts';
import type { World } from '../../state/world.ts';
import type { Draft } from '../../text/edit.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { becomesDraft, type CommandPlace, draftKindFor, readInput, whyNotRun } from './command-input.ts';
import { plainText, textPage } from './copy.ts';
import { rewriteBox, type WritingBox, writtenIn } from './put-in.ts';
import type { OpenText } from './saved-list.ts';

/** A command that was started, and the place from which it was started. */
interface Started extends CommandPlace {
  readonly command: OwnCommand;
  readonly about: number;
  readonly kind: DraftKind;
  readonly since: number;
  readonly world: World;
  readonly openTexts: OpenTexts | undefined;
}

/** How the boxes of a note and of an answer are opened: this file is below theirs. */
export type OpenTexts = Readonly<Record<'note' | 'reply', OpenText>>;

/** Runs a command in the background, or says why it cannot run. Nothing that it returns is ever sent by itself. */
export function runOwnCommand(desk: Desk, command: OwnCommand, place: CommandPlace, openTexts?: OpenTexts): void {
  const { running } = desk.world().commands;
  const why = whyNotRun(desk.world(), command, place);
  if (running !== null) {
    const seconds = Math.round((desk.elapsed() - running.since) / 1_000);
    say(desk, t`${running.name} still runs (${seconds} s): Esc stops it, then start ${command.name}.`);
  } else if (why !== undefined) say(desk, t`${command.name} ${why}.`);
  else void start(desk, command, place, openTexts);
}

async function start(desk: Desk, command: OwnCommand, place: CommandPlace, openTexts?: OpenTexts): Promise<void> {
  const { name, run } = command;
  const { box } = place;
  const since = desk.elapsed();
  const about = place.targets[0]!;
  const read = beginCommand(desk, { name, since, isInBox: box !== undefined });
  say(desk, t`Running ${name} for ${conversationNumber(about)} · Esc stops it`, 'done');
  const world = desk.world();
  const input = await readInput(desk, command, place, read.isCurrent);
  if (!read.isCurrent()) return;
  const end = input && 'text' in input ? await desk.hooks.runCommand?.(run, input.text, read.signal) : undefined;
  if (!read.isCurrent()) return;
  endCommand(desk, read);
  if (input === undefined) say(desk, t`${name} did not run: its input could not be read whole.`);
  else if ('problem' in input) say(desk, t`${name} did not run. ${input.problem}`);
  else if (end)
    use(desk, { ...place, command, about, kind: draftKindFor(world, command, place), since, world, openTexts }, end);
}

/** Uses the output of a command as its settings say. */
function use(desk: Desk, started: Started, { output, isCut, failed }: CommandEnd): void {
  const { command, about } = started;
  const { name } = command;
  if (failed !== undefined) say(desk, t`${name} ${failed}. Nothing of it was used.`);
  else if (command.output === 'none') say(desk, t`${name} has run for ${conversationNumber(about)}.`, 'done');
  else if (output.trim() === '') say(desk, t`${name} printed nothing for ${conversationNumber(about)}.`);
  else if (becomesDraft(command)) {
    const said = insertOutput(desk, started, output);
    say(desk, isCut ? t`${said} It printed more: only the beginning is there.` : said, isCut ? 'problem' : 'done');
  } else {
    const more = isCut ? t` (only the beginning of what it printed)` : t``;
    show(desk, started, { what: t`${name} for ${conversationNumber(about)}${more}`, text: output });
  }
}

/** Where the agent is. In the list the detail follows by itself. */
function placeOf({ overlays, pane, list, detail, inboxCursor, prefix }: World): readonly unknown[] {
  const at = pane === 'detail' ? [detail.conversationId, detail.top, detail.entryKey] : [list.cursorId, inboxCursor];
  return [overlays, pane, prefix.length, ...at];
}

/** Whether the agent has waited: a box that opens under other keys would take them as its text. */
function mayOpen(desk: Desk, { since, world }: Started): boolean {
  const before = placeOf(world);
  const hasWaited = placeOf(desk.world()).every((part, index) => part === before[index]);
  return hasWaited && desk.elapsed() - since <= (desk.hooks.opensForMs ?? Number.POSITIVE_INFINITY);
}

/** The page that a command has made. */
export const commandText = textPage('command.page');

/** Shows a page; if the agent is doing something else by now, a notice says how to see it. */
function show(desk: Desk, started: Started, page: NonNullable<World['commands']['page']>): void {
  desk.set({ commands: { ...desk.world().commands, page } });
  if (mayOpen(desk, started)) {
    desk.set({ notice: null });
    begin(desk, commandText, plainText(page));
  } else say(desk, t`${page.what}: its page is there · ${desk.world().keyNames['command.page']} shows it`, 'done');
}

/** Writes a text into the draft of its conversation, wherever the agent is by now. Returns where it is, as a sentence. */
function insertOutput(desk: Desk, started: Started, output: string): SafeText {
  const { command, about, kind, box } = started;
  const marked = markedText(command.name, output);
  const accepts = t`${desk.world().keyNames['box.command']} accepts it`;
  if (boxOf(desk.world(), started) === undefined && desk.world().overlays.length === 0 && mayOpen(desk, started)) {
    if (kind === 'note' || kind === 'reply') started.openTexts?.[kind](desk, [about]);
  }
  const open = boxOf(desk.world(), started);
  if (open) {
    const isAtCursor = box === undefined || isSame(open.draft, box.draft);
    rewriteBox(desk, open, withMarked(open.draft, marked, isAtCursor));
    return t`${command.name} wrote into the text: change it, or ${accepts}`;
  }
  const held = draftText(desk.world(), kind, about);
  const { text } = withMarked({ text: held, cursor: 0 }, marked, false);
  desk.set({ drafts: withDraftFields(desk.world().drafts, [[draftKey(kind, about), 'text', text]]) });
  return t`${command.name} wrote into the draft of ${conversationNumber(about)} · ${desk.world().keyNames['draft.list']} goes on with it`;
}

function boxOf({ overlays }: World, { kind, about }: Started): WritingBox | undefined {
  const boxes = overlays.flatMap(one => writtenIn(one) ?? []);
  return boxes.find(({ draftKind, targets: [id] }) => draftKind === kind && id === about);
}

function isSame(one: Draft, other: Draft): boolean {
  return one.text === other.text && one.cursor === other.cursor;
}
