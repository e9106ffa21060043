import { Box } from 'ink';
import type { ReactElement } from 'react';
import { cut } from '../../text/cut.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import type { Look } from '../theme.ts';
import { Line } from '../widgets/line.tsx';
import { HeadLine } from './head-line.tsx';

interface ShortHeadProps {
  readonly columns: number;
  readonly rows: number;
  readonly texts: {
    readonly title: SafeText;
    /** How long the customer waits, otherwise the status. */
    readonly state: SafeText;
    /** People, place and tags. */
    readonly about: SafeText;
  };
  /** The look of the state, if it has a place of its own. */
  readonly look: Look;
  /** As in `HeadLine`. */
  readonly isBold: boolean;
  readonly isBehind: boolean;
}

/** The head of a conversation below the list: in one line, if that has room for the title and all the rest. */
export function ShortHead({ columns, rows, texts, look, isBold, isBehind }: ShortHeadProps): ReactElement {
  const { title, state, about } = texts;
  if (rows === 1) {
    const room = Math.max(columns >> 1, columns - width(title) - 4) - width(state) - 2;
    return (
      <HeadLine
        columns={columns}
        title={title}
        right={t`${cut(about, room)}  ${state}`}
        isBold={isBold}
        isBehind={isBehind}
      />
    );
  }
  return (
    <Box flexDirection="column" height={rows} flexShrink={0}>
      <HeadLine columns={columns} title={title} right={state} rightLook={look} isBold={isBold} isBehind={isBehind} />
      <Line>{t` ${cut(about, columns - 2)}`}</Line>
    </Box>
  );
}
