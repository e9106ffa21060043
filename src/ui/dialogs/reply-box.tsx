import { Box as InkBox } from 'ink';
import type { ReactElement } from 'react';
import { isPeople } from '../../actions/conversation/reply-parts.ts';
import type { Field } from '../../keys/action.ts';
import type { FieldOverlay } from '../../state/overlay.ts';
import { boxRecipients, type PeoplePart, type ReplyBox as ReplyState } from '../../state/reply/box.ts';
import type { World } from '../../state/world.ts';
import { pad } from '../../text/cut.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import type { Size } from '../layout.ts';
import { paint } from '../theme.ts';
import { useWorld } from '../use-world.ts';
import { Line } from '../widgets/line.tsx';
import { Box, FRAME } from './box.tsx';
import { FilesRow } from './files-row.tsx';
import { ButtonRow, PeopleRow, recipientWords } from './reply-rows.tsx';
import { useWritingPlace } from './writing-place.ts';
import { textWindow, WrittenText } from './written-text.tsx';

/** The head, the frame, the footer and its rule. */
const OTHER_ROWS = 5;
/** On a lower screen only the part that has the keys is shown beside the text. */
const ROOMY = 20;
const PEOPLE: readonly PeoplePart[] = ['to', 'cc'];

interface ReplyBoxProps {
  readonly field: Field<unknown>;
  readonly overlay: FieldOverlay<ReplyState>;
  readonly screen: Size;
}

/** A reply at the foot of the detail; its head is inverse and names those who will get it. */
export function ReplyBox({ field, overlay, screen }: ReplyBoxProps): ReactElement {
  const { part } = overlay.data;
  const title = useWorld(world => field.title(world, overlay));
  const { left, columns: outer } = useWritingPlace(screen);
  const columns = outer - FRAME;
  const isRoomy = screen.rows >= ROOMY;
  const people = overlay.targets.length > 1 ? [] : PEOPLE.filter(one => isRoomy || one === part);
  const hasButtons = isRoomy || part === 'files' || part === 'send' || part === 'then';
  const files = useWorld(world => (isRoomy || part === 'files' ? (field.attached?.(world, overlay) ?? t``) : t``));
  const beside = people.length + (hasButtons ? 1 : 0) + (files === '' ? 0 : 1);
  const fault = useWorld(world => faultOf(world, overlay));
  const head = useWorld(world => headOf(world, overlay, Math.max(0, outer - width(title) - 2)));
  const text = textWindow(overlay.draft, columns, screen.rows - OTHER_ROWS - beside);
  const rows = text.room + beside;
  const top = Math.max(0, screen.rows - rows - OTHER_ROWS);
  return (
    <InkBox position="absolute" flexDirection="column">
      <InkBox marginLeft={left} marginTop={top}>
        <Line>{[t` `, paint('replyHead', head), title, t` `]}</Line>
      </InkBox>
      <Box place={{ left, top: top + 1, columns, rows }} title={fault} foot={footOf(field, columns)}>
        {people.map(one => (
          <PeopleRow key={one} part={one} overlay={overlay} columns={columns} />
        ))}
        <WrittenText text={text} columns={columns} hasCursor={part === 'text'} />
        <FilesRow files={files} columns={columns} />
        {hasButtons ? <ButtonRow overlay={overlay} columns={columns} /> : null}
      </Box>
    </InkBox>
  );
}

/** `REPLY → Zoë Quinn <zoe@customer.example> +2`, so wide that the number follows at the edge. */
function headOf(world: World, overlay: FieldOverlay<ReplyState>, columns: number): SafeText {
  const { targets } = overlay;
  if (targets.length > 1) return pad(t`REPLY → each customer of ${targets.length} conversations `, columns);
  const start = t`REPLY → `;
  return pad(t`${start}${recipientWords(world, overlay, columns - width(start) - 1)}`, columns);
}

/** What is wrong with the line of people that has the keys. */
function faultOf(world: World, { targets, data }: FieldOverlay<ReplyState>): SafeText {
  if (!isPeople(data.part)) return t``;
  const { fault } = boxRecipients(world, targets[0]!, data.messageId);
  return fault?.part === data.part ? fault.text : t``;
}

/** As many of the keys as fit; how to send and how to leave always stay. */
function footOf({ verb, escape: onEscape = t`back` }: Field<unknown>, columns: number): SafeText {
  const between = [
    t` · Tab To, Cc, files, send · Ctrl-y quotes · Ctrl-g in $EDITOR · `,
    t` · Tab To, Cc, files, send · `,
    t` · Tab To · `,
  ];
  const feet = between.map(keys => t`Ctrl-d ${verb}${keys}Esc ${onEscape}`);
  return feet.find(foot => width(foot) <= columns - 2) ?? t`Ctrl-d ${verb} · Esc ${onEscape}`;
}
