import { type ReactElement, useMemo, useRef } from 'react';
import { lineAt } from '../../keys/line-keys.ts';
import { countOf } from '../../state/list/words.ts';
import { queryTitle } from '../../state/query/language.ts';
import { listedView } from '../../state/query/view-query.ts';
import { views } from '../../state/query/views.ts';
import type { World } from '../../state/world.ts';
import { cut } from '../../text/cut.ts';
import { asOf } from '../../text/relative-time.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import { useDesk, useWorld } from '../use-world.ts';
import { FieldLine } from '../widgets/text-field.tsx';
import { HeadLine } from './head-line.tsx';
import { useOtherViews } from './use-places.ts';

/** The blank columns at the edges of the pane, and one before the count. */
const EDGES = 3;

interface ListHeadProps {
  readonly columns: number;
  /** It names the other views, and how much there is in each. */
  readonly hasViews: boolean;
}

/** The name of the list and, behind it, its size; while the filter is edited, its text. */
export function ListHead({ columns, hasViews }: ListHeadProps): ReactElement {
  const title = useTitle();
  const size = useSize();
  const named = size === '' ? title : t`${cut(title, columns - EDGES - width(size))} ${size}`;
  const views = useOtherViews(title, hasViews ? columns - width(named) - EDGES : 0);
  const isBold = useWorld(world => world.pane === 'list');
  const edited = useWorld(world => lineAt(world, 'head')?.state);
  if (edited) return <FieldLine draft={edited.draft} columns={columns} before={t` / `} />;
  return <HeadLine columns={columns} title={named} right={views} rightLook="dim" isBold={isBold} />;
}

/** The name of the saved view that is listed; otherwise the filter in words. */
function useTitle(): SafeText {
  const desk = useDesk();
  const query = useWorld(world => world.list.query);
  const savedViews = useWorld(world => world.savedViews);
  const words = useWorld(world => queryTitle(query, world));
  const isGiven = views.some(({ title }) => title === words);
  const own = useMemo(() => {
    const world = desk.world();
    return listedView({ ...world, savedViews, list: { ...world.list, query } })?.name;
  }, [desk, savedViews, query]);
  return isGiven ? words : (own ?? words);
}

/** On a slow link, the count of the last read: it does not follow each change. */
function useSize(): SafeText {
  const size = useWorld(sizeOf);
  const isLive = useWorld(({ link, list }) => link === 'fast' || list.problem !== null || list.loading === 'first');
  const ids = useWorld(world => world.list.ids);
  const asOf = useWorld(world => world.list.asOf);
  const hasTotal = useWorld(world => world.list.total !== null);
  const held = useRef({ size, ids, asOf, hasTotal });
  const { current } = held;
  const isOther = current.ids !== ids || current.asOf !== asOf || current.hasTotal !== hasTotal;
  if (isLive || isOther) held.current = { size, ids, asOf, hasTotal };
  return held.current.size;
}

function sizeOf({ list, now }: World): SafeText {
  if (list.isOfflineSearch || list.asOf === null) return countOf(list);
  const isOld = list.isCached || list.loading === 'first' || list.problem !== null;
  return isOld ? asOf(list.asOf, now) : countOf(list);
}
