import * as v from 'valibot';
import type { Action, Option } from '../../keys/action.ts';
import { closeOverlay, openPicker, openQuestion, replaceOverlay, topOverlay } from '../../keys/overlay.ts';
import type { Desk } from '../../state/desk.ts';
import { isRedoable, journalOf } from '../../state/operation.ts';
import { entryWords, idsIn, stateWords, takingBackLines } from '../../state/outbox/journal-words.ts';
import { undoneWith } from '../../state/outbox/stands-on.ts';
import { redo, undoThese } from '../../state/outbox/undo.ts';
import { readRows } from '../../state/sync/refresh.ts';
import type { Operation, World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';

/** Conversations that are read again before the agent decides. */
const MAX_READ = 100;

/** The moment when the place was opened. */
interface Opened {
  readonly atMs: number;
}

/** An operation to decide on; `isRead`: its conversations are as they are now. */
interface About extends Opened {
  readonly id: string;
  readonly isRead: boolean;
}

export const journal: Action<'journal', { picker: Opened; question: About }> = {
  id: 'journal',
  title: t`Done…`,
  help: t`Lists what you did; Enter takes any of it back`,
  keys: ['g z'],
  words: ['journal', 'history', 'undo', 'take back'],
  writes: true,
  unavailable: ({ operations }) => (journalOf(operations).length === 0 ? t`Nothing was done yet.` : undefined),
  run: desk => openPicker(desk, journal, { atMs: desk.now() }),
  picker: {
    kept: { form: v.object({ atMs: v.number() }) },
    title: () => t`Done: take back`,
    hasFilter: true,
    verb: t`choose`,
    options: (world, { data: { atMs } }) => doneNewestFirst(world).map(one => optionOf(one, atMs)),
    take: (desk, { data }, { id }) => ask(desk, { ...data, id }),
    empty: () => t`Nothing was done yet.`,
  },
  question: {
    title: (world, { data }) => {
      const operation = find(world, data);
      if (!operation) return t`It is no longer listed`;
      return t`${operation.takenBack === undefined ? t`Take back` : t`Make again`}: ${operation.title}`;
    },
    lines: (world, { data }) => {
      const operation = find(world, data);
      if (!operation) return [];
      if (operation.takenBack !== undefined) return [isRedoable(operation) ? t`` : t`It cannot be made again.`];
      const lines = takingBackLines(world, operation, data.atMs);
      return data.isRead ? lines : [...lines, t`Reading how it is now…`];
    },
    choices: (world, { data }) => {
      const words = whatToDo(world, data);
      return words === undefined ? [] : [{ key: 'y', words, run: desk => decide(desk, data) }];
    },
  },
};

function doneNewestFirst({ operations }: World): readonly Operation[] {
  return journalOf(operations).toReversed();
}

function optionOf(operation: Operation, atMs: number): Option {
  return { id: operation.id, label: entryWords(operation, atMs), detail: stateWords(operation) };
}

function find({ operations }: World, { id }: About): Operation | undefined {
  return operations.find(one => one.id === id);
}

/** The answer that the question offers; undefined if it offers none. */
function whatToDo(world: World, data: About): SafeText | undefined {
  const operation = find(world, data);
  if (!operation) return undefined;
  if (operation.takenBack !== undefined) return isRedoable(operation) ? t`make it again` : undefined;
  const way = undoneWith(world, operation);
  if (!data.isRead || 'final' in way) return undefined;
  return way.all.length === 1 ? t`take it back` : t`take back all ${way.all.length}`;
}

/** Asks at once. What is not loaded is read meanwhile: others may have changed it. */
function ask(desk: Desk, { atMs, id }: Omit<About, 'isRead'>): void {
  const world = desk.world();
  const operation = world.operations.find(one => one.id === id);
  const unknown = (operation ? idsIn(operation) : []).filter(one => !world.base.conversations.has(one));
  const isRead = unknown.length === 0 || operation?.takenBack !== undefined;
  openQuestion(desk, journal, [], { atMs, id, isRead });
  if (isRead) return;
  void readRows(desk, unknown.slice(0, MAX_READ)).then(() => {
    const top = topOverlay(desk.world());
    const isOpen = top?.kind === 'question' && top.actionId === journal.id && (top.data as About).id === id;
    if (isOpen) replaceOverlay(desk, { ...top, data: { atMs, id, isRead: true } });
  });
}

function decide(desk: Desk, data: About): void {
  const world = desk.world();
  const operation = find(world, data);
  closeOverlay(desk);
  if (!operation) return;
  const way = undoneWith(world, operation);
  if (operation.takenBack !== undefined) redo(desk, operation);
  else if ('all' in way) undoThese(desk, way.all);
}
