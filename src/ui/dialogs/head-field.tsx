import { Box } from 'ink';
import type { ReactElement } from 'react';
import { topOverlay } from '../../keys/overlay.ts';
import { t } from '../../text/safe.ts';
import { useWorld } from '../use-world.ts';
import { Line } from '../widgets/line.tsx';
import { TextField } from '../widgets/text-field.tsx';

const SIGN_COLUMNS = 3;

/** The filter line, in place of the list's head. */
export function HeadField({ columns }: { readonly columns: number }): ReactElement | null {
  const overlay = useWorld(topOverlay);
  if (overlay?.kind !== 'field') return null;
  return (
    <Box width={columns} height={1}>
      <Line>{t` / `}</Line>
      <TextField draft={overlay.draft} columns={columns - SIGN_COLUMNS - 1} />
      <Line>{t` `}</Line>
    </Box>
  );
}
