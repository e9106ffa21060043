import type { ReactElement } from 'react';
import { lineOf, partsOf, type ReplyOverlay } from '../../actions/conversation/reply-parts.ts';
import type { Field } from '../../keys/action.ts';
import { boxRecipients, mailOf, type PeoplePart, type ReplyPart, statusAfterReply } from '../../state/reply/box.ts';
import { newAddresses } from '../../state/reply/recipients.ts';
import { peopleInWords, readPeople } from '../../state/reply/written-people.ts';
import type { World } from '../../state/world.ts';
import { cut, pad } from '../../text/cut.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { paint } from '../theme.ts';
import { useWorld } from '../use-world.ts';
import { Line, type Piece } from '../widgets/line.tsx';
import { FieldLine } from '../widgets/text-field.tsx';

const LABELS: Readonly<Record<PeoplePart, SafeText>> = { to: t` To  `, cc: t` Cc  `, bcc: t` Bcc ` };
const MAX_STATUS_COLUMNS = 20;

/** A line of people with those that are new marked; as it was typed, if it cannot be read. */
function lineWords(world: World, overlay: ReplyOverlay, part: PeoplePart, columns: number): SafeText {
  const { text } = lineOf(world, overlay, part);
  if (readPeople(text).fault !== undefined) return cut(safeLine(text), columns);
  const people = boxRecipients(world, mailOf(overlay))[part];
  return peopleInWords(people, columns, newAddresses(world, overlay.targets[0]!, people));
}

interface PeopleRowProps {
  readonly part: PeoplePart;
  readonly overlay: ReplyOverlay;
  readonly columns: number;
}

/** A line of people: as it is edited, or with those that are new marked. */
export function PeopleRow({ part, overlay, columns }: PeopleRowProps): ReactElement {
  const room = columns - width(LABELS[part]) - 1;
  const isEdited = overlay.data.part === part;
  const words = useWorld(world => (isEdited ? t`` : lineWords(world, overlay, part, room)));
  const text = useWorld(world => (isEdited ? lineOf(world, overlay, part).text : ''));
  if (!isEdited) return <Line>{[LABELS[part], pad(words, room), t` `]}</Line>;
  const cursor = Math.min(overlay.data.cursor, text.length);
  return <FieldLine draft={{ text, cursor }} columns={columns} before={LABELS[part]} />;
}

/** The buttons below the text. */
export function ButtonRow({ overlay, columns }: Omit<PeopleRowProps, 'part'>): ReactElement {
  const then = cut(useWorld(thenWords), columns - width(t` [Attach]  [Send]  []`));
  const hasThen = useWorld(world => partsOf(world, overlay).includes('then'));
  const { part } = overlay.data;
  const used = width(t` [Attach]  [Send]`) + (hasThen ? width(t`  [${then}]`) : 0);
  return (
    <Line>
      {[
        t` `,
        button(part, 'files', t`Attach`),
        t`  `,
        button(part, 'send', t`Send`),
        hasThen ? [t`  `, button(part, 'then', then)] : undefined,
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
const KEYS = {
  one: [
    t` · Tab To, Cc, send · Ctrl-t file · Ctrl-y quotes · Ctrl-g in $EDITOR · `,
    t` · Tab To, Cc, send · Ctrl-t file · `,
    t` · Tab To · `,
  ],
  many: [t` · Tab send · Ctrl-t file · Ctrl-g in $EDITOR · `, t` · Tab send · Ctrl-t file · `],
} as const;

/** As many of the keys as fit; how to send and how to leave always stay. */
export function footOf(
  { verb, escape: onEscape = t`back` }: Field<unknown>,
  columns: number,
  isOne: boolean,
): SafeText {
  const feet = KEYS[isOne ? 'one' : 'many'].map(keys => t`Ctrl-d ${verb}${keys}Esc ${onEscape}`);
  return feet.find(foot => width(foot) <= columns - 2) ?? t`Ctrl-d ${verb} · Esc ${onEscape}`;
}
