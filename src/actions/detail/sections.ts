import type { Action } from '../../keys/action.ts';
import { say } from '../../keys/overlay.ts';
import { whyLacking } from '../../state/calls/offers.ts';
import type { Desk } from '../../state/desk.ts';
import { allOpened, placeFolded, placesUnfolded } from '../../state/detail/find.ts';
import { detailTop, keepInView } from '../../state/detail/move.ts';
import { readSection } from '../../state/sync/sections.ts';
import { threadOf } from '../../state/visible.ts';
import { whyNotAsked } from '../../state/world/offline.ts';
import type { Section, World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { whyNoneOpen } from '../conversation/targets.ts';

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
  if (section === 'notes') return whyLacking(world, section);
  return threadOf(world, id)?.[section].length ? undefined : whyNotAsked(world);
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

export const detailFold: Action<'detail.fold'> = {
  id: 'detail.fold',
  title: t`Fold or unfold all`,
  help: t`Opens all that is folded or shortened, or folds it again`,
  scope: 'detail',
  keys: ['-'],
  words: ['quote', 'signature', 'expand', 'collapse'],
  unavailable: whyNoneOpen,
  run: foldAll,
};

/** Opens all that is folded; if nothing is, folds all. The first line in view stays first. */
function foldAll(desk: Desk): void {
  const { detail } = desk.world();
  const thread = detail.conversationId === null ? undefined : threadOf(desk.world(), detail.conversationId);
  const lines = desk.detailLines();
  if (!thread || lines.every(({ foldKey }) => foldKey === null)) {
    say(desk, t`Nothing in this conversation can be folded.`);
    return;
  }
  const all = allOpened(detail.opened, lines);
  const isOpening = all !== detail.opened;
  const opened = isOpening ? all : new Set<string>();
  desk.prepareLines({ thread, opened }, () => {
    if (lines !== desk.detailLines()) return;
    const shown = desk.detailLines(opened);
    const place = placesUnfolded(lines, isOpening ? shown : lines)[desk.world().detail.top] ?? 0;
    const top = isOpening ? place : placeFolded(shown, lines, place);
    const { detail: now, viewport } = desk.world();
    // A search folds nothing that the agent has opened or folded.
    const find = now.find && { ...now.find, line: null, foldKey: null };
    desk.set({ detail: keepInView({ ...now, opened, top, find }, shown, viewport.detailRows), notice: null });
  });
}
