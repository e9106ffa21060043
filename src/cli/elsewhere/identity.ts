import { resolve } from 'node:path';
import { trimEnd } from '../../text/trim-end.ts';
import { databasePath } from '../database-path.ts';
import type { CenterPlace } from './resolve.ts';

/** An id of a help center that does not depend on the agent: its address, or its database. */
export function identityOf(place: CenterPlace): string {
  if ('url' in place) return identityOfAddress(new URL(place.url));
  const database = databasePath(place.database);
  return /^\w+:\/\//.test(database) ? database : resolve(database);
}

/** An address with and without a slash at its end is the same help center: the client sends the same requests. */
function identityOfAddress({ origin, pathname, search }: URL): string {
  return `${origin}${trimEnd(pathname, '/') || '/'}${search}`;
}
