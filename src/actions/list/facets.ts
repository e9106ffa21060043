import * as v from 'valibot';
import type { Action } from '../../keys/action.ts';
import { begin, showing } from '../../keys/flow.ts';
import { choice } from '../../keys/one-box.ts';
import type { Option } from '../../keys/option.ts';
import { say } from '../../keys/overlay.ts';
import type { BoxView } from '../../keys/view.ts';
import type { Desk } from '../../state/desk.ts';
import { type Facet, type Facets, facetsOf } from '../../state/list/facets.ts';
import { takesMore } from '../../state/query/values.ts';
import { countFacets } from '../../state/sync/numbers.ts';
import { whyNotAsked } from '../../state/world/offline.ts';
import type { ListTotal, World } from '../../state/world.ts';
import { countText, grouped } from '../../text/numbers.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { goToList } from '../go/go-to.ts';

/** The box as it opened: its rows keep their order even if their numbers change. */
interface Counting {
  readonly facets: Facets;
  /** The numbers that the help center has said since, by label. */
  readonly counts: ReadonlyMap<SafeText, ListTotal>;
  /** Whether the help center is asked for them; `all`: it has said all. */
  readonly asked: 'no' | 'asking' | 'all';
}

/** The counts when the box opened; the next desk counts again. */
type Opened = (() => Facets) | undefined;
type FacetsView = BoxView<Opened, Counting>;

const NOT_NOW = t`Not all are counted: the help center does not answer · Tab asks again`;
const CANNOT_COUNT = t`This help center does not count: the numbers are of the loaded rows.`;

const narrowing = choice<Opened, Counting>({
  id: 'list.facets',
  input: v.pipe(
    v.unknown(),
    v.transform((): Opened => undefined),
  ),
  title: view => titleOf(countingIn(view)),
  hasFilter: true,
  verb: t`on or off`,
  // Always the same, so that the box keeps its width.
  legend: () => t`Tab counts all`,
  options: view => countingIn(view).facets.all.map(facet => facetOption(facet, countingIn(view))),
  keys: [{ key: 'tab', run: (desk, view) => askMore(desk, view) }],
  load: (desk, view, show) => {
    const counting = countingIn(view);
    const { facets } = counting;
    show(counting);
    const canAsk = unknownOf(facets).length > 0 && whyUncounted(view.world) === undefined;
    if (canAsk && view.world.link === 'fast') void askAll(desk, view);
  },
});

export const listFacets: Action<'list.facets'> = {
  id: 'list.facets',
  title: t`Narrow by…`,
  help: t`Counts the list by status, agent, tag, inbox; narrows it`,
  scope: 'list',
  keys: ['f'],
  words: ['facets', 'filter', 'count', 'status', 'tag'],
  unavailable: ({ list }) => (list.asOf === null ? t`The list is not read yet.` : undefined),
  run: desk => {
    const facets = facetsOf(desk.world());
    if (facets.all.length === 0) say(desk, t`The list is empty: nothing to narrow by.`);
    else begin(desk, narrowing, () => facets);
  },
  flows: [narrowing],
};

function countingIn({ world, data, extra }: FacetsView): Counting {
  return extra ?? { facets: data?.() ?? facetsOf(world), counts: new Map(), asked: 'no' };
}

function titleOf({ facets, asked }: Counting): SafeText {
  const isPart = asked === 'no' && unknownOf(facets).length > 0;
  return isPart ? t`Narrow by · of ${grouped(facets.rows)} loaded` : t`Narrow by`;
}

function facetOption(facet: Facet, { counts }: Counting): Option {
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
function askMore(desk: Desk, view: FacetsView): void {
  const { facets, asked } = countingIn(view);
  const reason = whyUncounted(desk.world());
  if (asked === 'asking') say(desk, t`The help center is counting already.`);
  else if (asked === 'all' || unknownOf(facets).length === 0) say(desk, t`All are counted.`);
  else if (reason !== undefined) say(desk, reason);
  else void askAll(desk, view);
}

async function askAll(desk: Desk, view: FacetsView): Promise<void> {
  const { show, isOpen } = showing(desk, view.open);
  let known = countingIn(view);
  const change = (part: Partial<Counting>): void => {
    known = { ...known, ...part };
    show(known);
  };
  change({ asked: 'asking' });
  const end = await countFacets(desk, unknownOf(known.facets), {
    take: ({ label }, count) => change({ counts: new Map([...known.counts, [label, count]]) }),
    isWanted: isOpen,
  });
  change({ asked: end === 'counted' ? 'all' : 'no' });
  if (!isOpen() || end === 'counted') return;
  say(desk, end === 'never' ? CANNOT_COUNT : NOT_NOW);
}
