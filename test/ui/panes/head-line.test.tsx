import { Box } from 'ink';
import { cleanup, render } from 'ink-testing-library';
import { afterEach, expect, test } from 'vitest';
import { safeLine, t } from '../../../src/text/safe.ts';
import { width } from '../../../src/text/width.ts';
import { HeadLine } from '../../../src/ui/panes/head-line.tsx';

afterEach(cleanup);

const TITLES = ['', 'Views', '#1042 Refund for the parcel that never came', '配'.repeat(30)];
const RIGHTS = ['', '6', 'waits 2 m', 'a status with a long name', `open${'配'.repeat(30)}`];

test('a head never leaves its pane, however long its title and its right are', () => {
  for (const columns of [12, 13, 46, 47]) {
    const heads = TITLES.flatMap(title => RIGHTS.map(right => ({ title: safeLine(title), right: safeLine(right) })));
    const { lastFrame } = render(
      <Box flexDirection="column">
        {heads.map(head => (
          <HeadLine key={`${head.title}/${head.right}`} {...head} columns={columns} isBold={false} />
        ))}
      </Box>,
    );
    const lines = (lastFrame() ?? '').split('\n');
    expect(lines).toHaveLength(heads.length);
    // The last column is blank, and a frame ends its lines without blanks.
    for (const line of lines) expect(width(safeLine(line)), `${line} in ${columns}`).toBeLessThan(columns);
  }
});

test('a long right leaves the title half of the line', () => {
  const right = safeLine('a status with a very long name that says it all');
  const { lastFrame } = render(
    <HeadLine columns={40} title={t`#1042 Refund for a parcel`} right={right} isBold={false} />,
  );
  expect(lastFrame()).toBe(' #1042 Refund for … a status with a ve…');
});
