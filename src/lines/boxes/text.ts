import { openFiles, openPath } from '../../actions/conversation/attach-box.ts';
import { acceptAll, runNamed } from '../../actions/conversation/command.ts';
import { rewriteBox, writingBox } from '../../actions/conversation/put-in.ts';
import { lineIn, putText } from '../../keys/line-keys.ts';
import { topOverlay } from '../../keys/overlay.ts';
import { type SafeText, safeBlock, safeLine, t } from '../../text/safe.ts';
import { keyNamed } from '../names.ts';
import { ofOthers, spoken } from '../words/spoken.ts';
import { type Box, type Hands, press, pressBox, type } from './box.ts';

/** A text of many lines that is open. */
export interface Writing extends Pick<Box, 'key' | 'words' | 'fault'> {
  /** Its readers. */
  readonly audience: SafeText | undefined;
  /** Reads the text back. */
  read(): readonly SafeText[];
  /** Acts on a word of its own behind `~`, and returns the answer in words; undefined if it has no such word. */
  own?(word: string, rest: string): readonly SafeText[] | undefined;
  readonly help?: readonly SafeText[];
}

const MANY = t`Write lines; a dot alone sends. e alone opens your editor. ~q goes back, ~? tells more.`;

/** A text to write: lines up to one with a dot alone. */
export function textBox(hands: Hands, { key, words, fault, audience, ...writing }: Writing): Box {
  const add = (line: string): void => {
    const text = toEnd(hands);
    type(hands, text === '' ? line : `\n${line}`);
  };
  const send = (): void => {
    toEnd(hands);
    pressBox(hands, 'box.send');
  };
  return {
    key,
    words,
    ...(fault === undefined ? {} : { fault }),
    ask: MANY,
    prompt: safeLine(audience?.split(' ')[0]?.toLowerCase() ?? 'text'),
    isText: true,
    answer: line => {
      const text = textNow(hands);
      if (line === '.') send();
      else if (line === 'e' && text === '') pressBox(hands, 'box.editor');
      else if (line.startsWith('~~')) add(line.slice(1));
      else if (line.startsWith('~') && text !== undefined) return tilde(hands, writing, line.slice(1));
      else add(line);
      return [];
    },
    answerAtOnce: line => {
      const isDraft = textNow(hands) !== '';
      add(line);
      if (isDraft) return [t`There was a draft: this is added to it. A dot alone sends both, ~p reads them.`];
      send();
      return [];
    },
  };
}

/** The text in the uppermost box; undefined if none is written there. */
function textNow({ desk }: Hands): string | undefined {
  const top = topOverlay(desk.world());
  return top?.kind === 'box' ? lineIn(top)?.state.draft.text : writingBox(desk.world())?.draft.text;
}

/** Moves the cursor to the end of the text, and returns it. */
function toEnd({ desk }: Hands): string {
  const [top, mail] = [topOverlay(desk.world()), writingBox(desk.world())];
  const line = top?.kind === 'box' ? lineIn(top) : undefined;
  const { text } = line?.state.draft ?? mail?.draft ?? { text: '' };
  const draft = { text, cursor: text.length };
  if (top?.kind === 'box' && line) putText(desk, top, { draft });
  else if (mail) rewriteBox(desk, mail, draft);
  return text;
}

const HELP: readonly SafeText[] = [
  t`A line with a dot alone sends.`,
  t`~e opens your editor. ~p reads what is written. ~q goes back.`,
  t`~f attaches a file. ~~ begins a line with ~.`,
  t`~run with a name runs a command of yours, ~accept accepts what it wrote.`,
];

type Tilde = Pick<Writing, 'read' | 'own' | 'help'>;

/** A line that begins with `~` in a text of many lines, as in mail(1); `rest` is the line without it. */
function tilde(hands: Hands, { read, own, help = [] }: Tilde, rest: string): readonly SafeText[] {
  const [word = '', ...more] = rest.split(' ');
  const box = writingBox(hands.desk.world());
  const key = keyNamed(word);
  if (word === '?') return [...HELP, ...help];
  if (word === 'p') return read();
  const said = own?.(word, more.join(' '));
  if (said) return said;
  if (word === 'e') pressBox(hands, 'box.editor');
  else if (word === 'q') press(hands, 'esc');
  else if (word === 'f' && box) files(hands, box, more.join(' '));
  else if (word === 'accept') acceptAll(hands.desk);
  else if (word === 'run' && more.length === 0) pressBox(hands, 'box.command');
  else if (word === 'run') runNamed(hands.desk, more.join(' '));
  else if (key !== undefined && key.length > 1) press(hands, key);
  else return [t`~${safeLine(word)} is not known here: ~? tells what is.`];
  return [];
}

/** Asks for a file, or attaches the one that is named. */
function files(hands: Hands, box: NonNullable<ReturnType<typeof writingBox>>, path: string): void {
  if (path === '') openFiles(hands.desk, box.draftKind, box.targets);
  else {
    openPath(hands.desk, box.draftKind, box.targets, path);
    press(hands, 'enter');
  }
}

/** The content of a text so far: its files, and its words, each line of these behind two blanks. */
export function writtenWords(text: string, files: SafeText): readonly SafeText[] {
  const lines = safeBlock(text).split('\n') as SafeText[];
  return [
    ...(files === '' ? [] : [t`Files: ${spoken(files)}.`]),
    ...(text === '' ? [] : [t`Written so far:`, ...lines.map(ofOthers)]),
  ];
}
