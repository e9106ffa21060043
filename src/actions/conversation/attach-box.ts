import * as v from 'valibot';
import { completePathLine } from '../../keys/complete-path.ts';
import { begin } from '../../keys/flow.ts';
import { pasteInLine } from '../../keys/line-keys.ts';
import { choice } from '../../keys/one-box.ts';
import type { Option } from '../../keys/option.ts';
import { closeOverlay, endNotice, messageLine, say, topOverlay } from '../../keys/overlay.ts';
import { boxOn } from '../../keys/parts.ts';
import { askBox, type CallResult, flow, readOnce } from '../../keys/script.ts';
import { whyLacking } from '../../state/calls/offers.ts';
import type { Desk } from '../../state/desk.ts';
import { draftFiles, type WithFiles, withFile, withoutFile } from '../../state/drafts/files.ts';
import { MAX_ATTACHED_BYTES } from '../../state/files/attached-file.ts';
import { mailKinds } from '../../state/world/draft-kinds.ts';
import type { OpenBox } from '../../state/world/open-box.ts';
import type { World } from '../../state/world.ts';
import { byteSize } from '../../text/byte-size.ts';
import { saidFileName } from '../../text/file-name.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { conversationsTitle } from './targets.ts';

const NO_DISK = t`This desk has no disk for attachments.`;
/** The choice that asks for one more file. */
const ANOTHER = 'another';
/** The text that the files go with, in words. */
const WORDS: Readonly<Record<WithFiles, SafeText>> = { note: t`note`, reply: t`reply`, forward: t`forward` };
/** The form of it in the kept input of a box. */
const KeptKind = v.picklist(['note', ...mailKinds]);

/** The files of the text that the agent writes. */
export const filesFlow = choice<WithFiles>({
  id: 'file.list',
  input: KeptKind,
  title: ({ world, data, targets }) => {
    const taken = MAX_ATTACHED_BYTES - roomOf(world, data, targets);
    return t`Files of the ${WORDS[data]}: ${byteSize(taken)} of ${byteSize(MAX_ATTACHED_BYTES)}`;
  },
  verb: t`choose`,
  options: ({ world, data, targets }) => fileOptions(world, data, targets[0]),
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
});

/**
 * Opens the files of what the agent writes, above its box: those that are there, or the path of the first one. `targets`
 * are those of the box below.
 */
export function openFiles(desk: Desk, kind: WithFiles, targets: readonly number[]): void {
  if (fileOptions(desk.world(), kind, targets[0]).length === 1) openPath(desk, kind, targets);
  else begin(desk, filesFlow, kind, targets);
}

const pathBox = boxOn<WithFiles>()({
  id: 'file.attach',
  title: ({ targets, data }) => t`Attach a file to the ${WORDS[data]} on ${conversationsTitle(targets)}`,
  verb: t`attach`,
  parts: {
    path: {
      kind: 'line',
      rule: ({ world, targets, data }) =>
        t`A path, such as ~/invoice.pdf. ${byteSize(roomOf(world, data, targets))} fit.`,
      complete: (desk, _view, written) => completePathLine(desk, written),
      refuse: (desk, _view, text) => {
        if (!desk.hooks.copies) return NO_DISK;
        return text.trim() === ''
          ? t`Nothing is named yet: no file was attached.`
          : whyLacking(desk.world(), 'attachment.create');
      },
    },
  },
});

/** Asks for the path of a file, and attaches it. While it is copied, only Esc works: then it is not wanted. */
export const pathFlow = flow<WithFiles>({
  id: 'file.attach',
  takesText: true,
  input: KeptKind,
  *script(kind, targets) {
    const { path } = yield* askBox(pathBox, kind);
    yield* readOnce(v.null(), desk => attach(desk, kind, targets, path));
    return desk => endNotice(desk, 'attach');
  },
});

async function attach(
  desk: Desk,
  kind: WithFiles,
  targets: readonly number[],
  path: string,
): Promise<CallResult<null>> {
  const busy = topOverlay(desk.world());
  const copies = desk.hooks.copies!;
  try {
    const files = await copies.take(path, roomOf(desk.world(), kind, targets));
    const { drafts } = desk.world();
    if (topOverlay(desk.world()) !== busy) copies.release(files, 'dropped');
    else desk.set({ drafts: files.reduce((held, file) => withFile(held, kind, targets[0]!, file), drafts) });
    return { value: null };
  } catch (problem) {
    const fault = messageLine(problem);
    desk.notify({ tone: 'problem', text: t`Nothing was attached. ${fault}`, topic: 'attach' });
    return { fault };
  }
}

/** Asks for the path of a file; `text`: what is typed of it already. */
export function openPath(desk: Desk, kind: WithFiles, targets: readonly number[], text = ''): void {
  begin(desk, pathFlow, kind, targets);
  pasteInLine(desk, topOverlay(desk.world()) as OpenBox, text);
}

/** The files that are there, after the choice of another one. */
function fileOptions({ drafts }: World, kind: WithFiles, id: number | undefined): readonly Option[] {
  const files = id === undefined ? [] : draftFiles(drafts, kind, id);
  return [
    { id: ANOTHER, label: t`attach another file…` },
    ...files.map(({ copy, name, size }) => ({ id: copy, label: name, detail: byteSize(size) })),
  ];
}

/** How many bytes may still be attached. */
function roomOf({ drafts }: World, kind: WithFiles, [id]: readonly number[]): number {
  if (id === undefined) return 0;
  return MAX_ATTACHED_BYTES - draftFiles(drafts, kind, id).reduce((sum, { size }) => sum + size, 0);
}

function remove(desk: Desk, kind: WithFiles, id: number, copy: string): void {
  const { drafts } = desk.world();
  const file = draftFiles(drafts, kind, id).find(one => one.copy === copy);
  if (!file) return;
  desk.set({ drafts: withoutFile(drafts, kind, id, file) });
  desk.hooks.copies?.release([file], 'dropped');
  say(desk, t`Removed ${saidFileName(file.name)}`, 'done');
}
