import { goToPart, isLine, lineOf, partsOf, type ReplyOverlay } from '../../actions/conversation/reply-parts.ts';
import type { AnyAction, Field } from '../../keys/action.ts';
import { topOverlay } from '../../keys/overlay.ts';
import { isFirst } from '../../state/first-mail.ts';
import type { FieldOverlay } from '../../state/overlay.ts';
import { askedInBox, isMailBox, type LinePart, mailOf, type ReplyPart } from '../../state/reply/box.ts';
import { senderWords } from '../../state/reply/sender.ts';
import type { World } from '../../state/world.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { heading, listed, sentence } from '../words/spoken.ts';
import { type Box, type Hands, press, pressBox, type } from './box.ts';
import { textBox, writtenWords } from './text.ts';

/** The box of a mail: its text, and who gets it. */
export function fieldBox(hands: Hands, { id }: AnyAction, field: Field, opened: FieldOverlay): Box {
  const title = listed([heading(field.audience), field.title(hands.desk.world(), opened)]);
  const isNew = isFirst(opened.targets[0]!);
  const read = (): readonly SafeText[] => {
    const world = hands.desk.world();
    const top = topOverlay(world);
    const words = top?.kind === 'field' ? mailWords(world, top, field) : [];
    return words.length === 0 ? [t`Nothing is written yet.`] : words;
  };
  return textBox(hands, {
    key: `field ${id} ${title}`,
    words: [sentence(title), ...mailWords(hands.desk.world(), opened, field)],
    audience: field.audience,
    help: [...REPLY_HELP, ...(isNew ? FIRST_HELP : [])],
    read,
    own: (word, rest) => mailWord(hands, isNew, read, word, rest),
  });
}

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

/** A word behind `~` that only a mail has. */
function mailWord(
  hands: Hands,
  isNew: boolean,
  read: () => readonly SafeText[],
  word: string,
  rest: string,
): readonly SafeText[] | undefined {
  if (word === 'to' || word === 'cc' || word === 'bcc') return inPart(hands, word, () => retype(hands, rest), read);
  if (word === 'replyto') return inPart(hands, 'to', () => pressBox(hands, 'box.quote'), read);
  if (isNew && word === 'subject') return inPart(hands, 'subject', () => retype(hands, rest), read);
  if (isNew && word === 'inbox') return inPart(hands, 'inbox', () => press(hands, 'right'), read);
  if (word === 'quote') pressBox(hands, 'box.quote');
  else if (word === 'close' || word === 'wait' || word === 'at' || (isNew && word === 'record')) {
    part(hands, word === 'close' ? 'then' : word);
    if (word !== 'close' && rest !== '') retype(hands, rest);
    press(hands, 'enter');
  } else return undefined;
  return [];
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
function inPart(
  hands: Hands,
  which: ReplyPart,
  write: () => void,
  read: () => readonly SafeText[],
): readonly SafeText[] {
  part(hands, which);
  write();
  part(hands, 'text');
  return read().slice(0, which === 'subject' || which === 'inbox' ? 4 : 2);
}

function mailWords(world: World, overlay: FieldOverlay, field: Field): readonly SafeText[] {
  return [...peopleWords(world, overlay), ...writtenWords(overlay.draft.text, field.attached(world, overlay))];
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
