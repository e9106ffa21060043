import * as v from 'valibot';
import type { Action } from '../../keys/action.ts';
import { completePath } from '../../keys/complete-path.ts';
import { closeOverlay, openField, openOverlay, say, topOverlay } from '../../keys/overlay.ts';
import type { Desk, Disk } from '../../state/context.ts';
import { type Attachment, fileName } from '../../state/detail/files.ts';
import type { FieldOverlay } from '../../state/overlay.ts';
import { saveAttachments, stopSaving } from '../../state/sync/save-attachments.ts';
import type { World } from '../../state/world.ts';
import { byteSize } from '../../text/byte-size.ts';
import { saidFileName } from '../../text/file-name.ts';
import { counted } from '../../text/numbers.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { attachmentsOf, whyNoAttachment, whyNotGiven, withoutInline } from './attachments.ts';

const NO_DISK = t`This desk has no disk to save attachments on.`;

/** The ids of the attachments. */
type Ids = readonly number[];

export const attachmentSave: Action<'attachment.save', { field: Ids }> = {
  id: 'attachment.save',
  title: t`Save attachments…`,
  help: t`Saves the entry’s attachments, or all, in a folder`,
  scope: 'detail',
  keys: [],
  words: ['download', 'file', 'folder'],
  unavailable: whyNoAttachment,
  run: desk => {
    const world = desk.world();
    const own = attachmentsOf(world, world.detail.entryKey);
    askFolder(desk, withoutInline(own.length > 0 ? own : attachmentsOf(world)));
  },
  field: {
    kept: { form: v.array(v.number()) },
    title: (world, { data }) => t`Save ${whatOf(world, data)} in this folder`,
    verb: t`save`,
    rule: () => t`A file that has the name already stays: the new one gets a number.`,
    complete: (desk, overlay) => void completePath(desk, overlay, 'folders'),
    submit: (desk, overlay) => {
      if (!desk.disk) say(desk, NO_DISK);
      else if (overlay.draft.text.trim() === '') say(desk, t`A folder is needed, such as ~/Downloads`);
      else void save(desk, desk.disk, overlay);
    },
  },
};

/** Asks where to save these attachments; the last folder is there already. */
export function askFolder(desk: Desk, files: readonly Attachment[]): void {
  const ids = files.map(({ id }) => id);
  const missing = whyNotGiven(desk.world());
  if (missing !== undefined) say(desk, missing);
  else if (desk.disk) openField(desk, attachmentSave, desk.world().saveFolder ?? desk.disk.folder, ids);
  else say(desk, NO_DISK);
}

/**
 * Closes the box at once: the next keys are meant for what is below it. A folder that cannot be brings the box back to
 * be corrected, unless the agent has opened another one.
 */
async function save(desk: Desk, disk: Disk, overlay: FieldOverlay<Ids>): Promise<void> {
  const folder = overlay.draft.text.trim();
  const files = filesWith(desk.world(), overlay.data);
  closeOverlay(desk);
  const fault = await disk.whyNot(folder);
  if (fault !== undefined) {
    if (!topOverlay(desk.world())) openOverlay(desk, { ...overlay, fault });
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

/** Of an attachment that is not loaded any more, the id is known. */
function filesWith(world: World, ids: Ids): readonly Attachment[] {
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
  scope: 'everywhere',
  keys: [],
  words: ['cancel', 'download', 'abort'],
  unavailable: ({ saving }) => (saving.length === 0 ? t`No attachment is being saved.` : undefined),
  run: desk => {
    const [first] = desk.world().saving;
    stopSaving(desk);
    if (first)
      say(desk, t`Stopped: ${saidFileName(first.name)} was not saved, and nothing of it was left behind.`, 'done');
  },
};
