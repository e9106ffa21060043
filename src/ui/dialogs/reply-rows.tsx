import type { ReactElement } from 'react';
import { lineOf, partsOf, type ReplyOverlay } from '../../actions/conversation/reply-parts.ts';
import type { Field } from '../../keys/action.ts';
import { isFirst } from '../../state/first-mail.ts';
import { boxRecipients, type LinePart, mailOf, type ReplyPart, statusAfterReply } from '../../state/reply/box.ts';
import { newAddresses } from '../../state/reply/recipients.ts';
import { peopleInWords, readPeople } from '../../state/reply/written-people.ts';
import type { KeyNames, World } from '../../state/world.ts';
import { cut, pad } from '../../text/cut.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { paint } from '../theme.ts';
import { useWorld } from '../use-world.ts';
import { Line, type Piece } from '../widgets/line.tsx';
import { FieldLine } from '../widgets/text-field.tsx';

const LABELS: Readonly<Record<LinePart, SafeText>> = {
  to: t` To  `,
  cc: t` Cc  `,
  bcc: t` Bcc `,
  subject: t` Subject `,
};
const MAX_STATUS_COLUMNS = 20;

/** A line of people with those that are new marked; as it was typed, if it cannot be read. */
function lineWords(world: World, overlay: ReplyOverlay, part: LinePart, columns: number): SafeText {
  const { text } = lineOf(world, overlay, part);
  if (part === 'subject' || readPeople(text).fault !== undefined) return cut(safeLine(text), columns);
  const people = boxRecipients(world, mailOf(overlay))[part];
  return peopleInWords(people, columns, newAddresses(world, overlay.targets[0]!, people));
}

interface LineRowProps {
  readonly part: LinePart;
  readonly overlay: ReplyOverlay;
  readonly columns: number;
}

/** A line: as it is edited, or with the people that are new marked. */
export function LineRow({ part, overlay, columns }: LineRowProps): ReactElement {
  const room = columns - width(LABELS[part]) - 1;
  const isEdited = overlay.data.part === part;
  const words = useWorld(world => (isEdited ? t`` : lineWords(world, overlay, part, room)));
  const text = useWorld(world => (isEdited ? lineOf(world, overlay, part).text : ''));
  if (!isEdited) return <Line>{[LABELS[part], pad(words, room), t` `]}</Line>;
  const cursor = Math.min(overlay.data.cursor, text.length);
  return <FieldLine draft={{ text, cursor }} columns={columns} before={LABELS[part]} />;
}

/** The buttons below the text. */
export function ButtonRow({ overlay, columns }: Omit<LineRowProps, 'part'>): ReactElement {
  const isNew = isFirst(overlay.targets[0]!);
  const room = columns - width(t` [Attach]  [Send]  []`) - (isNew ? width(t`  [Record]`) : 0);
  const then = cut(useWorld(thenWords), room);
  const hasThen = useWorld(world => partsOf(world, overlay).includes('then'));
  const { part } = overlay.data;
  const buttons = [
    ['files', t`Attach`],
    ['send', t`Send`],
    ...(hasThen ? [['then', then] as const] : []),
    ...(isNew ? [['record', t`Record`] as const] : []),
  ] as const;
  const used = buttons.reduce((sum, [, words]) => sum + width(words) + width(t`  []`), -1);
  return (
    <Line>
      {[
        ...buttons.map(([one, words], index) => [index === 0 ? t` ` : t`  `, button(part, one, words)]),
        pad(t``, Math.max(0, columns - used)),
      ]}
    </Line>
  );
}

/** What the second button does. */
function thenWords(world: World): SafeText {
  const status = statusAfterReply(world);
  if (!status || status.kind === 'closed') return t`Send and close`;
  return t`Send, then ${cut(status.name, MAX_STATUS_COLUMNS)}`;
}

/** The button that has the keys has the terminal's cursor, too. */
function button(current: ReplyPart, part: ReplyPart, word: SafeText): Piece {
  return current === part ? [paint('cursor', t`[`), paint('bar', word), t`]`] : t`[${word}]`;
}

/** The keys besides those to send and to leave, the widest first. */
function furtherKeys(keys: KeyNames, isOne: boolean): readonly SafeText[] {
  const [file, editor] = [t`${keys['box.attach']} file · `, t`${keys['box.editor']} in $EDITOR · `];
  if (!isOne) return [t` · Tab send · ${file}${editor}`, t` · Tab send · ${file}`];
  const lines = t` · Tab To, Cc, send · ${file}`;
  return [t`${lines}${keys['box.quote']} quotes · ${editor}`, lines, t` · Tab To · `];
}

/** What follows the mail, and as many of the keys as fit; how to send and how to leave always stay. */
export function footOf(
  { verb, escape: onEscape = t`back` }: Field<unknown>,
  keys: KeyNames,
  columns: number,
  { isOne, staged }: { readonly isOne: boolean; readonly staged: SafeText },
): SafeText {
  const leave = t` · Esc ${onEscape}`;
  const key = t`${keys['box.send']} ${verb}`;
  const room = columns - 2 - width(key) - width(leave);
  const send = staged === '' ? key : t`${key} · ${cut(t`on sending: ${staged}`, Math.max(0, room - 3))}`;
  const feet = furtherKeys(keys, isOne).map(further => t`${send}${further}Esc ${onEscape}`);
  return feet.find(foot => width(foot) <= columns - 2) ?? t`${send}${leave}`;
}
