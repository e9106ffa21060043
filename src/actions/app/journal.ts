import * as v from 'valibot';
import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { choice, question } from '../../keys/one-box.ts';
import type { Option } from '../../keys/option.ts';
import type { BoxView } from '../../keys/view.ts';
import { undoneWith } from '../../state/journal/stands-on.ts';
import { redo, undoThese } from '../../state/journal/undo.ts';
import { entryWords, idsIn, stateWords, takingBackLines } from '../../state/journal/words.ts';
import { isRedoable, isTakenBack, journalOf } from '../../state/operations/operation.ts';
import { readRows } from '../../state/sync/refresh.ts';
import type { Operation, World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';

/** Conversations that are read again before the agent decides. */
const MAX_READ = 100;

/** The moment when the place was opened. */
interface Opened {
  readonly atMs: number;
}

/** An operation to decide on. */
interface About extends Opened {
  readonly id: string;
}

/** The effect is known once its conversations are read: others may have changed them. */
const decideQuestion = question<About, { readonly isRead: true }>({
  id: 'journal.decide',
  title: ({ world, data }) => {
    const operation = find(world, data);
    if (!operation) return t`It is no longer listed`;
    return t`${isTakenBack(operation) ? t`Make again` : t`Take back`}: ${operation.title}`;
  },
  lines: view => {
    const { world, data } = view;
    const operation = find(world, data);
    if (!operation) return [];
    if (isTakenBack(operation)) return [isRedoable(operation) ? t`` : t`It cannot be made again.`];
    const lines = takingBackLines(world, operation, data.atMs);
    return isRead(view) ? lines : [...lines, t`Reading how it is now…`];
  },
  verb: t`take it back`,
  buttons: view => {
    const words = whatToDo(view);
    return words === undefined ? [] : [{ key: 'y', words, isRow: true }];
  },
  load: (desk, { world, data }, show) => {
    const unknown = unknownOf(world, data);
    if (unknown.length > 0) void readRows(desk, unknown.slice(0, MAX_READ)).then(() => show({ isRead: true }));
  },
  answer: (desk, data) => {
    const world = desk.world();
    const operation = find(world, data);
    if (!operation) return;
    const way = undoneWith(world, operation);
    if (isTakenBack(operation)) redo(desk, operation);
    else if ('all' in way) undoThese(desk, way.all);
  },
});

const done = choice<Opened>({
  id: 'journal',
  input: v.object({ atMs: v.number() }),
  title: () => t`Done: take back`,
  hasFilter: true,
  verb: t`choose`,
  options: ({ world, data: { atMs } }) => doneNewestFirst(world).map(one => journalOption(one, atMs)),
  take: (desk, { data }, { id }) => begin(desk, decideQuestion, { ...data, id }),
  empty: ({ world }) => (doneNewestFirst(world).length === 0 ? t`Nothing was done yet.` : t`Nothing matches.`),
});

export const journal: Action<'journal'> = {
  id: 'journal',
  title: t`Done…`,
  help: t`Lists your acts; Enter takes one back`,
  keys: ['g z'],
  words: ['journal', 'history', 'undo', 'take back'],
  writes: true,
  unavailable: ({ operations }) => (journalOf(operations).length === 0 ? t`Nothing was done yet.` : undefined),
  run: desk => begin(desk, done, { atMs: desk.now() }),
  flows: [done, decideQuestion],
};

function doneNewestFirst({ operations }: World): readonly Operation[] {
  return journalOf(operations).toReversed();
}

function journalOption(operation: Operation, atMs: number): Option {
  return { id: operation.id, label: entryWords(operation, atMs), detail: stateWords(operation) };
}

function find({ operations }: World, { id }: About): Operation | undefined {
  return operations.find(one => one.id === id);
}

/** The conversations of an operation that are not loaded. */
function unknownOf(world: World, data: About): readonly number[] {
  const operation = find(world, data);
  if (!operation || isTakenBack(operation)) return [];
  return idsIn(operation).filter(one => !world.base.conversations.has(one));
}

function isRead({ world, data, extra }: BoxView<About, { readonly isRead: true }>): boolean {
  return extra?.isRead ?? unknownOf(world, data).length === 0;
}

/** The answer that the question offers; undefined if it offers none. */
function whatToDo(view: BoxView<About, { readonly isRead: true }>): SafeText | undefined {
  const operation = find(view.world, view.data);
  if (!operation) return undefined;
  if (isTakenBack(operation)) return isRedoable(operation) ? t`make it again` : undefined;
  const way = undoneWith(view.world, operation);
  if (!isRead(view) || 'final' in way) return undefined;
  return way.all.length === 1 ? t`take it back` : t`take back all ${way.all.length}`;
}
