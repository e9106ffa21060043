import { resolve } from 'node:path';
import { identityOfAddress } from '../center-identity.ts';
import { databasePath } from '../database-path.ts';
import type { PlaceElsewhere, PlaceHere } from './resolve.ts';

/** An id of a help center that does not depend on the agent: its address, or its database. */
export function centerIdentity(place: Pick<PlaceElsewhere, 'url'> | Pick<PlaceHere, 'database'>): string {
  if ('url' in place) return identityOfAddress(new URL(place.url));
  const database = databasePath(place.database);
  return /^\w+:\/\//.test(database) ? database : resolve(database);
}
