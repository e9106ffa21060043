import type { Action } from '../../keys/action.ts';
import type { Option } from '../../keys/option.ts';
import { openPicker, pickerWith, say, swapOverlay } from '../../keys/overlay.ts';
import type { Desk } from '../../state/desk.ts';
import { type Facet, type Facets, facetsOf } from '../../state/list/facets.ts';
import { whyNotAsked } from '../../state/offline.ts';
import { takesMore } from '../../state/query/values.ts';
import { countFacets } from '../../state/sync/numbers.ts';
import type { ListTotal, World } from '../../state/world.ts';
import { countText, grouped } from '../../text/numbers.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { goToList } from '../go/go-to.ts';

/** The box as it opened: its rows keep their order, whatever their numbers become. */
interface FacetsData {
  readonly facets: Facets;
  /** The numbers that the help center has said since, by label. */
  readonly counts: ReadonlyMap<SafeText, ListTotal>;
  /** Whether the help center is asked for them; `all`: it has said all. */
  readonly asked: 'no' | 'asking' | 'all';
}

const NOT_NOW = t`Not all are counted: the help center does not answer · Tab asks again`;
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
    const canAsk = unknownOf(facets).length > 0 && whyUncounted(desk.world()) === undefined;
    if (canAsk && desk.world().link === 'fast') void askAll(desk, facets);
  },
  picker: {
    kept: { anew: desk => ({ facets: facetsOf(desk.world()), counts: new Map(), asked: 'no' }) },
    title: (_world, { data }) => titleOf(data),
    hasFilter: true,
    verb: t`on or off`,
    // Always the same, so that the box keeps its width.
    legend: () => t`Tab counts all`,
    options: (_world, { data }) => data.facets.all.map(facet => optionOf(facet, data)),
    keys: [{ key: 'tab', run: (desk, { data }) => askMore(desk, data) }],
  },
};

function titleOf({ facets, asked }: FacetsData): SafeText {
  const isPart = asked === 'no' && unknownOf(facets).length > 0;
  return isPart ? t`Narrow by · of ${grouped(facets.rows)} loaded` : t`Narrow by`;
}

function optionOf(facet: Facet, { counts }: FacetsData): Option {
  const detail = numberText(counts.get(facet.label) ?? facet.count);
  const sign = facet.isChosen ? t`✓` : t` `;
  return { id: facet.label, label: facet.label, sign, detail, run: desk => goToList(desk, facet.next) };
}

/** That no loaded row has it says nothing of all. */
function numberText(count: ListTotal | null): SafeText {
  return count === null || (count.isMore && count.number === 0) ? t`` : countText(count.number, count.isMore);
}

function unknownOf({ all }: Facets): readonly Facet[] {
  return all.filter(({ count }) => count?.isMore !== false);
}

/** Why the help center cannot be asked for numbers; undefined if it can. */
function whyUncounted(world: World): SafeText | undefined {
  const { counts } = world.offers;
  const canCount = counts === true || (counts === undefined && takesMore(world));
  return canCount ? whyNotAsked(world) : typeof counts === 'string' ? counts : CANNOT_COUNT;
}

/** Asks for the numbers that are not known, or says why not. */
function askMore(desk: Desk, { facets, asked }: FacetsData): void {
  const reason = whyUncounted(desk.world());
  if (asked === 'asking') say(desk, t`The help center is counting already.`);
  else if (asked === 'all' || unknownOf(facets).length === 0) say(desk, t`All are counted.`);
  else if (reason !== undefined) say(desk, reason);
  else void askAll(desk, facets);
}

async function askAll(desk: Desk, facets: Facets): Promise<void> {
  const box = () => pickerWith(desk.world(), listFacets, data => data.facets === facets);
  const change = (part: (data: FacetsData) => Partial<FacetsData>): void => {
    const found = box();
    if (found) swapOverlay(desk, found, { ...found, data: { ...found.data, ...part(found.data) } });
  };
  change(() => ({ asked: 'asking' }));
  const end = await countFacets(desk, unknownOf(facets), {
    take: ({ label }, count) => change(({ counts }) => ({ counts: new Map([...counts, [label, count]]) })),
    isWanted: () => box() !== undefined,
  });
  change(() => ({ asked: end === 'counted' ? 'all' : 'no' }));
  if (box() === undefined || end === 'counted') return;
  say(desk, end === 'never' ? CANNOT_COUNT : NOT_NOW);
}
