import * as v from 'valibot';
import type { Action } from '../../keys/action.ts';
import { completePath } from '../../keys/complete-path.ts';
import { closeOverlay, endNotice, reasonOf, replaceOverlay, say, topOverlay } from '../../keys/overlay.ts';
import type { Desk } from '../../state/desk.ts';
import { type FileCopies, MAX_ATTACHED_BYTES } from '../../state/files/attached-file.ts';
import { whyLacking } from '../../state/offers.ts';
import { draftFiles, type WithFiles, withFile, withoutFile } from '../../state/outbox/draft-files.ts';
import { type FieldOverlay, mailKinds } from '../../state/overlay.ts';
import type { World } from '../../state/world.ts';
import { byteSize } from '../../text/byte-size.ts';
import { saidFileName } from '../../text/file-name.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { ANOTHER, fileOptions, openFiles, openPath, roomFor } from './attach-box.ts';
import { noteWrite } from './note.ts';
import { named, whyNoNote } from './targets.ts';

const NO_DISK = t`This desk has no disk for attachments.`;
const WORDS: Readonly<Record<WithFiles, SafeText>> = { note: t`note`, reply: t`reply`, forward: t`forward` };
const KEPT = { form: v.picklist(['note', ...mailKinds]) };

export const fileAttach: Action<'file.attach', { field: WithFiles; picker: WithFiles }> = {
  id: 'file.attach',
  title: t`Note with a file…`,
  help: t`Attaches a file to a note`,
  scope: 'conversations',
  words: ['attach', 'attachment', 'upload', 'document'],
  writes: true,
  unavailable: world => whyNoNote(world) ?? whyLacking(world, 'attachment.create'),
  run: desk => {
    noteWrite.run(desk);
    const box = topOverlay(desk.world());
    if (box?.kind === 'field') openFiles(desk, 'note', box.targets);
  },
  field: {
    kept: KEPT,
    title: (_world, { data, targets }) => t`Attach a file to the ${WORDS[data]} on ${named(targets)}`,
    verb: t`attach`,
    rule: (world, { data, targets }) =>
      t`A path, such as ~/invoice.pdf. ${byteSize(roomOf(world, data, targets))} fit.`,
    complete: (desk, overlay) => void completePath(desk, overlay),
    submit: (desk, overlay) => {
      if (!desk.hooks.copies) say(desk, NO_DISK);
      else if (overlay.draft.text.trim() === '') say(desk, t`Nothing is named yet: no file was attached.`);
      else void attach(desk, desk.hooks.copies, overlay);
    },
  },
  picker: {
    kept: KEPT,
    title: (world, { data, targets }) => {
      const taken = MAX_ATTACHED_BYTES - roomOf(world, data, targets);
      return t`Files of the ${WORDS[data]}: ${byteSize(taken)} of ${byteSize(MAX_ATTACHED_BYTES)}`;
    },
    verb: t`choose`,
    options: (world, { data, targets }) => fileOptions(world, data, targets[0]),
    keys: [
      {
        key: 'x',
        word: t`removes a file`,
        run: (desk, { data, targets }, option) => {
          if (option && option.id !== ANOTHER && targets[0] !== undefined) remove(desk, data, targets[0], option.id);
        },
      },
    ],
    take: (desk, { data, targets }, { id, label }) => {
      if (id !== ANOTHER) say(desk, t`${saidFileName(label)} is attached · x removes it`, 'done');
      else {
        closeOverlay(desk);
        openPath(desk, data, targets);
      }
    },
  },
};

function roomOf(world: World, kind: WithFiles, [id]: readonly number[]): number {
  return id === undefined ? 0 : roomFor(world, kind, id);
}

/** While the file is copied, only Esc works: then it is not wanted. */
async function attach(desk: Desk, copies: FileCopies, overlay: FieldOverlay<WithFiles>): Promise<void> {
  const { data: kind, targets } = overlay;
  const id = targets[0]!;
  const missing = whyLacking(desk.world(), 'attachment.create');
  if (missing !== undefined) {
    say(desk, missing);
    return;
  }
  const busy = { ...overlay, isSending: true as const };
  replaceOverlay(desk, busy);
  try {
    const files = await copies.take(overlay.draft.text, roomFor(desk.world(), kind, id));
    if (topOverlay(desk.world()) !== busy) {
      copies.release(files, 'dropped');
      return;
    }
    const { drafts } = desk.world();
    desk.set({ drafts: files.reduce((held, file) => withFile(held, kind, id, file), drafts) });
    closeOverlay(desk);
    endNotice(desk, 'attach');
  } catch (problem) {
    const fault = reasonOf(problem);
    if (topOverlay(desk.world()) === busy) replaceOverlay(desk, { ...overlay, fault });
    desk.notify({ tone: 'problem', text: t`Nothing was attached. ${fault}`, topic: 'attach' });
  }
}

function remove(desk: Desk, kind: WithFiles, id: number, copy: string): void {
  const { drafts } = desk.world();
  const file = draftFiles(drafts, kind, id).find(one => one.copy === copy);
  if (!file) return;
  desk.set({ drafts: withoutFile(drafts, kind, id, file) });
  desk.hooks.copies?.release([file], 'dropped');
  say(desk, t`Removed ${saidFileName(file.name)}`, 'done');
}
