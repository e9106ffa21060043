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
  /** Before the right. */
  readonly beside?: SafeText;
  /** The pane has the keys. */
  readonly isBold: boolean;
  /** The list's cursor has moved on: `…` at the edge says that another one follows. */
  readonly isBehind?: boolean;
}

/** The first line of a pane: its title, and at the right how much there is of it. */
export const HeadLine = memo(function HeadLine(props: HeadLineProps): ReactElement {
  const { columns, title, right, rightLook = 'plain', beside = t``, isBold, isBehind = false } = props;
  const inner = Math.max(0, columns - 2);
  // A long text at the right leaves the title half of the line.
  const rightColumns = Math.min(width(right), Math.max(inner - 1 - width(title), inner >> 1));
  const gap = rightColumns > 0 ? t` ` : t``;
  const name = pad(title, inner - rightColumns - width(gap) - width(beside));
  const edge = isBehind ? t`…` : t` `;
  const shownRight = right !== '' && paint(rightLook, pad(right, rightColumns));
  return <Line>{[edge, isBold ? paint('bold', name) : name, beside, gap, shownRight, t` `]}</Line>;
});
