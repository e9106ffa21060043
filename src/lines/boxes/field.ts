import { openFiles, openPath } from '../../actions/conversation/attach-box.ts';
import { acceptAll, runNamed } from '../../actions/conversation/command.ts';
import { goToPart, isLine, lineOf, partsOf, type ReplyOverlay } from '../../actions/conversation/reply-parts.ts';
import type { AnyAction, Field } from '../../keys/action.ts';
import { replaceOverlay, topOverlay } from '../../keys/overlay.ts';
import { isFirst } from '../../state/first-mail.ts';
import type { WithFiles } from '../../state/outbox/draft-files.ts';
import type { FieldOverlay } from '../../state/overlay.ts';
import { askedInBox, isMailBox, type LinePart, mailOf, type ReplyPart } from '../../state/reply/box.ts';
import { senderWords } from '../../state/reply/sender.ts';
import type { World } from '../../state/world.ts';
import { type SafeText, safeBlock, safeLine, t } from '../../text/safe.ts';
import { keyNamed } from '../names.ts';
import { heading, listed, ofOthers, sentence, spoken } from '../words/spoken.ts';
import { type Box, type Hands, press, pressBox, type } from './box.ts';

/** A text to write: one line, or lines up to one with a dot alone. */
export function fieldBox(hands: Hands, action: AnyAction, field: Field<unknown>, opened: FieldOverlay): Box {
  const world = hands.desk.world();
  const title = listed([field.audience && heading(field.audience), field.title(world, opened)]);
  const rule = field.rule?.(world, opened);
  const common = {
    key: `field ${action.id} ${title}`,
    words: [
      sentence(title),
      ...(rule ? [sentence(rule)] : []),
      ...(opened.isSecret ? [] : writtenWords(world, opened, field)),
    ],
    ...(opened.isSecret ? { isSecret: true as const } : {}),
    ...(opened.fault === undefined ? {} : { fault: opened.fault }),
  };
  return opened.multiline ? manyLines(hands, action, common, field) : oneLine(hands, opened, common, field);
}

type Common = Pick<Box, 'key' | 'words' | 'isSecret' | 'fault'>;

function oneLine(hands: Hands, { draft, isSecret }: FieldOverlay, common: Common, { verb }: Field<unknown>): Box {
  const hasText = draft.text !== '' && !isSecret;
  const answer = (line: string): readonly SafeText[] => {
    if (line === '' || line === '~q') press(hands, 'esc');
    else {
      if (line !== '=' || !hasText) {
        toEnd(hands);
        press(hands, 'ctrl-u');
        type(hands, line);
      }
      press(hands, 'enter');
    }
    return [];
  };
  return {
    ...common,
    ask: hasText ? t`Text: ${verb}; = ${verb} as it is; empty: back.` : t`Text: ${verb}; empty: back.`,
    prompt: isSecret ? t`secret` : t`text`,
    answer,
    answerAtOnce: answer,
  };
}

const MANY = t`Write lines; a dot alone sends. e alone opens your editor. ~q goes back, ~? tells more.`;

function manyLines(hands: Hands, action: AnyAction, common: Common, field: Field<unknown>): Box {
  const written = (): FieldOverlay | undefined => {
    const top = topOverlay(hands.desk.world());
    return top?.kind === 'field' && top.actionId === action.id ? top : undefined;
  };
  const add = (line: string): void => {
    toEnd(hands);
    const text = written()?.draft.text ?? '';
    type(hands, text === '' ? line : `\n${line}`);
  };
  const send = (): void => {
    toEnd(hands);
    pressBox(hands, 'box.send');
  };
  return {
    ...common,
    ask: MANY,
    prompt: safeLine(field.audience?.split(' ')[0]?.toLowerCase() ?? 'text'),
    isText: true,
    answer: line => {
      const now = written();
      if (line === '.') send();
      else if (line === 'e' && now?.draft.text === '') pressBox(hands, 'box.editor');
      else if (line.startsWith('~') && now) return tilde(hands, now, field, line.slice(1), add);
      else add(line);
      return [];
    },
    answerAtOnce: words => {
      const isDraft = written()?.draft.text !== '';
      add(words);
      if (isDraft) return [t`There was a draft: this is added to it. A dot alone sends both, ~p reads them.`];
      send();
      return [];
    },
  };
}

function toEnd({ desk }: Hands): void {
  const top = topOverlay(desk.world());
  if (top?.kind !== 'field') return;
  const { text } = top.draft;
  replaceOverlay(desk, { ...top, draft: { text, cursor: text.length } });
}

const HELP: readonly SafeText[] = [
  t`A line with a dot alone sends.`,
  t`~e opens your editor. ~p reads what is written. ~q goes back.`,
  t`~f attaches a file. ~~ begins a line with ~.`,
  t`~run with a name runs a command of yours, ~accept accepts what it wrote.`,
];
const REPLY_HELP: readonly SafeText[] = [
  t`~to, ~cc and ~bcc with addresses say who gets it. ~quote quotes the message.`,
  t`~replyto answers to the Reply-To of the mail.`,
  t`~close sends and then sets the status of the settings.`,
  t`~wait sends and puts the conversation off for 3 days, ~wait fri until then. ~at fri 9 sends at that time.`,
];
const FIRST_HELP: readonly SafeText[] = [
  t`~subject with words says what it is about. ~inbox takes the next inbox to send from.`,
  t`~record keeps it as a call: nothing is mailed.`,
];

/** A line that begins with `~` in a text of many lines, as in mail(1); `rest` is the line without it. */
function tilde(
  hands: Hands,
  overlay: FieldOverlay,
  field: Field<unknown>,
  rest: string,
  add: (line: string) => void,
): readonly SafeText[] {
  const [word = '', ...more] = rest.split(' ');
  const isMail = isMailBox(overlay);
  const isNew = isMail && isFirst(overlay.targets[0]!);
  const key = keyNamed(word);
  if (rest.startsWith('~')) add(rest);
  else if (word === '?') return [...HELP, ...(isMail ? REPLY_HELP : []), ...(isNew ? FIRST_HELP : [])];
  else if (word === 'e') pressBox(hands, 'box.editor');
  else if (word === 'q') press(hands, 'esc');
  else if (word === 'p') return readBack(hands, field);
  else if (word === 'f' && (overlay.draftKind === 'note' || isMail))
    files(hands, isMail ? mailOf(overlay).kind : 'note', overlay.targets, more.join(' '));
  else if (word === 'run' || word === 'accept') commands(hands, word, more.join(' '));
  else if (isMail && (word === 'to' || word === 'cc' || word === 'bcc'))
    return inPart(hands, word, () => retype(hands, more.join(' ')), field);
  else if (isMail && word === 'quote') pressBox(hands, 'box.quote');
  else if (isMail && word === 'replyto') return inPart(hands, 'to', () => pressBox(hands, 'box.quote'), field);
  else if (isNew && word === 'subject') return inPart(hands, 'subject', () => retype(hands, more.join(' ')), field);
  else if (isNew && word === 'inbox') return inPart(hands, 'inbox', () => press(hands, 'right'), field);
  else if ((isMail && (word === 'close' || word === 'wait' || word === 'at')) || (isNew && word === 'record')) {
    part(hands, word === 'close' ? 'then' : word);
    if (word !== 'close' && more.length > 0) retype(hands, more.join(' '));
    press(hands, 'enter');
  } else if (key !== undefined && key.length > 1) press(hands, key);
  else return [t`~${safeLine(word)} is not known here: ~? tells what is.`];
  return [];
}

/** Runs a command of the agent's, or accepts what commands have written. */
function commands(hands: Hands, word: 'run' | 'accept', name: string): void {
  if (word === 'accept') acceptAll(hands.desk);
  else if (name === '') pressBox(hands, 'box.command');
  else runNamed(hands.desk, name);
}

/** Asks for a file, or attaches the one that is named. */
function files(hands: Hands, kind: WithFiles, targets: readonly number[], path: string): void {
  if (path === '') openFiles(hands.desk, kind, targets);
  else {
    openPath(hands.desk, kind, targets, path);
    press(hands, 'enter');
  }
}

function readBack({ desk }: Hands, field: Field<unknown>): readonly SafeText[] {
  const top = topOverlay(desk.world());
  const words = top?.kind === 'field' ? writtenWords(desk.world(), top, field) : [];
  return words.length === 0 ? [t`Nothing is written yet.`] : words;
}

function part({ desk }: Hands, to: ReplyPart): void {
  const top = topOverlay(desk.world());
  if (top?.kind === 'field') goToPart(desk, top as ReplyOverlay, to);
}

function retype(hands: Hands, line: string): void {
  press(hands, 'ctrl-u');
  type(hands, line);
}

/** Writes into a line of the mail's head, and says that head. */
function inPart(hands: Hands, which: ReplyPart, write: () => void, field: Field<unknown>): readonly SafeText[] {
  part(hands, which);
  write();
  part(hands, 'text');
  return readBack(hands, field).slice(0, which === 'subject' || which === 'inbox' ? 4 : 2);
}

/** What a text has so far: who gets it, its files, and its words, each line of these behind two blanks. */
function writtenWords(world: World, overlay: FieldOverlay, field: Field<unknown>): readonly SafeText[] {
  const { draft, multiline } = overlay;
  const files = field.attached?.(world, overlay) ?? t``;
  const lines = safeBlock(draft.text).split('\n') as SafeText[];
  const text = multiline ? [t`Written so far:`, ...lines.map(ofOthers)] : [t`Now: ${lines[0] ?? t``}`];
  return [
    ...peopleWords(world, overlay),
    ...(files === '' ? [] : [t`Files: ${spoken(files)}.`]),
    ...(draft.text === '' ? [] : text),
  ];
}

const LABELS: Readonly<Record<LinePart, SafeText>> = { to: t`To`, cc: t`Cc`, bcc: t`Bcc`, subject: t`Subject` };

function peopleWords(world: World, overlay: FieldOverlay): readonly SafeText[] {
  if (!isMailBox(overlay)) return [];
  const lines = partsOf(world, overlay)
    .filter(isLine)
    .map(
      part =>
        t`${LABELS[part]}: ${safeLine(lineOf(world, overlay, part).text) || (part === 'subject' ? t`none` : t`nobody`)}.`,
    );
  const sender = isFirst(overlay.targets[0]!)
    ? [t`${senderWords(world, overlay.targets[0]!, Number.POSITIVE_INFINITY)}.`]
    : [];
  const asked = overlay.targets.length === 1 ? askedInBox(world, mailOf(overlay)) : undefined;
  if (sender.length > 0) return [...lines, ...sender];
  return asked === undefined ? lines : [...lines, t`Its Reply-To is ${asked}: ~replyto answers there.`];
}
