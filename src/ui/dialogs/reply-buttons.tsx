import type { ReactElement } from 'react';
import { partsOf, type ReplyOverlay } from '../../actions/conversation/reply-parts.ts';
import { isTimed, type ReplyPart, statusAfterReply, timedParts, timeWords } from '../../state/reply/box.ts';
import type { World } from '../../state/world.ts';
import { cut, pad } from '../../text/cut.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { paint } from '../theme.ts';
import { useWorld, useWorldList } from '../use-world.ts';
import { Line, type Piece } from '../widgets/line.tsx';

const MAX_STATUS_COLUMNS = 20;

interface ButtonRowProps {
  readonly overlay: ReplyOverlay;
  readonly columns: number;
}

type Button = readonly [part: ReplyPart, words: SafeText];

/** The buttons below the text. Of those that do not fit, `save` and then the ones with a time are the first to show only with the keys. */
export function ButtonRow({ overlay, columns }: ButtonRowProps): ReactElement {
  const parts = useWorldList(world => partsOf(world, overlay));
  const then = useWorld(thenWords);
  const { data } = overlay;
  const [wait, at] = timedParts.map(part => safeLine(timeWords(data, part)));
  const labels: Partial<Record<ReplyPart, SafeText>> = {
    files: t`Attach`,
    send: t`Send`,
    then,
    wait: t`Send and wait ${wait!}`,
    at: t`Send at ${at!}`,
    save: t`Save as reply`,
    record: t`Record`,
  };
  const own = parts.flatMap(part => (labels[part] ? [[part, cut(labels[part], columns - 4)] as const] : []));
  const buttons = fitting(own, data.part, columns);
  return (
    <Line>
      {[
        ...buttons.map(([one, words], index) => [index === 0 ? t` ` : t`  `, button(data.part, one, words)]),
        pad(t``, Math.max(0, columns - widthOf(buttons))),
      ]}
    </Line>
  );
}

function widthOf(buttons: readonly Button[]): number {
  return buttons.reduce((sum, [, words]) => sum + width(words) + width(t`  []`), -1);
}

function fitting(all: readonly Button[], current: ReplyPart, columns: number): readonly Button[] {
  const others = all.filter(([part]) => part !== current);
  const dropped =
    others.find(([part]) => part === 'save') ?? others.findLast(([part]) => isTimed(part)) ?? others.at(-1);
  if (widthOf(all) <= columns || !dropped) return all;
  const left = all.filter(one => one !== dropped);
  return fitting(left, current, columns);
}

/** The effect of the button that sets a status. */
function thenWords(world: World): SafeText {
  const status = statusAfterReply(world);
  if (!status || status.kind === 'closed') return t`Send and close`;
  return t`Send, then ${cut(status.name, MAX_STATUS_COLUMNS)}`;
}

/** The button that has the keys has the terminal's cursor, too. */
function button(current: ReplyPart, part: ReplyPart, word: SafeText): Piece {
  return current === part ? [paint('cursor', t`[`), paint('bar', word), t`]`] : t`[${word}]`;
}
