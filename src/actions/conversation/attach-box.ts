import type { Option } from '../../keys/option.ts';
import { withCursor } from '../../keys/options.ts';
import { openOverlay } from '../../keys/overlay.ts';
import type { Desk } from '../../state/desk.ts';
import { MAX_ATTACHED_BYTES } from '../../state/files/attached-file.ts';
import { draftFiles, type WithFiles } from '../../state/outbox/draft-files.ts';
import type { World } from '../../state/world.ts';
import { byteSize } from '../../text/byte-size.ts';
import { insert } from '../../text/edit.ts';
import { t } from '../../text/safe.ts';

/** The choice that asks for one more file. */
export const ANOTHER = 'another';

/**
 * Opens the files of what the agent writes, above its box: those that are there, or the path of the first one. `targets`
 * are those of the box below.
 */
export function openFiles(desk: Desk, kind: WithFiles, targets: readonly number[]): void {
  const options = fileOptions(desk.world(), kind, targets[0]);
  if (options.length === 1) openPath(desk, kind, targets);
  else {
    const overlay = { kind: 'picker', actionId: 'file.attach', targets, index: 0, draft: null, data: kind } as const;
    openOverlay(desk, withCursor(overlay, options, 0));
  }
}

/** Asks for the path of a file; `text`: what is typed of it already. */
export function openPath(desk: Desk, data: WithFiles, targets: readonly number[], text = ''): void {
  const draft = insert({ text: '', cursor: 0 }, text);
  openOverlay(desk, { kind: 'field', actionId: 'file.attach', targets, draft, multiline: false, data });
}

/** The files that are there, after the choice of another one. */
export function fileOptions({ drafts }: World, kind: WithFiles, id: number | undefined): readonly Option[] {
  const files = id === undefined ? [] : draftFiles(drafts, kind, id);
  return [
    { id: ANOTHER, label: t`attach another file…` },
    ...files.map(({ copy, name, size }) => ({ id: copy, label: name, detail: byteSize(size) })),
  ];
}

/** How many bytes may still be attached. */
export function roomFor({ drafts }: World, kind: WithFiles, id: number): number {
  return MAX_ATTACHED_BYTES - draftFiles(drafts, kind, id).reduce((sum, { size }) => sum + size, 0);
}
