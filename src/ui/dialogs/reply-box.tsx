import { Box as InkBox } from 'ink';
import type { ReactElement } from 'react';
import { isPeople, lineOf, partsOf, type ReplyOverlay } from '../../actions/conversation/reply-parts.ts';
import type { Field } from '../../keys/action.ts';
import { followingWords } from '../../state/changes/following.ts';
import { isFirst } from '../../state/first-mail.ts';
import { stagedFor } from '../../state/outbox/staged.ts';
import {
  boxRecipients,
  type LinePart,
  lineParts,
  mailOf,
  peopleNotice,
  replyParts,
  timeSaid,
  timeWords,
} from '../../state/reply/box.ts';
import { senderWords, signatureLines } from '../../state/reply/sender.ts';
import { peopleInWords } from '../../state/reply/written-people.ts';
import type { World } from '../../state/world.ts';
import { pad } from '../../text/cut.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { paint } from '../theme.ts';
import { useWorld, useWorldList } from '../use-world.ts';
import { Fill, Line, Lines } from '../widgets/line.tsx';
import { Box, type DialogProps, FRAME } from './box.tsx';
import { ButtonRow } from './reply-buttons.tsx';
import { footOf, LineRow } from './reply-rows.tsx';
import { FilesRow, signatureRows, textWindow, useWritingPlace, WrittenText } from './written-text.tsx';

/** The head, the frame, the footer and its rule. */
const HEAD_AND_FEET = 5;
/** A lower pane, as a slow link, leaves out what is empty, the signature, and the buttons until they have the keys. */
const ROOMY = 18;
/** Below this, only the part that has the keys is shown beside the text. */
const ROOM_FOR_PEOPLE = 12;

/** A reply at the foot of the detail; its head is inverse and names those who will get it. */
export function ReplyBox({ part: field, overlay, screen }: DialogProps<Field, ReplyOverlay>): ReactElement {
  const { part, isThrifty } = overlay.data;
  const title = useWorld(world => field.title(world, overlay));
  const pane = useWritingPlace(screen);
  const { left, columns: outer } = pane;
  const columns = outer - FRAME;
  const isRoomy = pane.rows >= ROOMY && isThrifty !== true;
  const hasCc = useWorld(world => isRoomy || part === 'cc' || lineOf(world, overlay, 'cc').text !== '');
  const hasBcc = useWorld(world => partsOf(world, overlay).includes('bcc'));
  const isNew = isFirst(overlay.targets[0]!);
  const isThere = { to: true, cc: hasCc, bcc: hasBcc, subject: isNew };
  const isShown = (one: LinePart) => one === part || (screen.rows >= ROOM_FOR_PEOPLE && isThere[one]);
  const people = overlay.targets.length > 1 ? [] : lineParts.filter(isShown);
  const hasButtons = isRoomy || replyParts.indexOf(part) >= replyParts.indexOf('files');
  const files = useWorld(world => (isRoomy || part === 'files' ? (field.attached?.(world, overlay) ?? t``) : t``));
  // A blank row as in a mail: a rule of this width would be a quarter of the bytes of the whole box.
  const hasGap = isRoomy && people.length > 0;
  const others = people.length + [hasGap, files !== '', hasButtons].filter(Boolean).length;
  const room = signatureRows(pane, others);
  const signature = useWorldList(world => (isRoomy ? signatureOf(world, overlay, columns - 2, room) : []));
  const beside = others + signature.length;
  const edge = useWorld(
    world =>
      (part === 'inbox'
        ? t`${senderWords(world, overlay.targets[0]!, columns - 12)} · ← → other`
        : timeSaid(overlay.data, world.now) || faultOf(world, overlay)) ||
      (isRoomy ? senderWords(world, overlay.targets[0]!, columns - 2) : t``),
  );
  const head = useWorld(world => headOf(world, overlay, Math.max(0, outer - width(title) - 2)));
  const keys = useWorld(world => world.keyNames);
  const staged = useWorld(world => followingWords(world, stagedFor(world, mailOf(overlay))));
  const span = safeLine(timeWords(overlay.data, 'wait'));
  const text = textWindow(overlay.draft, columns, pane, beside);
  const rows = text.room + beside;
  const top = Math.max(0, screen.rows - rows - HEAD_AND_FEET);
  return (
    <InkBox position="absolute" flexDirection="column">
      <InkBox marginLeft={left} marginTop={top}>
        <Line>{[t` `, paint('replyHead', head), title, t` `]}</Line>
      </InkBox>
      <Box
        place={{ left, top: top + 1, columns, rows }}
        title={edge}
        foot={footOf(field, keys, columns, { isOne: overlay.targets.length === 1 && !isNew, staged, span })}
      >
        {people.map(one => (
          <LineRow key={one} part={one} overlay={overlay} columns={columns} />
        ))}
        <Fill rows={hasGap ? 1 : 0} columns={columns} />
        <WrittenText text={text} columns={columns} hasCursor={part === 'text'} />
        <Lines of={signature.map(line => [t` `, paint('dim', pad(line, columns - 1))])} />
        <FilesRow files={files} columns={columns} />
        {hasButtons ? <ButtonRow overlay={overlay} columns={columns} /> : null}
      </Box>
    </InkBox>
  );
}

/** Replies to several conversations end with the signature of each inbox. */
function signatureOf(world: World, { targets }: ReplyOverlay, columns: number, rows: number): readonly SafeText[] {
  const signed = targets.length > 1 ? [] : signatureLines(world, targets[0]!, columns);
  return signed.length > rows ? [] : signed;
}

/** `REPLY → Zoë Quinn <zoe@customer.example> +2`, so wide that the number follows at the edge. */
function headOf(world: World, overlay: ReplyOverlay, columns: number): SafeText {
  const { targets, data, draftKind } = overlay;
  if (targets.length > 1) return pad(t`REPLY → each customer of ${targets.length} conversations `, columns);
  const start = isFirst(targets[0]!) ? t`NEW → ` : draftKind === 'forward' ? t`FORWARD → ` : t`REPLY → `;
  // The typed text shows in its own line alone.
  if (isPeople(data.part)) return pad(t`${start}…`, columns);
  const { to, cc, bcc } = boxRecipients(world, mailOf(overlay));
  return pad(t`${start}${peopleInWords([...to, ...cc, ...bcc], columns - width(start) - 1)}`, columns);
}

/** The fault of the recipients. A line says nothing about itself while it is typed: each letter is one cell. */
function faultOf(world: World, overlay: ReplyOverlay): SafeText {
  return overlay.targets.length > 1 ? t`` : peopleNotice(world, mailOf(overlay), overlay.data.part);
}
