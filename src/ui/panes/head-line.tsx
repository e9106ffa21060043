import { memo, type ReactElement } from 'react';
import { pad } from '../../text/cut.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { type Look, paint } from '../theme.ts';
import { Line } from '../widgets/line.tsx';

interface HeadLineProps {
  readonly columns: number;
  readonly title: SafeText;
  readonly right: SafeText;
  readonly rightLook?: Look;
  /** The pane has the keys. */
  readonly isBold: boolean;
  /** The list's cursor has moved on: `…` at the edge says that another one follows. */
  readonly isBehind?: boolean;
}

/** The first line of a pane: its title, and at the right how much there is of it. */
export const HeadLine = memo(function HeadLine(props: HeadLineProps): ReactElement {
  const { columns, title, right, rightLook = 'plain', isBold, isBehind = false } = props;
  const rightColumns = Math.min(width(right), Math.max(0, columns - 2));
  const room = Math.max(0, columns - 2 - rightColumns - (rightColumns > 0 ? 1 : 0));
  const name = pad(title, room);
  const edge = isBehind ? t`…` : t` `;
  const gap = rightColumns > 0 ? t` ` : t``;
  return (
    <Line>{[edge, isBold ? paint('bold', name) : name, gap, paint(rightLook, pad(right, rightColumns)), t` `]}</Line>
  );
});
