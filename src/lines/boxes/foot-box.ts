import { openFiles, openPath } from '../../actions/conversation/attach-box.ts';
import { acceptAll, runNamed } from '../../actions/conversation/command.ts';
import { writingBox } from '../../actions/conversation/put-in.ts';
import { asked, boxNow, viewOf } from '../../keys/flow.ts';
import { keyNamed } from '../../keys/key-words.ts';
import { lineIn, putText, refreshLines, textIn } from '../../keys/line-keys.ts';
import { isThere, wordsOn } from '../../keys/part-state.ts';
import { type AnyView, isForm } from '../../keys/parts.ts';
import { goTo } from '../../keys/submit.ts';
import type { OpenBox } from '../../state/world/open-box.ts';
import { join, type SafeText, safeBlock, safeLine, t } from '../../text/safe.ts';
import { ofOthers, sentence, spoken } from '../words/spoken.ts';
import { type BoxContext, type Common, press, pressBox, type SpokenBox, type } from './box.ts';

const MANY = t`Write lines; a dot alone sends. e alone opens your editor. ~q goes back, ~help tells more.`;

/** A text to write: lines up to one with a dot alone. Behind `~` stand commands, and the names of the other parts. */
export function footBox(hands: BoxContext, { key, said, fault, isOpen }: Common, view: AnyView): SpokenBox {
  const { desk } = hands;
  const { audience } = asked(view.open).box;
  const now = () => {
    const open = isOpen();
    return open && refreshLines(desk, open);
  };
  const text = () => {
    const open = now();
    return open && textIn(open)?.state.draft.text;
  };
  /** Moves the cursor to the end of the text. */
  const toEnd = () => {
    const open = now();
    const { name, state } = (open && textIn(open)) ?? {};
    if (!open || !name || !state) return;
    const at = { ...open, state: { ...open.state, at: name } };
    putText(desk, at, { draft: { ...state.draft, cursor: state.draft.text.length } }, name);
  };
  const add = (line: string): void => {
    toEnd();
    type(hands, text() === '' ? line : `\n${line}`);
  };
  const send = (): void => {
    toEnd();
    pressBox(hands, 'box.send');
  };
  return {
    key,
    words: [...said, ...partWords(viewOf(desk.world(), now() ?? view.open))],
    ...(fault === undefined ? {} : { fault }),
    ask: MANY,
    prompt: safeLine(audience?.split(' ')[0]?.toLowerCase() ?? 'text'),
    isText: true,
    answer: line => {
      const open = now();
      if (line === '.') send();
      else if (line === 'e' && text() === '') pressBox(hands, 'box.editor');
      else if (line.startsWith('~~')) add(line.slice(1));
      else if (line.startsWith('~') && open) return tilde(hands, open, line.slice(1));
      else add(line);
      return [];
    },
    answerAtOnce: line => {
      const isDraft = text() !== '';
      add(line);
      if (isDraft) return [t`There was a draft: this is added to it. A dot alone sends both, ~p reads them.`];
      send();
      return [];
    },
  };
}

const HELP: readonly SafeText[] = [
  t`A line with a dot alone sends.`,
  t`~e opens your editor. ~p reads what is written. ~q goes back.`,
  t`~f attaches a file. ~quote quotes the message. ~~ begins a line with ~.`,
  t`~run with a name runs a command of yours, ~accept accepts what it wrote.`,
];

/** A line that begins with `~` in a text of many lines, as in mail(1); `rest` is the line without it. */
function tilde(hands: BoxContext, open: OpenBox, rest: string): readonly SafeText[] {
  const { desk } = hands;
  const [word = '', ...more] = rest.split(' ');
  const view = viewOf(desk.world(), open);
  const key = keyNamed(word);
  if (word === '?' || word === 'help') return [...HELP, ...helpOn(view)];
  if (word === 'p') {
    const words = partWords(view);
    return words.length === 0 ? [t`Nothing is written yet.`] : words;
  }
  const said = partWord(hands, open, word, more.join(' '));
  if (said) return said;
  if (word === 'e') pressBox(hands, 'box.editor');
  else if (word === 'q') press(hands, 'esc');
  else if (word === 'quote') pressBox(hands, 'box.quote');
  else if (word === 'f') files(hands, more.join(' '));
  else if (word === 'accept') acceptAll(desk);
  else if (word === 'run' && more.length === 0) pressBox(hands, 'box.command');
  else if (word === 'run') runNamed(desk, more.join(' '));
  else if (key !== undefined && key.length > 1) press(hands, key);
  else return [t`~${safeLine(word)} is not known here: ~help tells what is.`];
  return [];
}

/** Asks for a file, or attaches the one that is named. */
function files(hands: BoxContext, path: string): void {
  const box = writingBox(hands.desk.world());
  if (!box) return;
  if (path === '') openFiles(hands.desk, box.draftKind, box.targets);
  else {
    openPath(hands.desk, box.draftKind, box.targets, path);
    press(hands, 'enter');
  }
}

/** The content of a box so far: its other parts, its files, and its text, each line of that behind two blanks. */
function partWords(view: AnyView): readonly SafeText[] {
  const { part, state } = textIn(view.open)!;
  const { text } = state.draft;
  const rule = part.rule?.(view, text);
  const attached = part.attached?.(view) ?? t``;
  const lines = safeBlock(text).split('\n') as SafeText[];
  return [
    ...(rule ? [sentence(rule)] : []),
    ...(isForm(asked(view.open).box) ? [] : headWords(view)),
    ...(attached === '' ? [] : [t`Files: ${spoken(attached)}.`]),
    ...(text === '' ? [] : [t`Written so far:`, ...lines.map(ofOthers)]),
  ];
}

/** The lines, and the meaning of buttons that do not send. */
function headWords(view: AnyView): readonly SafeText[] {
  return Object.entries(asked(view.open).box.parts).flatMap(([name, part]) => {
    if (!isThere(part, view)) return [];
    const line = lineIn(view.open, name);
    if (line?.part.kind === 'line')
      return [t`${line.part.label ?? t``}: ${safeLine(line.state.draft.text) || t`none`}.`];
    if (part.kind !== 'button' || part.usual !== undefined || !part.made) return [];
    return [sentence(t`${spoken(part.made(view, ''))}: ~${safeLine(name)}`)];
  });
}

/** Writes into the line of this name, or presses the button; undefined if the box has none. Says what has changed. */
function partWord(hands: BoxContext, open: OpenBox, name: string, rest: string): readonly SafeText[] | undefined {
  const { desk } = hands;
  const part = asked(open).box.parts[name];
  if (part?.kind !== 'line' && part?.kind !== 'button') return undefined;
  const at = { ...open, state: { ...open.state, at: name } };
  if (!isThere(part, viewOf(desk.world(), at))) return undefined;
  const before = new Set(headWords(viewOf(desk.world(), open)));
  goTo(desk, open, name);
  if (part.kind === 'line' || rest !== '') {
    press(hands, 'ctrl-u');
    type(hands, rest);
  }
  if (part.kind === 'button') press(hands, part.step ? 'right' : 'enter');
  const now = boxNow(desk.world(), open);
  if (now?.steps !== open.steps) return [];
  goTo(desk, now, textIn(now)!.name);
  const after = headWords(viewOf(desk.world(), refreshLines(desk, boxNow(desk.world(), now)!)));
  return after.filter(one => !before.has(one));
}

function helpOn(view: AnyView): readonly SafeText[] {
  const parts = Object.entries(asked(view.open).box.parts);
  const lines = parts.flatMap(([name, part]) => (part.kind === 'line' ? [t`~${safeLine(name)}`] : []));
  const buttons = parts.flatMap(([name, part]) =>
    part.kind === 'button' && part.words && isThere(part, view)
      ? [t`~${safeLine(name)}: ${part.words(view, wordsOn(part, undefined))}`]
      : [],
  );
  return [
    ...(lines.length === 0 ? [] : [t`${join(lines, t`, `)} with words write these lines.`]),
    sentence(join(buttons, t`; `)),
  ];
}
