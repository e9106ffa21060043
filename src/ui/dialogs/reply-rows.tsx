import type { ReactElement } from 'react';
import { lineOf, type ReplyOverlay } from '../../actions/conversation/reply-parts.ts';
import type { Field } from '../../keys/action.ts';
import { boxRecipients, type LinePart, mailOf } from '../../state/reply/box.ts';
import { newAddresses } from '../../state/reply/recipients.ts';
import { peopleInWords, readPeople } from '../../state/reply/written-people.ts';
import type { KeyNames, World } from '../../state/world.ts';
import { cut, pad } from '../../text/cut.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { useWorld } from '../use-world.ts';
import { Line } from '../widgets/line.tsx';
import { FieldLine } from '../widgets/text-field.tsx';

const LABELS: Readonly<Record<LinePart, SafeText>> = {
  to: t` To  `,
  cc: t` Cc  `,
  bcc: t` Bcc `,
  subject: t` Subject `,
};

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

/** The keys besides those to send and to leave, the widest first. */
function furtherKeys(keys: KeyNames, isOne: boolean, span: SafeText): readonly SafeText[] {
  const [file, editor] = [t`${keys['box.attach']} file · `, t`${keys['box.editor']} in $EDITOR · `];
  if (!isOne) return [t` · Tab send · ${file}${editor}`, t` · Tab send · ${file}`];
  const lines = t` · Tab To, Cc, send · ${file}`;
  const wait = t`${keys['box.wait']} send and wait ${span} · `;
  const quote = t`${keys['box.quote']} quotes · `;
  return [t`${lines}${wait}${quote}${editor}`, t`${lines}${wait}`, lines, t` · Tab To · `];
}

/** How to send, what follows the mail, and as many further keys as fit. */
export function footOf(
  { verb, escape: onEscape = t`back` }: Field,
  keys: KeyNames,
  columns: number,
  { isOne, staged, span }: { readonly isOne: boolean; readonly staged: SafeText; readonly span: SafeText },
): SafeText {
  const send = t`${keys['box.send']} ${verb}${staged === '' ? t`` : t` · on sending: ${staged}`}`;
  const leave = t`Esc ${onEscape}`;
  const feet = furtherKeys(keys, isOne, span).map(further => t`${send}${further}${leave}`);
  return [...feet, t`${send} · ${leave}`].find(foot => width(foot) <= columns - 2) ?? cut(send, columns - 2);
}
