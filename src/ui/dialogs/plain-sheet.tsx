import { Box as InkBox } from 'ink';
import type { ReactElement } from 'react';
import { pad } from '../../text/cut.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { paint } from '../theme.ts';
import { Fill, Line, Lines } from '../widgets/line.tsx';

interface PlainSheetProps {
  readonly title: SafeText;
  readonly lines: readonly SafeText[];
  /** Empty rows below the lines. */
  readonly blanks: number;
  readonly foot: SafeText;
  readonly columns: number;
}

/** Lines over the whole width without a frame, so that a long link can be copied from the screen. */
export function PlainSheet({ title, lines, blanks, foot, columns }: PlainSheetProps): ReactElement {
  return (
    <InkBox position="absolute" flexDirection="column" width={columns}>
      <Line>{[paint('cursor', t` `), paint('bold', pad(title, columns - 1))]}</Line>
      <Lines of={lines.map(line => pad(line, columns))} />
      <Fill rows={blanks} columns={columns} />
      <Line look="dim">{t` ${pad(foot, columns - 1)}`}</Line>
    </InkBox>
  );
}
