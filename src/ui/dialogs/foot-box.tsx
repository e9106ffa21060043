import { type ReactElement, useLayoutEffect } from 'react';
import { asked, viewOf } from '../../keys/flow.ts';
import { escapeOf } from '../../keys/form-keys.ts';
import { refreshLines, textIn } from '../../keys/line-keys.ts';
import { isThere, wordsOn } from '../../keys/part-state.ts';
import type { AnyBox, AnyView } from '../../keys/parts.ts';
import type { OpenBox } from '../../state/world/open-box.ts';
import { pad } from '../../text/cut.ts';
import { join, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { paint } from '../theme.ts';
import { useDesk, useWorld } from '../use-world.ts';
import { Lines } from '../widgets/line.tsx';
import { DialogBox, FRAME, type OpenBoxProps } from './box.tsx';
import { ButtonRow, buttonsIn, LineRow } from './foot-rows.tsx';
import { underLine } from './part-sizes.ts';
import { signatureRows, textWindow, useWritingPlace, WrittenText } from './written-text.tsx';

/** The frame, the footer and its rule. */
const EDGE_ROWS = 4;
/** A lower pane, as a slow link, leaves out what is empty, what follows the text, and the buttons until they have the keys. */
const ROOMY = 18;
/** Below this, only the part that has the keys is shown beside the text. */
const ROOM_FOR_LINES = 12;

/** A box with a text of many lines, at the foot of the detail: its other lines above the text, its buttons below. */
export function FootBox({ open, screen }: OpenBoxProps): ReactElement {
  const desk = useDesk();
  const world = useWorld(all => all);
  useLayoutEffect(() => void refreshLines(desk, open));
  const { box } = asked(open);
  const view = viewOf(world, open);
  const { at, parts } = open.state;
  const pane = useWritingPlace(screen);
  const { left, columns: outer } = pane;
  const columns = outer - FRAME;
  const isRoomy = pane.rows >= ROOMY && box.isThrifty?.(view) !== true;
  const { name, part, state } = textIn(open)!;
  const lines = Object.keys(parts).filter(one => {
    const [line, now] = [box.parts[one]!, parts[one]!];
    if (line.kind !== 'line' || now.kind !== 'line' || !isThere(line, view)) return false;
    const isShown = isRoomy || line.isOptional !== true || now.draft.text !== '';
    return one === at || (isShown && screen.rows >= ROOM_FOR_LINES);
  });
  const buttons = buttonsIn(open, view);
  const hasButtons = buttons.length > 0 && (isRoomy || buttons.some(button => button.name === at));
  const files = part.attached?.(view) ?? t``;
  const own = box.parts[at]!;
  const made = own.kind === 'button' ? own.made?.(view, wordsOn(own, parts[at])) : undefined;
  const aside = made ?? box.aside?.(view, columns - 2, !isRoomy) ?? t``;
  // Blank if there is nothing to say: a rule of this width would be a quarter of the bytes of the whole box.
  const hasGap = aside !== '' || (isRoomy && lines.length > 0);
  const under = underLine({ name, part, state, view, fault: at === name ? open.fault : undefined }, columns);
  const others = lines.length + under.rows.length + [hasGap, files !== '', hasButtons].filter(Boolean).length;
  const after = isRoomy ? (part.after?.(view, columns - 2) ?? []) : [];
  const signed = after.length > signatureRows(pane, others) ? [] : after;
  const text = textWindow(state.draft, columns, pane, others + signed.length);
  const rows = text.room + others + signed.length;
  return (
    <DialogBox
      place={{ left, top: Math.max(0, screen.rows - rows - EDGE_ROWS), columns, rows }}
      title={titleOf(box, view)}
      look={box.goesOut ? 'replyHead' : 'noteHead'}
      foot={footOf(open, box, view, columns)}
    >
      {lines.map(one => (
        <LineRow key={one} name={one} open={open} view={view} columns={columns} />
      ))}
      <Lines of={hasGap ? [t` ${pad(aside, columns - 1)}`] : []} look="dim" />
      <WrittenText text={text} columns={columns} hasCursor={at === name} />
      <Lines of={signed.map(line => [t` `, paint('dim', pad(line, columns - 1))])} />
      <Lines of={files === '' ? [] : [t` ${pad(t`with ${files}`, columns - 1)}`]} look="dim" />
      <Lines of={under.rows.map(row => [t` `, paint(under.look, pad(row, columns - 1))])} />
      {hasButtons ? <ButtonRow buttons={buttons} at={at} columns={columns} /> : null}
    </DialogBox>
  );
}

/** `REPLY · #44 · goes to the customer`: what it is, what it is about, and who will read it. */
function titleOf({ audience = t``, title }: AnyBox, view: AnyView) {
  const [kind, ...readers] = audience.split(' · ');
  return join(
    [t`${kind as typeof audience}`, title(view), ...(readers as (typeof audience)[])].filter(Boolean),
    t` · `,
  );
}

/** As many hints as fit; what sends the text and what Esc does always stand there. */
function footOf(open: OpenBox, box: AnyBox, view: AnyView, columns: number) {
  const { keyNames: keys } = view.world;
  const also = box.also?.(view) ?? t``;
  const send = [t`${keys['box.send']} ${box.verb}`, also].filter(Boolean);
  const back = t`Esc ${escapeOf(box, view) ?? t`back`}`;
  const buttons = buttonsIn(open, view).flatMap(({ words, part: { key } }) =>
    key === undefined ? [] : [t`${keys[key]} ${words.toLowerCase() as typeof words}`],
  );
  const tab = buttons.length > 0 ? [t`Tab next part`] : [];
  const further = [...tab, ...buttons, t`${keys['box.editor']} in $EDITOR`];
  const feet = further.map((_, at) => [...send, ...further.slice(0, further.length - at), back]);
  const whole = [...feet, [...send, back], send].map(parts => join(parts, t` · `));
  return whole.find(foot => width(foot) <= columns - 2) ?? whole.at(-1)!;
}
