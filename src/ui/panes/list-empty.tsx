import { Box } from 'ink';
import type { ReactElement } from 'react';
import { emptyText } from '../../state/list/empty-words.ts';
import { t } from '../../text/safe.ts';
import { wrap } from '../../text/wrap.ts';
import { useWorld } from '../use-world.ts';
import { Lines } from '../widgets/line.tsx';

interface ListEmptyProps {
  readonly columns: number;
  readonly rows: number;
}

/**
 * The text of a list without rows: that it is being read, why it could not be read, or what is empty and which key
 * helps.
 */
export function ListEmpty({ columns, rows }: ListEmptyProps): ReactElement {
  const text = useWorld(world => emptyText(world));
  const isProblem = useWorld(world => world.list.problem !== null && world.offline === null);
  const lines = wrap(text, Math.max(1, columns - 2)).slice(0, rows);
  return (
    <Box flexDirection="column" height={rows}>
      <Lines of={lines.map(line => t` ${line}`)} look={isProblem ? 'problem' : 'plain'} />
    </Box>
  );
}
