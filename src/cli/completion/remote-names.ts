import type { NameKind, NameWithHelp } from '../../center/database/sqlite/names.ts';
import { type Client, createClient } from '../../client/client.ts';
import type { CachedPlaces } from '../../state/kept/cache.ts';
import { newestPlaces } from '../cache/newest-places.ts';
import { centerIdentity } from '../elsewhere/identity.ts';
import type { PlaceElsewhere } from '../elsewhere/resolve.ts';
import { wayTo } from '../elsewhere/way.ts';
import { paths } from '../paths.ts';

/** Names that a desk read within this time are used without asking. */
const MAX_AGE_MS = 3_600_000;
/** A person waits for it with every Tab, in milliseconds. */
const MAX_WAIT_MS = 500;

type Places = Pick<CachedPlaces, (typeof PLACE_OF)[NameKind]>;

/** The place that has the names of a kind. */
const PLACE_OF = { inbox: 'inboxes', tag: 'tags', agent: 'agents', status: 'statuses' } as const;

const NONE: Places = { inboxes: [], tags: [], agents: [], statuses: [] };

/** The names of each kind in its place. */
const NAMES: { readonly [Kind in NameKind]: (places: Places) => readonly NameWithHelp[] } = {
  inbox: ({ inboxes }) => inboxes.map(({ slug, name }) => ({ value: slug, help: name })),
  tag: ({ tags }) => tags.map(({ name }) => ({ value: name, help: '' })),
  agent: ({ agents }) =>
    agents.filter(({ disabled }) => !disabled).map(({ email, name }) => ({ value: email, help: name })),
  status: ({ statuses }) => statuses.map(({ name, kind }) => ({ value: name, help: kind ?? '' })),
};

/**
 * The names of one kind at a help center elsewhere: those that a desk on this machine read lately, otherwise from the
 * help center, if it answers soon, otherwise older ones of a desk.
 */
export async function remoteNames(
  place: PlaceElsewhere,
  kind: NameKind,
  now: number,
  maxWaitMs = MAX_WAIT_MS,
): Promise<readonly NameWithHelp[]> {
  const kept = orNothing(() => newestPlaces(paths.state(), centerIdentity(place)));
  const known = kept ? NAMES[kind](kept.places) : [];
  if (kept && now - kept.asOf < MAX_AGE_MS) return known;
  // A token command may ask a person to unlock something.
  if (place.isCommand) return known;
  try {
    return await fetchNames(place, kind, AbortSignal.timeout(maxWaitMs));
  } catch {
    return known;
  }
}

async function fetchNames(
  place: PlaceElsewhere,
  kind: NameKind,
  signal: AbortSignal,
): Promise<readonly NameWithHelp[]> {
  const token = await place.token();
  if (token === undefined) return [];
  const client: Pick<Client, NameKind> = createClient({ ...wayTo(place), token: () => token });
  const { data } = await client[kind].list({ signal });
  return NAMES[kind]({ ...NONE, [PLACE_OF[kind]]: data });
}

function orNothing<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
