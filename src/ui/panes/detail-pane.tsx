import { Box } from 'ink';
import { memo, type ReactElement } from 'react';
import type { DetailLine } from '../../state/detail/line.ts';
import type { World } from '../../state/world.ts';
import { cut, pad } from '../../text/cut.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { wrap } from '../../text/wrap.ts';
import { detailColumnsOf, type PaneBox } from '../layout.ts';
import { type Look, paint, signs } from '../theme.ts';
import { useDesk, useWorld } from '../use-world.ts';
import { Blank } from '../widgets/blank.tsx';
import { Line } from '../widgets/line.tsx';
import { DetailHead } from './detail-head.tsx';

const NO_LINES: readonly DetailLine[] = [];

/** A selected value has to stay the same object as long as its meaning stays the same. */
function sameWhenEmpty(lines: readonly DetailLine[]): readonly DetailLine[] {
  return lines.length === 0 ? NO_LINES : lines;
}

/** One conversation, entry by entry. */
export const DetailPane = memo(function DetailPane({ box }: { readonly box: PaneBox }) {
  const desk = useDesk();
  const lines = useWorld(() => sameWhenEmpty(desk.detailLines()));
  const top = useWorld(world => world.detail.top);
  const selected = useWorld(world => (world.pane === 'detail' ? world.detail.entryKey : null));
  const found = useWorld(world => (world.pane === 'detail' ? (world.detail.find?.line ?? null) : null));
  const hasKeys = useWorld(world => world.pane === 'detail' && world.overlays.length === 0);
  const hasWeights = useWorld(world => world.link === 'fast');
  const state = useWorld(stateText);
  const room = box.rows - box.headRows;
  const columns = detailColumnsOf(box.columns) + 2;
  const shown = lines.slice(top, top + room);
  const texts = shown.length > 0 ? [] : wrap(state, Math.max(1, columns - 2)).slice(0, room);
  const head = shown.findIndex(({ entryKey }) => entryKey !== null && entryKey === selected);
  const at = found !== null && found >= top && found - top < shown.length ? found - top : head;
  return (
    <Box flexDirection="column" width={box.columns} height={box.rows}>
      <DetailHead columns={box.columns} rows={box.headRows} />
      {shown.map((line, index) => (
        <EntryLine
          // biome-ignore lint/suspicious/noArrayIndexKey: a line of wrapped text is its place
          key={index}
          line={line}
          columns={columns}
          isSelected={index === at}
          hasKeys={hasKeys && index === Math.max(0, at)}
          hasWeights={hasWeights}
        />
      ))}
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line of wrapped text is its place
        <Line key={index}>{t` ${text}`}</Line>
      ))}
      <Blank rows={room - shown.length - texts.length} />
    </Box>
  );
});

const LOOKS: Partial<Readonly<Record<DetailLine['role'], Look>>> = {
  head: 'bold',
  quote: 'dim',
  signature: 'dim',
  fold: 'dim',
  event: 'dim',
  more: 'dim',
};

interface EntryLineProps {
  readonly line: DetailLine;
  readonly columns: number;
  readonly isSelected: boolean;
  readonly hasKeys: boolean;
  /** Dates are dim; over a slow link that is left out. */
  readonly hasWeights: boolean;
}

const EntryLine = memo(function EntryLine(props: EntryLineProps): ReactElement {
  const { line, columns, isSelected, hasKeys, hasWeights } = props;
  const { text, right, voice, role } = line;
  // A blank line needs no sign: the cursor would only have one more place to go.
  const bar = voice === null || text === '' ? undefined : paint(voice === 'note' ? 'note' : 'plain', signs[voice]);
  const room = columns - 2 - (bar ? 2 : 0);
  const rightColumns = right === null ? 0 : Math.min(width(right), room);
  const gap = rightColumns > 0 && rightColumns < room ? 1 : 0;
  const isEndDim = right !== null && hasWeights;
  const look = voice === 'note' && role === 'head' ? 'noteHead' : (LOOKS[role] ?? 'plain');
  const edge = isSelected ? signs.marker : t` `;
  // Trailing blanks are left out: Ink takes a frame apart character by character.
  const words = right === null ? cut(text, room) : pad(text, Math.max(0, room - rightColumns - gap));
  const end = right === null ? t`` : t`${pad(t``, gap)}${pad(right, rightColumns, 'right')}`;
  return (
    <Line>
      {[
        hasKeys ? paint('cursor', edge) : edge,
        bar !== undefined && [bar, t` `],
        isEndDim ? [paint(look, words), paint('dim', end)] : paint(look, t`${words}${end}`),
        t` `,
      ]}
    </Line>
  );
});

/** The text of the detail while it has no lines. */
function stateText({ detail, list }: World): SafeText {
  if (detail.problem !== null) return detail.problem;
  if (detail.loading) return t`Reading the conversation…`;
  if (detail.conversationId !== null) return t`Nothing here yet.`;
  return list.rows.length === 0 ? t`` : t`Enter opens a conversation.`;
}
