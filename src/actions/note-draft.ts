import type { Desk } from '../state/context.ts';
import type { World } from '../state/world.ts';
import { type SafeText, t } from '../text/safe.ts';
import { whyNoChange } from './targets.ts';

/** Why no note can be written. */
export function whyNoNote(world: World): SafeText | undefined {
  const { notes } = world.offers;
  if (notes !== undefined && notes !== true) return t`No note: ${notes}`;
  return whyNoChange(world);
}

/** What was written of a note until its box closed. */
export function draftOf(world: World, id: number | undefined): string {
  return (id === undefined ? undefined : world.drafts.get(id)) ?? '';
}

/** Keeps what is written of a note; an empty text forgets it. */
export function keepDraft(desk: Desk, id: number | undefined, text: string): void {
  if (id === undefined || text === draftOf(desk.world(), id)) return;
  const drafts = new Map(desk.world().drafts);
  if (text.trim() === '') drafts.delete(id);
  else drafts.set(id, text);
  desk.set({ drafts });
}
