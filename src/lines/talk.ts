import { showInDetail } from '../actions/go/go-to.ts';
import type { AnyAction } from '../keys/action.ts';
import type { Bound } from '../keys/keymap.ts';
import { topOverlay } from '../keys/overlay.ts';
import type { Desk } from '../state/desk.ts';
import { madeByAgent } from '../state/operations/operation.ts';
import { followCursor } from '../state/sync/follow-cursor.ts';
import { followReading } from '../state/sync/follow-reading.ts';
import { followNumbers } from '../state/sync/numbers.ts';
import { takeTime } from '../state/sync/take-time.ts';
import type { World } from '../state/world.ts';
import { counted } from '../text/numbers.ts';
import { type SafeText, safeLine, t } from '../text/safe.ts';
import { actOn } from './act-on.ts';
import { press, type SpokenBox } from './boxes/box.ts';
import { openBox } from './boxes/open-box.ts';
import { listenTo, newsWords } from './heard.ts';
import { actionNames } from './names.ts';
import { createReader } from './reader.ts';
import { type PendingWork, waitUntilSettled } from './settle.ts';
import { SPEAK_LINES } from './speak.ts';
import { type LineMeaning, type Typed, takesWords, understand } from './understand.ts';
import { continuationWords, rowHelp } from './words/help-words.ts';
import { ofOthers, sentence } from './words/spoken.ts';
import { changedWords, cursorWords, placeWords, readWords } from './words/where.ts';
import { WORDINGS } from './words/wordings.ts';

interface TalkOptions extends PendingWork {
  readonly desk: Desk;
  readonly bound: Bound;
  /** Why the desk speaks in lines: a sentence, the first one. */
  readonly why: SafeText;
  /** Writes one line; the caller adds its end. */
  readonly write: (line: SafeText) => void;
  /** This many lines are said at once. */
  readonly pageLines: () => number;
  /** The width of a line; without limit if it goes to no terminal. */
  readonly columns: () => number;
}

/** A desk in lines: typed lines in, said lines out. */
export interface Talk {
  /** Says where the agent is. */
  begin(): Promise<void>;
  /** Acts on a line, and resolves when all of its effect that comes soon is said. Lines are taken one after the other. */
  take(line: string): Promise<void>;
  /** Goes back from an open box; false without one. */
  back(): Promise<boolean>;
  /** The prompt of the typed line. */
  prompt(): SafeText;
  /** The next line is a password or a token. */
  isSecret(): boolean;
  /** Says the remaining lines. */
  end(): void;
}

/** Words that are only for lines. */
const OWN: ReadonlyMap<string, (desk: Desk) => readonly SafeText[]> = new Map([
  ['again', placeWords],
  ['news', newsWords],
  ...SPEAK_LINES,
]);
/** In an entry that is not said whole, these read on. */
const READ_ON = /^cursor\.(?:page|half)-down$/;

/** Makes a desk in lines. */
export function createTalk({ desk, bound, why, write, pageLines, columns, ...work }: TalkOptions): Talk {
  const names = actionNames(bound.actions);
  const reader = createReader(write, { pageLines, columns });
  const heard = listenTo(desk);
  const hands = { desk, bound };
  let box: SpokenBox | undefined;
  let which: readonly Typed[] | undefined;
  let said: World = desk.world();
  const rest = () => waitUntilSettled(desk, work);

  /** Says the result of a line: own words, notices, then the place or the box as it is now. */
  const report = (own: readonly SafeText[], action?: AnyAction): void => {
    const before = box;
    box = openBox(hands, names, before);
    const isNew = box !== undefined && box.key !== before?.key;
    const fault = box?.fault === undefined || box.fault === before?.fault ? [] : [ofOthers(sentence(box.fault))];
    const happened = [...own, ...heard.notices(), ...fault, ...(box ? [] : changedWords(desk, said))];
    const done = happened.length === 0 && !box ? (action ? doneWords(desk, action) : before ? [t`Back.`] : []) : [];
    const asked = box && !box.isOnlyRead && (isNew || (!box.isText && (happened.length === 0 || own.length > 0)));
    reader.say([...happened, ...done, ...(isNew ? box!.words : []), ...heard.news()]);
    const wording = WORDINGS[desk.world().speak];
    if (asked) for (const line of isNew ? wording.ask(box!.ask) : [box!.ask]) reader.add(line);
    if (box?.isOnlyRead) {
      press(hands, 'esc');
      box = undefined;
    }
    said = desk.world();
  };
  const run = async (typed: Typed): Promise<void> => {
    const { action, words } = typed;
    if (words !== '' && !takesWords(action)) {
      const what = t`${action.title}: only numbers of conversations can follow, not "${safeLine(words)}".`;
      return report([t`${what} Nothing was done.`]);
    }
    if (action.isForScreen) return report([t`${action.title}: there is no screen here. Nothing was done.`]);
    const before = topOverlay(desk.world());
    const isDone = await actOn(desk, typed);
    await rest();
    const opened = words === '' || topOverlay(desk.world()) === before ? undefined : openBox(hands, names);
    const own = opened?.answerAtOnce(words) ?? [];
    // It has asked already, with choices that have their numbers.
    if (own.length > 1 && opened?.numbers) box = opened;
    if (opened) await rest();
    report(isDone ? own : [...heard.notices(), t`Nothing was done.`], action);
  };
  const command = async (line: string): Promise<void> => {
    const own = OWN.get(line.toLowerCase());
    if (own) return report(own(desk));
    if (line.toLowerCase() === 'more') return reader.more() ? undefined : report([t`Nothing more.`]);
    const meaning = understand({ bound, names, pane: desk.world().pane }, line);
    if (meaning.kind === 'action' && READ_ON.test(meaning.action.id) && reader.more()) return;
    if (meaning.kind === 'action') return run(meaning);
    if (meaning.kind === 'conversation') showInDetail(desk, meaning.id);
    if (meaning.kind === 'which') which = meaning.typed;
    await rest();
    report(meaningWords(meaning));
  };
  const meaningWords = (meaning: LineMeaning): readonly SafeText[] => {
    if (meaning.kind === 'keys') return continuationWords(names, meaning.keys, meaning.more);
    if (meaning.kind === 'nothing') return nothingWords(meaning.word, meaning.nearest);
    if (meaning.kind !== 'which') return [];
    return [
      t`Which one? A number says it.`,
      ...meaning.typed.map(({ action }, at) => t`${at + 1} ${rowHelp(names, action)}`),
    ];
  };
  const answer = async (open: SpokenBox, line: string): Promise<void> => {
    const own = open.answer(line);
    if (own === 'passes') {
      box = undefined;
      return command(line);
    }
    await rest();
    report(own);
  };

  return {
    begin: async () => {
      await rest();
      const { center, me, isReadOnly, keyNames, speak } = desk.world();
      const who = t`${me ? t`, as ${me.name}` : t``}${isReadOnly ? t`, read-only` : t``}`;
      const where = [t`frontdesk on ${center}${who}.`, ...placeWords(desk)];
      for (const line of [why, ...where, ...WORDINGS[speak].begin(keyNames.quit)]) reader.add(line);
      said = desk.world();
      report([]);
    },
    take: async typed => {
      takeTime(desk);
      const line = box?.isText || box?.isSecret ? typed : typed.trim();
      const chosen = which?.[Number(line) - 1];
      which = undefined;
      if (line === '' && !box?.isText && reader.more()) return;
      if (chosen) await run(chosen);
      else if (box) await answer(box, line);
      else if (line === '') report(desk.world().pane === 'detail' ? readWords(desk) : cursorWords(desk));
      else await command(line);
    },
    back: async () => {
      const isOpen = box !== undefined || which !== undefined;
      which = undefined;
      if (box) press(hands, 'esc');
      await rest();
      if (isOpen) report([]);
      return isOpen;
    },
    prompt: () => t`${which ? t`number` : (box?.prompt ?? whereWord(desk.world()))}> `,
    isSecret: () => box?.isSecret === true,
    end: () => {
      const left = madeByAgent(desk.world().pending).length;
      const unsent = left === 0 ? [] : [t`${counted(left, t`change`)} not sent yet, but kept.`];
      reader.say([...heard.notices(), ...unsent]);
      heard.stop();
    },
  };
}

/** The words for an action that nothing else shows. */
function doneWords(desk: Desk, { id, title }: AnyAction): readonly SafeText[] {
  const { pane } = desk.world();
  if (!id.startsWith('cursor.')) return [t`Done: ${title}.`];
  const [row] = pane === 'detail' ? [] : cursorWords(desk);
  return [row === undefined ? t`No further.` : t`No further: ${row}`];
}

function nothingWords(word: string, nearest: string | undefined): readonly SafeText[] {
  const meant = nearest === undefined ? t`help lists what there is.` : t`Is it ${safeLine(nearest)}?`;
  return [t`Nothing is called "${safeLine(word)}". ${meant}`];
}

function whereWord({ pane, detail }: World): SafeText {
  if (pane === 'detail') return t`${detail.conversationId ?? 0}`;
  return pane === 'list' ? t`list` : t`inboxes`;
}

const PAGE_ROWS = 10;
/** No line is longer, no entry taller: lines are broken as they are said, and steps go from entry to entry. */
const WHOLE = 1_000_000_000;

/** Starts a desk in lines. Nothing is on a screen, so nothing is read for one. */
export function startTalk(desk: Desk, options: Omit<TalkOptions, 'desk'>): Talk {
  desk.set({
    link: 'fast',
    isStacked: false,
    isWide: false,
    viewport: {
      columns: WHOLE,
      rows: WHOLE,
      listRows: PAGE_ROWS,
      inboxRows: PAGE_ROWS,
      detailRows: WHOLE,
      behindRows: WHOLE,
      detailColumns: WHOLE,
      codeColumns: WHOLE,
      hasNumbers: true,
      canStack: false,
      border: null,
    },
  });
  const ends = [followCursor(desk, { isPreviewShown: () => false }), followReading(desk), followNumbers(desk)];
  const talk = createTalk({ desk, ...options });
  return {
    ...talk,
    end: () => {
      for (const end of ends) end();
      talk.end();
    },
  };
}
