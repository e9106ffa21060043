import { Box } from 'ink';
import type { ReactElement } from 'react';
import { topOverlay } from '../../keys/overlay.ts';
import type { Draft } from '../../text/edit.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { useWorld } from '../use-world.ts';
import { Line } from '../widgets/line.tsx';
import { TextField } from '../widgets/text-field.tsx';

const SIGN_COLUMNS = 3;

interface FilterLineProps {
  readonly draft: Draft;
  readonly columns: number;
  /** What stands before the text. */
  readonly sign?: SafeText;
}

/** The line of a box that narrows its rows by what is typed. */
export function FilterLine({ draft, columns, sign = t`>` }: FilterLineProps): ReactElement {
  return (
    <Box width={columns} height={1}>
      <Line>{t` ${sign} `}</Line>
      <TextField draft={draft} columns={columns - SIGN_COLUMNS - 1} />
      <Line>{t` `}</Line>
    </Box>
  );
}

/** The filter line of the list, in place of its head. */
export function HeadField({ columns }: { readonly columns: number }): ReactElement | null {
  const overlay = useWorld(topOverlay);
  return overlay?.kind === 'field' ? <FilterLine draft={overlay.draft} columns={columns} sign={t`/`} /> : null;
}
