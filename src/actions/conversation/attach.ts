import type { Action } from '../../keys/action.ts';
import { completePath } from '../../keys/complete-path.ts';
import { closeOverlay, endNotice, reasonOf, replaceOverlay, say, topOverlay } from '../../keys/overlay.ts';
import type { Desk } from '../../state/desk.ts';
import type { FileCopies } from '../../state/files/attached-file.ts';
import { whyLacking } from '../../state/offers.ts';
import { type WithFiles, withFile } from '../../state/outbox/draft-files.ts';
import type { FieldOverlay } from '../../state/overlay.ts';
import { byteSize } from '../../text/byte-size.ts';
import { t } from '../../text/safe.ts';
import { filesFlow, KeptKind, openFiles, roomOf, WORDS } from './attach-box.ts';
import { noteWrite } from './note.ts';
import { named, whyNoNote } from './targets.ts';

const NO_DISK = t`This desk has no disk for attachments.`;

export const fileAttach: Action<'file.attach', { field: WithFiles }> = {
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
    kept: { form: KeptKind },
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
  flows: [filesFlow],
};

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
    const files = await copies.take(overlay.draft.text, roomOf(desk.world(), kind, targets));
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
