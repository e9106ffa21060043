import { Box, type DOMElement } from 'ink';
import { createRef, useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import type { Option } from '../../../src/keys/option.ts';
import { safeLine, t } from '../../../src/text/safe.ts';
import { ChoiceList } from '../../../src/ui/dialogs/choice-list.tsx';
import { draw } from '../screen.tsx';
import { fakeDesk, sampleWorld } from '../world.ts';

const COLUMNS = 24;
const ROWS = 4;

const OPTIONS: readonly Option[] = ['Ana', 'Bo', 'Cleo', 'Dan', 'Eve', 'Finn'].map((name, at) => ({
  id: `agent ${at}`,
  label: safeLine(name),
  ...(at === 3 ? { group: t`Away` } : {}),
}));

/** A drawn list whose cursor is set by the test, and its nodes in Ink's tree. */
function scene() {
  const { desk } = fakeDesk(sampleWorld({ columns: COLUMNS, rows: ROWS + 1 }));
  const top = createRef<DOMElement>();
  let move = (_index: number) => {};
  const List = () => {
    const [index, setIndex] = useState(0);
    move = setIndex;
    return <ChoiceList options={OPTIONS} index={index} columns={COLUMNS} rows={ROWS} hasCursor />;
  };
  const drawn = draw(desk, {
    part: (
      <Box ref={top} flexDirection="column">
        <List />
      </Box>
    ),
  });
  onTestFinished(() => drawn.end());
  return {
    rows: () => drawn.rows().map(row => row.trimEnd()),
    moveTo: async (index: number) => {
      move(index);
      await drawn.settle();
    },
    nodes: () => below(top.current!),
  };
}

function below(node: DOMElement): readonly DOMElement[] {
  return node.childNodes.flatMap(child => ('childNodes' in child ? [child, ...below(child)] : []));
}

test('a list has as many rows as it is given, with the chosen one marked and titles above theirs', async () => {
  const { rows, moveTo } = scene();
  expect(rows()).toEqual(['▌  Ana', '   Bo', '   Cleo', ' Away']);
  await moveTo(1);
  expect(rows()).toEqual(['   Ana', '▌  Bo', '   Cleo', ' Away']);
  await moveTo(5);
  expect(rows()).toEqual([' Away', '   Dan', '   Eve', '▌  Finn']);
  await moveTo(0);
  expect(rows()).toEqual(['▌  Ana', '   Bo', '   Cleo', ' Away']);
});

test('the rows of a list stay the same ones while its cursor moves over them', async () => {
  const { nodes, moveTo } = scene();
  const before = nodes();
  await moveTo(1);
  expect(nodes()).toHaveLength(before.length);
  expect(nodes().filter((node, at) => node !== before[at])).toEqual([]);
});
