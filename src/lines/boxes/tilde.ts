import { openFiles, openPath } from '../../actions/conversation/attach-box.ts';
import { goToPart, type ReplyOverlay } from '../../actions/conversation/reply-parts.ts';
import type { Field } from '../../keys/action.ts';
import { topOverlay } from '../../keys/overlay.ts';
import type { FieldOverlay } from '../../state/overlay.ts';
import type { PeoplePart, ReplyPart } from '../../state/reply/box.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { keyNamed } from '../key-names.ts';
import { type Hands, press, type } from './box.ts';
import { writtenWords } from './written-words.ts';

const HELP: readonly SafeText[] = [
  t`A line with a dot alone sends.`,
  t`~e opens your editor. ~p reads what is written. ~q goes back.`,
  t`~f attaches a file. ~~ begins a line with ~.`,
];
const REPLY_HELP: readonly SafeText[] = [
  t`~to and ~cc with addresses say who gets it. ~quote quotes the message.`,
  t`~replyto answers to the Reply-To of the mail.`,
  t`~close sends and then sets the status of the settings.`,
];

/** A line that begins with `~` in a text of many lines, as in mail(1); `rest` is the line without it. */
export function tilde(
  hands: Hands,
  overlay: FieldOverlay,
  field: Field<unknown>,
  rest: string,
  add: (line: string) => void,
): readonly SafeText[] {
  const [word = '', ...more] = rest.split(' ');
  const isReply = overlay.actionId === 'conversation.reply';
  const key = keyNamed(word);
  if (rest.startsWith('~')) add(rest);
  else if (word === '?') return isReply ? [...HELP, ...REPLY_HELP] : HELP;
  else if (word === 'e') press(hands, 'ctrl-g');
  else if (word === 'q') press(hands, 'esc');
  else if (word === 'p') return readBack(hands, field);
  else if (word === 'f' && (overlay.draftKind === 'note' || overlay.draftKind === 'reply'))
    files(hands, overlay.draftKind, overlay.targets, more.join(' '));
  else if (isReply && (word === 'to' || word === 'cc'))
    return people(hands, word, () => retype(hands, more.join(' ')), field);
  else if (isReply && word === 'quote') press(hands, 'ctrl-y');
  else if (isReply && word === 'replyto') return people(hands, 'to', () => press(hands, 'ctrl-y'), field);
  else if (isReply && word === 'close') {
    part(hands, 'then');
    press(hands, 'enter');
  } else if (key !== undefined && key.length > 1) press(hands, key);
  else return [t`~${safeLine(word)} is not known here: ~? tells what is.`];
  return [];
}

/** Asks for a file, or attaches the one that is named. */
function files(hands: Hands, kind: 'note' | 'reply', targets: readonly number[], path: string): void {
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

/** Writes who gets the reply, and says it. */
function people(hands: Hands, which: PeoplePart, write: () => void, field: Field<unknown>): readonly SafeText[] {
  part(hands, which);
  write();
  part(hands, 'text');
  return readBack(hands, field).slice(0, 2);
}
