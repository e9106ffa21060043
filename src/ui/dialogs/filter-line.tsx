import { Box } from 'ink';
import type { ReactElement } from 'react';
import type { Draft } from '../../text/edit.ts';
import { t } from '../../text/safe.ts';
import { Line } from '../widgets/line.tsx';
import { TextField } from '../widgets/text-field.tsx';

const SIGN_COLUMNS = 3;

/** The line of a box that narrows its rows by what is typed. */
export function FilterLine({ draft, columns }: { readonly draft: Draft; readonly columns: number }): ReactElement {
  return (
    <Box width={columns} height={1}>
      <Line>{t` > `}</Line>
      <TextField draft={draft} columns={columns - SIGN_COLUMNS - 1} />
      <Line>{t` `}</Line>
    </Box>
  );
}
