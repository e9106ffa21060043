import type { Action, Option } from '../../keys/action.ts';
import { filterOptions } from '../../keys/options.ts';
import { closeOverlay, openPicker, say } from '../../keys/overlay.ts';
import type { Desk } from '../../state/context.ts';
import { type Facet, type FacetCount, type Facets, facetsOf } from '../../state/list/facets.ts';
import type { PickerOverlay } from '../../state/overlay.ts';
import { leavesOutResolved } from '../../state/query/unresolved.ts';
import { countFacets } from '../../state/sync/facets.ts';
import type { Overlay } from '../../state/world.ts';
import { grouped } from '../../text/numbers.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { goToList } from '../go/go-to.ts';

/** The box as it opened: its rows keep their order, whatever their numbers become. */
interface FacetsData {
  readonly facets: Facets;
  /** The numbers that the help center has said since, by label. */
  readonly counts: ReadonlyMap<SafeText, FacetCount>;
  /** Whether the help center is asked for them; `all`: it has said all. */
  readonly asked: 'no' | 'asking' | 'all';
}

const CANNOT_COUNT = t`This help center does not count: the numbers are of the loaded rows.`;

export const listFacets: Action<'list.facets', { picker: FacetsData }> = {
  id: 'list.facets',
  title: t`Narrow by…`,
  help: t`Counts the list by status, agent, tag, inbox; narrows it`,
  scope: 'list',
  keys: ['f'],
  words: ['facets', 'filter', 'count', 'status', 'tag'],
  unavailable: ({ list }) => (list.asOf === null ? t`The list is not read yet.` : undefined),
  run: desk => {
    const facets = facetsOf(desk.world());
    if (facets.all.length === 0) {
      say(desk, t`The list is empty: nothing to narrow by.`);
      return;
    }
    openPicker(desk, listFacets, { facets, counts: new Map(), asked: 'no' });
    const canCount = unknownOf(facets).length > 0 && !leavesOutResolved(facets.query, desk.world());
    if (canCount && desk.world().link === 'fast') void askAll(desk, facets);
  },
  picker: {
    title: (_world, { data }) => titleOf(data),
    hasFilter: true,
    verb: t`on or off`,
    // Always the same, so that the box keeps its width.
    legend: () => t`Tab counts all`,
    options: (_world, { data, draft }) =>
      filterOptions(
        data.facets.all.map(facet => optionOf(facet, data)),
        draft,
      ),
    keys: [{ key: 'tab', run: (desk, { data }) => askMore(desk, data) }],
    take: (desk, { data }, { id }) => {
      const facet = data.facets.all.find(({ label }) => label === id);
      closeOverlay(desk);
      if (facet) goToList(desk, facet.next);
    },
  },
};

function titleOf({ facets, asked }: FacetsData): SafeText {
  const isPart = asked === 'no' && unknownOf(facets).length > 0;
  return isPart ? t`Narrow by · of ${grouped(facets.rows)} loaded` : t`Narrow by`;
}

function optionOf(facet: Facet, { counts }: FacetsData): Option {
  const detail = countText(counts.get(facet.label) ?? facet.count);
  return { id: facet.label, label: facet.label, sign: facet.isChosen ? t`✓` : t` `, detail };
}

function countText(count: FacetCount | null): SafeText {
  if (count === null || (count.of === 'loaded' && count.number === 0)) return t``;
  if (count.of === 'more') return t`${grouped(count.number - 1)}+`;
  return count.of === 'all' ? grouped(count.number) : t`${grouped(count.number)}+`;
}

function unknownOf({ all }: Facets): readonly Facet[] {
  return all.filter(({ count }) => count?.of !== 'all');
}

/** Asks for the numbers that are not known, or says why not. */
function askMore(desk: Desk, { facets, asked }: FacetsData): void {
  if (asked === 'asking') say(desk, t`The help center is counting already.`);
  else if (asked === 'all' || unknownOf(facets).length === 0) say(desk, t`All are counted.`);
  else if (leavesOutResolved(facets.query, desk.world())) say(desk, CANNOT_COUNT);
  else void askAll(desk, facets);
}

async function askAll(desk: Desk, facets: Facets): Promise<void> {
  const box = (): PickerOverlay<FacetsData> | undefined => boxOf(desk.world().overlays, facets);
  const change = (part: (data: FacetsData) => Partial<FacetsData>): void => {
    const found = box();
    const overlays = desk.world().overlays;
    if (!found) return;
    const changed = { ...found, data: { ...found.data, ...part(found.data) } };
    desk.set({ overlays: overlays.map(overlay => (overlay === found ? changed : overlay)) });
  };
  change(() => ({ asked: 'asking' }));
  const end = await countFacets(desk, unknownOf(facets), {
    take: ({ label }, count) => change(({ counts }) => ({ counts: new Map([...counts, [label, count]]) })),
    isWanted: () => box() !== undefined,
  });
  change(() => ({ asked: end === 'counted' ? 'all' : 'no' }));
  if (box() === undefined || end === 'counted') return;
  say(
    desk,
    end === 'unknown'
      ? t`The help center does not count: the numbers are of the loaded rows.`
      : t`Not all counted: ${end.problem}`,
  );
}

function boxOf(overlays: readonly Overlay[], facets: Facets): PickerOverlay<FacetsData> | undefined {
  const isBox = (overlay: Overlay): overlay is PickerOverlay<FacetsData> =>
    overlay.kind === 'picker' && overlay.actionId === listFacets.id && (overlay.data as FacetsData).facets === facets;
  return overlays.find(isBox);
}
