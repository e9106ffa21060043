import type { Action } from '../../keys/action.ts';
import { openSheet, say } from '../../keys/overlay.ts';
import type { Desk } from '../../state/context.ts';
import { type Attachment, fileKind, fileName } from '../../state/detail/files.ts';
import { readBeginning } from '../../state/sync/attachments.ts';
import { saveAttachments } from '../../state/sync/save-attachments.ts';
import { byteSize } from '../../text/byte-size.ts';
import { decodeText } from '../../text/decode-text.ts';
import { saidFileName } from '../../text/file-name.ts';
import { type SafeText, safeBlock, t } from '../../text/safe.ts';
import { type PlainText, plainText } from '../conversation/plain-text.ts';
import { attachmentsOf, whyNoAttachment, whyNotGiven } from './attachments.ts';

/** At most this much of a text is read and shown, in bytes. */
const MAX_SHOWN = 100_000;

export const attachmentShow: Action<'attachment.show', { sheet: PlainText }> = {
  id: 'attachment.show',
  title: t`Show the attachment`,
  help: t`Shows the entry’s attachment if it is a text`,
  scope: 'detail',
  keys: [],
  words: ['read', 'file', 'log'],
  unavailable: world =>
    whyNoAttachment(world) ??
    (attachmentsOf(world, world.detail.entryKey).some(isText)
      ? undefined
      : t`No attachment of this entry is a text · L lists all of the conversation.`),
  run: desk => {
    const world = desk.world();
    const file = attachmentsOf(world, world.detail.entryKey).find(isText);
    if (file) void showText(desk, file);
  },
  sheet: {
    kept: { whyNot: t`the text of an attachment is not kept` },
    title: (_world, { data }) => data.title,
    lines: ({ viewport }, { data }) => data.lines(viewport.columns),
    isPlain: true,
    isFull: true,
  },
};

function isText(file: Attachment): boolean {
  return fileKind(file).isText === true;
}

/** Why an attachment can neither be opened nor shown; undefined if it can. */
export function whyNotOpened(desk: Desk, file: Attachment): SafeText | undefined {
  const { word, isProgram } = fileKind(file);
  const missing = whyNotGiven(desk.world());
  if (missing !== undefined) return missing;
  if (isProgram) return t`${saidFileName(fileName(file))} is a program: it is never opened · L, then s saves it`;
  if (isText(file) || desk.disk?.open) return undefined;
  return t`No program is set that opens a ${word} (open_attachment) · L, then s saves it`;
}

/** Shows a text; opens any other attachment with the program of the settings. */
export function openAttachment(desk: Desk, file: Attachment, wanted: 'show' | 'open' = 'show'): void {
  const reason = whyNotOpened(desk, file);
  if (reason !== undefined) say(desk, reason);
  else if (desk.disk?.open && (wanted === 'open' || !isText(file)))
    saveAttachments(desk, desk.disk, [{ id: file.id, name: fileName(file), size: file.size, folder: null }]);
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
  if (text === undefined) return say(desk, t`${name} is no text, whatever its sender says · L, then s saves it`);
  const what = isWhole ? t`${name} · ${byteSize(bytes.length)}` : t`The first ${byteSize(bytes.length)} of ${name}`;
  openSheet(desk, attachmentShow, plainText({ what, text: text === '' ? safeBlock('(It is empty.)') : text }));
}
