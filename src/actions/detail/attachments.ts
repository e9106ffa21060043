import * as v from 'valibot';
import type { Action } from '../../keys/action.ts';
import { completePathLine } from '../../keys/complete-path.ts';
import { begin } from '../../keys/flow.ts';
import { lineFlow } from '../../keys/one-box.ts';
import { say, topOverlay } from '../../keys/overlay.ts';
import { whyLacking } from '../../state/calls/offers.ts';
import type { Desk } from '../../state/desk.ts';
import { type Attachment, entryFiles, fileKind, fileName } from '../../state/detail/files.ts';
import type { Disk } from '../../state/host.ts';
import { readBeginning } from '../../state/sync/attachments.ts';
import { saveAttachments, stopSaving } from '../../state/sync/save-attachments.ts';
import { threadOf } from '../../state/visible.ts';
import { whyNotAsked } from '../../state/world/offline.ts';
import type { Message, Note, Thread, World } from '../../state/world.ts';
import { byteSize } from '../../text/byte-size.ts';
import { decodeText } from '../../text/decode-text.ts';
import { saidFileName } from '../../text/file-name.ts';
import { counted } from '../../text/numbers.ts';
import { type SafeText, safeBlock, t } from '../../text/safe.ts';
import { plainText, textPage } from '../conversation/copy.ts';
import { whyNoneOpen } from '../conversation/targets.ts';

/** The loaded messages and notes of the conversation in the detail, or the one with this key; the newest first. */
export function detailEntries(world: World, entryKey?: string | null): readonly (Message | Note)[] {
  const { messages = [], notes = [] } = shownThread(world) ?? {};
  const entries = [
    ...messages.map(entry => ({ key: `message:${entry.id}`, entry })),
    ...notes.map(entry => ({ key: `note:${entry.id}`, entry })),
  ].sort((a, b) => (b.entry.created_at ?? 0) - (a.entry.created_at ?? 0));
  return entries.filter(({ key }) => entryKey === undefined || key === entryKey).map(({ entry }) => entry);
}

/** The attachments of the conversation in the detail: the newest entry first, pictures within its text last. */
export function attachmentsOf(world: World, entryKey?: string | null): readonly Attachment[] {
  const thread = shownThread(world);
  if (!thread) return [];
  const files = detailEntries(world, entryKey).flatMap(entry => [...entryFiles(entry, thread)].sort(inlineLast));
  return [...new Map(files.map(file => [file.id, file])).values()];
}

function shownThread(world: World): Thread | undefined {
  const { conversationId } = world.detail;
  return conversationId === null ? undefined : threadOf(world, conversationId);
}

function inlineLast(a: Attachment, b: Attachment): number {
  return Number(a.inline ?? false) - Number(b.inline ?? false);
}

/** Without pictures within the text, such as logos; with them if there is nothing else. */
export function withoutInline(files: readonly Attachment[]): readonly Attachment[] {
  const beside = files.filter(({ inline }) => !inline);
  return beside.length > 0 ? beside : files;
}

function whyNoAttachment(world: World): SafeText | undefined {
  const none = attachmentsOf(world).length === 0 ? t`There is no attachment in this conversation.` : undefined;
  return whyNoneOpen(world) ?? none ?? whyNotGiven(world);
}

/** Why the help center gives out none now; undefined as far as is known. */
function whyNotGiven(world: World): SafeText | undefined {
  return whyLacking(world, 'attachment.content') ?? whyNotAsked(world);
}

const NO_DISK = t`This desk has no disk to save attachments on.`;

type Ids = readonly number[];

/** The attachments to save, and the folder that is written already. */
interface Saved {
  readonly ids: Ids;
  readonly folder: string;
}

const Saved: v.GenericSchema<unknown, Saved> = v.object({ ids: v.array(v.number()), folder: v.string() });

const folderLine = lineFlow<Saved>({
  id: 'attachment.save',
  input: Saved,
  title: ({ world, data }) => t`Save ${whatOf(world, data.ids)} in this folder`,
  verb: t`save`,
  start: ({ data }) => data.folder,
  rule: () => t`A file that has the name already stays: the new one gets a number.`,
  complete: (desk, _view, written) => completePathLine(desk, written, 'folders'),
  refuse: (desk, _view, text) => {
    if (!desk.hooks.disk) return NO_DISK;
    return text.trim() === '' ? t`A folder is needed, such as ~/Downloads` : undefined;
  },
  answer: (desk, text, _targets, { ids }) => void save(desk, desk.hooks.disk!, ids, text.trim()),
});

export const attachmentSave: Action<'attachment.save'> = {
  id: 'attachment.save',
  title: t`Save attachments…`,
  help: t`Saves the entry’s attachments, or all, in a folder`,
  scope: 'detail',
  words: ['download', 'file', 'folder'],
  unavailable: whyNoAttachment,
  run: desk => {
    const world = desk.world();
    const own = attachmentsOf(world, world.detail.entryKey);
    askFolder(desk, withoutInline(own.length > 0 ? own : attachmentsOf(world)));
  },
  flows: [folderLine],
};

/** Asks where to save these attachments; the last folder is there already. */
export function askFolder(desk: Desk, files: readonly Attachment[]): void {
  const ids = files.map(({ id }) => id);
  const missing = whyNotGiven(desk.world());
  if (missing !== undefined) say(desk, missing);
  else if (desk.hooks.disk) begin(desk, folderLine, { ids, folder: desk.world().saveFolder ?? desk.hooks.disk.folder });
  else say(desk, NO_DISK);
}

/**
 * The box is closed at once: the next keys are meant for what is below it. A folder that cannot be brings the box back to
 * be corrected, unless the agent has opened another one.
 */
async function save(desk: Desk, disk: Disk, ids: Ids, folder: string): Promise<void> {
  const files = filesWith(desk.world(), ids);
  const fault = await disk.whyNot(folder);
  if (fault !== undefined) {
    if (!topOverlay(desk.world())) begin(desk, folderLine, { ids, folder }, [], fault);
    say(desk, t`Nothing was saved. ${fault}`);
    return;
  }
  desk.set({ saveFolder: folder });
  saveAttachments(
    desk,
    disk,
    files.map(file => ({ id: file.id, name: fileName(file), size: file.size, folder })),
  );
}

/** The attachments with these ids. Of one that is not loaded any more, the id is known. */
export function filesWith(world: World, ids: Ids): readonly Attachment[] {
  const known = new Map(attachmentsOf(world).map(file => [file.id, file]));
  return ids.map(id => known.get(id) ?? { id, name: t``, content_type: t``, size: null, inline: false });
}

function whatOf(world: World, ids: Ids): SafeText {
  const files = filesWith(world, ids);
  const [first] = files;
  const bytes = files.reduce((sum, { size }) => sum + (size ?? 0), 0);
  const what = files.length === 1 ? saidFileName(fileName(first!)) : counted(files.length, t`attachment`);
  return bytes === 0 ? what : t`${what} (${byteSize(bytes)})`;
}

export const attachmentStop: Action<'attachment.stop'> = {
  id: 'attachment.stop',
  title: t`Stop saving`,
  help: t`Stops saving attachments; no half of a file stays`,
  words: ['cancel', 'download', 'abort'],
  unavailable: ({ saving }) => (saving.length === 0 ? t`No attachment is being saved.` : undefined),
  run: desk => {
    const [first] = desk.world().saving;
    stopSaving(desk);
    if (first)
      say(desk, t`Stopped: ${saidFileName(first.name)} was not saved, and nothing of it was left behind.`, 'done');
  },
};

/** At most this much of a text is read and shown, in bytes. */
const MAX_SHOWN = 100_000;

const fileText = textPage('attachment.show', { lost: t`the text of an attachment is not kept` });

export const attachmentShow: Action<'attachment.show'> = {
  id: 'attachment.show',
  title: t`Show the attachment`,
  help: t`Shows the entry’s attachment if it is a text`,
  scope: 'detail',
  words: ['read', 'file', 'log'],
  unavailable: world =>
    whyNoAttachment(world) ??
    (attachmentsOf(world, world.detail.entryKey).some(isText)
      ? undefined
      : t`No attachment of this entry is a text · ${world.keyNames['link.list']} lists all of the conversation.`),
  run: desk => {
    const world = desk.world();
    const file = attachmentsOf(world, world.detail.entryKey).find(isText);
    if (file) void showText(desk, file);
  },
  flows: [fileText],
};

function isText(file: Attachment): boolean {
  return fileKind(file).isText === true;
}

/** How an attachment is saved: `s` is a key of the list's own. */
function howSaved({ keyNames }: World): SafeText {
  return t`${keyNames['link.list']}, then s saves it`;
}

/** Why an attachment can neither be opened nor shown; undefined if it can. */
export function whyNotOpened(desk: Desk, file: Attachment): SafeText | undefined {
  const { word, isProgram } = fileKind(file);
  const world = desk.world();
  const missing = whyNotGiven(world);
  if (missing !== undefined) return missing;
  if (isProgram) return t`${saidFileName(fileName(file))} is a program: it is never opened · ${howSaved(world)}`;
  if (isText(file) || desk.hooks.disk?.open) return undefined;
  return t`No program is set that opens a ${word} (open_attachment) · ${howSaved(world)}`;
}

/** Shows a text; opens any other attachment with the program of the settings. */
export function openAttachment(desk: Desk, file: Attachment, wanted: 'show' | 'open' = 'show'): void {
  const reason = whyNotOpened(desk, file);
  if (reason !== undefined) say(desk, reason);
  else if (desk.hooks.disk?.open && (wanted === 'open' || !isText(file)))
    saveAttachments(desk, desk.hooks.disk, [{ id: file.id, name: fileName(file), size: file.size, folder: null }]);
  else void showText(desk, file);
}

async function showText(desk: Desk, file: Attachment): Promise<void> {
  const name = saidFileName(fileName(file));
  const { conversationId } = desk.world().detail;
  say(desk, t`Reading ${name}…`, 'done');
  const told = desk.world().notice;
  const read = await readBeginning(desk, file.id, MAX_SHOWN);
  if (desk.world().notice === told) desk.set({ notice: null });
  // The agent has moved on meanwhile, so a page would come as a surprise.
  if (!read || desk.world().detail.conversationId !== conversationId || desk.world().overlays.length > 0) return;
  if ('problem' in read) return say(desk, t`${name} was not read: ${read.problem}`);
  const { bytes, isWhole } = read;
  const text = decodeText(bytes, file.content_type ?? '', isWhole);
  if (text === undefined)
    return say(desk, t`${name} is not text, whatever its sender says · ${howSaved(desk.world())}`);
  const what = isWhole ? t`${name} · ${byteSize(bytes.length)}` : t`The first ${byteSize(bytes.length)} of ${name}`;
  begin(desk, fileText, plainText({ what, text: text === '' ? safeBlock('(It is empty.)') : text }));
}
