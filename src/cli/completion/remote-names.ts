import type { Named, NameKind } from '../../center/database/sqlite/names.ts';
import { createClient } from '../../client/client.ts';
import { overNetwork } from '../../client/over-http.ts';
import { newestPlaces } from '../cache/newest-places.ts';
import { identityOf } from '../elsewhere/identity.ts';
import type { PlaceElsewhere } from '../elsewhere/resolve.ts';
import { paths } from '../paths.ts';
import { namesAt } from './names-at.ts';

/** What a desk read within this time is taken without asking. */
const MAX_AGE_MS = 3_600_000;
/** A person waits for it with every Tab, in milliseconds. */
const MAX_WAIT_MS = 500;

/**
 * The names of one kind at a help center elsewhere: from what a desk on this machine read lately, otherwise from the help
 * center, if it answers soon, otherwise from what a desk read some time ago.
 */
export async function remoteNames(
  place: PlaceElsewhere,
  kind: NameKind,
  now: number,
  maxWaitMs = MAX_WAIT_MS,
): Promise<readonly Named[]> {
  const kept = orNothing(() => newestPlaces(paths.state(), identityOf(place)));
  if (kept && now - kept.asOf < MAX_AGE_MS) return namesAt[kind].from(kept.places);
  const known = kept ? namesAt[kind].from(kept.places) : [];
  // A token command may ask a person to unlock something.
  if (place.isCommand) return known;
  try {
    return await ask(place, kind, AbortSignal.timeout(maxWaitMs));
  } catch {
    return known;
  }
}

async function ask(
  { url, token: read }: PlaceElsewhere,
  kind: NameKind,
  signal: AbortSignal,
): Promise<readonly Named[]> {
  const token = await read();
  if (token === undefined) return [];
  const client = createClient({ baseUrl: url, token: () => token, fetch: overNetwork });
  return namesAt[kind].ask(client, signal);
}

function orNothing<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
