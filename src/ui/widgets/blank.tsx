import { Box } from 'ink';
import type { ReactElement } from 'react';

/** Empty rows. */
export function Blank({ rows }: { readonly rows: number }): ReactElement | null {
  return rows > 0 ? <Box height={rows} flexShrink={0} /> : null;
}
