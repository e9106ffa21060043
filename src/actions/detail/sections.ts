import type { Action } from '../../keys/action.ts';
import type { Desk } from '../../state/context.ts';
import { whyLacking } from '../../state/degrade.ts';
import { detailTop } from '../../state/detail/move.ts';
import { whyNotAsked } from '../../state/offline.ts';
import { readSection } from '../../state/sync/sections.ts';
import { threadOf } from '../../state/visible.ts';
import type { Section, World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';

const SECTIONS: readonly (readonly [section: Section, keys: string, title: SafeText, help: SafeText])[] = [
  ['thread', 'g l', t`Show the thread`, t`Shows messages and notes, oldest first`],
  ['notes', 'g n', t`Show the notes`, t`Shows only the notes`],
  ['history', 'g h', t`Show the history`, t`Shows who changed what, and when`],
  ['reviews', 'g r', t`Show the reviews`, t`Shows the customer’s ratings`],
  ['contacts', 'g c', t`Show the contacts`, t`Shows who takes part, and the customer’s other conversations`],
];

/** One action for each part of a conversation that the detail can show. */
export const sectionActions: readonly Action<`detail.${Section}`>[] = SECTIONS.map(([section, keys, title, help]) => ({
  id: `detail.${section}`,
  title,
  help,
  scope: 'detail',
  keys: [keys],
  unavailable: world => whyNoSection(world, section),
  run: desk => show(desk, section),
}));

/** Histories and reviews are read when they are first shown. */
function whyNoSection(world: World, section: Section): SafeText | undefined {
  const id = world.detail.conversationId;
  if (id === null) return t`No conversation is open.`;
  if (section === 'thread' || section === 'contacts') return undefined;
  const missing = whyLacking(world, section);
  if (missing !== undefined) return missing;
  const isKnown = section === 'notes' || (threadOf(world, id)?.[section].length ?? 0) > 0;
  return isKnown ? undefined : whyNotAsked(world);
}

function show(desk: Desk, section: Section): void {
  const { detail } = desk.world();
  desk.set({ detail: { ...detail, section, top: 0, entryKey: null } });
  const id = detail.conversationId;
  if (id === null) return;
  if (section === 'contacts') void showPeople(desk, id);
  else void readSection(desk, id, section);
}

/** The first person is selected at once: keys act on the selected one. */
async function showPeople(desk: Desk, id: number): Promise<void> {
  const select = (): void => {
    const { detail } = desk.world();
    const isShown = detail.conversationId === id && detail.section === 'contacts' && detail.entryKey === null;
    if (isShown) desk.set({ detail: detailTop(detail, desk.detailLines()) });
  };
  select();
  await readSection(desk, id, 'contacts');
  select();
}
