import * as v from 'valibot';
import { begin } from '../../keys/flow.ts';
import { choice } from '../../keys/one-box.ts';
import type { Option } from '../../keys/option.ts';
import { closeOverlay, openOverlay, say } from '../../keys/overlay.ts';
import type { Desk } from '../../state/desk.ts';
import { MAX_ATTACHED_BYTES } from '../../state/files/attached-file.ts';
import { draftFiles, type WithFiles, withoutFile } from '../../state/outbox/draft-files.ts';
import { mailKinds } from '../../state/overlay.ts';
import type { World } from '../../state/world.ts';
import { byteSize } from '../../text/byte-size.ts';
import { insert } from '../../text/edit.ts';
import { saidFileName } from '../../text/file-name.ts';
import { type SafeText, t } from '../../text/safe.ts';

/** The choice that asks for one more file. */
const ANOTHER = 'another';
/** What the files go with. */
export const WORDS: Readonly<Record<WithFiles, SafeText>> = { note: t`note`, reply: t`reply`, forward: t`forward` };
/** The form of it in the kept input of a box. */
export const KeptKind = v.picklist(['note', ...mailKinds]);

/** The files of what the agent writes. */
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

/** Asks for the path of a file; `text`: what is typed of it already. */
export function openPath(desk: Desk, data: WithFiles, targets: readonly number[], text = ''): void {
  const draft = insert({ text: '', cursor: 0 }, text);
  openOverlay(desk, { kind: 'field', actionId: 'file.attach', targets, draft, multiline: false, data });
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
export function roomOf({ drafts }: World, kind: WithFiles, [id]: readonly number[]): number {
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
