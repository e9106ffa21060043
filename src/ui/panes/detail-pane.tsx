import { Box } from 'ink';
import { memo, useMemo } from 'react';
import { type Highlight, highlightsIn, placesUnfolded } from '../../state/detail/find.ts';
import type { DetailLine } from '../../state/detail/line.ts';
import { unratedWords } from '../../state/mail/rating-words.ts';
import type { Offline, World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { wrap } from '../../text/wrap.ts';
import { detailColumnsOf, type PaneBox } from '../layout.ts';
import { useDesk, useWorld } from '../use-world.ts';
import { Blank, Lines } from '../widgets/line.tsx';
import { DetailHead } from './detail-head.tsx';
import { EntryLine } from './entry-line.tsx';

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
  const highlights = useHighlights(lines, top, room);
  const shown = lines.slice(top, top + room);
  const texts = shown.length > 0 ? [] : wrap(state, detailColumnsOf(box.columns)).slice(0, room);
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
          columns={box.columns}
          isSelected={index === at}
          hasKeys={hasKeys && index === Math.max(0, at)}
          hasWeights={hasWeights}
          found={highlights?.get(top + index)}
        />
      ))}
      <Lines of={texts.map(text => t` ${text}`)} />
      <Blank rows={room - shown.length - texts.length} />
    </Box>
  );
});

/** The matches of a search in the lines in view; none if the conversation has changed since. */
function useHighlights(
  lines: readonly DetailLine[],
  top: number,
  room: number,
): ReadonlyMap<number, readonly Highlight[]> | undefined {
  const desk = useDesk();
  const find = useWorld(world => (world.pane === 'detail' ? world.detail.find : null));
  const all = find === null ? NO_LINES : desk.detailLines('all');
  const places = useMemo(() => (all === NO_LINES ? [] : placesUnfolded(lines, all)), [lines, all]);
  return useMemo(
    () => (find === null || find.all !== all ? undefined : highlightsIn(find, lines, places, top, top + room)),
    [find, all, lines, places, top, room],
  );
}

/** The text of the detail while it has no lines. */
function stateText(world: World): SafeText {
  const { detail, list, offline } = world;
  if (detail.problem !== null) return offline === null ? detail.problem : waitText(offline);
  if (detail.loading) return t`Reading the conversation…`;
  if (detail.conversationId !== null)
    return detail.section === 'reviews' ? unratedWords(world, detail.conversationId) : t`Nothing here yet.`;
  return list.rows.length === 0 ? t`` : t`Enter opens a conversation.`;
}

function waitText({ why }: Offline): SafeText {
  return why === 'signedOut' ? t`Signed out: it comes once you sign in.` : t`Not read yet: it comes with the link.`;
}
