import { existsSync } from 'node:fs';
import type { Desk } from '../../state/desk.ts';
import { type Cache, noCache } from '../../state/kept/cache.ts';
import { isCallerKnown } from '../../state/sync/places.ts';
import { recallPlaces } from '../../state/sync/remember.ts';
import type { World } from '../../state/world.ts';
import { safeLine, t } from '../../text/safe.ts';
import { cachePath, deskPrefix } from '../kept/names.ts';
import { type DeskUser, ownerOf } from '../kept/owner.ts';
import { setTimer } from '../timer.ts';
import type { Bounds } from './bounds.ts';
import { createCacheFile } from './cache-file.ts';
import { coverPath, eraseLongCovered } from './cover.ts';
import { createFileCache } from './file-cache.ts';

/** The cache of a desk: always in the file of the agent who uses it. */
export interface DeskCache {
  readonly cache: Cache;
  /** Puts the cached surroundings of the lists into the desk, and follows the agent. */
  begin(desk: Desk): void;
  /** The same agent goes on with another token. */
  renewToken(token: string): void;
  /** The file that locks the cache of this agent's desks; undefined for an embedded help center. */
  coverPath(): string | undefined;
  /** Writes everything that is not written yet. */
  save(): void;
}

interface DeskCacheOptions {
  /** The parent folder for the state of desks. */
  readonly parent: string;
  /** The help center: its address. */
  readonly center: string;
  /** The agent, as far as this machine knows. */
  readonly likely: DeskUser;
  readonly bounds: Bounds;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** An embedded help center needs none: all is here. */
export const noDeskCache: DeskCache = {
  cache: noCache,
  begin: () => undefined,
  renewToken: () => undefined,
  coverPath: () => undefined,
  save: () => undefined,
};

/** Whether all places were read but the caller: a help center may answer that question with a web page for ever. */
function isNobodyNamed({ base, offers, placesProblem }: World): boolean {
  return offers.me === undefined && base.inboxes.length > 0 && placesProblem === null;
}

/** Makes it. Whose it is must be known before anything is read or written. */
export function createDeskCache({ parent, center, likely, bounds, now }: DeskCacheOptions): DeskCache {
  if (bounds.megabytes === 0) return noDeskCache;
  const cache = createFileCache({ bounds, now, setTimer });
  let { token } = likely;
  let inUse: string | undefined;
  let onProblem = (_: string): void => undefined;
  const use = (path: string): void => {
    if (path === inUse) return;
    inUse = path;
    cache.use(createCacheFile({ path, onProblem: reason => onProblem(reason) }));
  };
  const pathFor = (agent: DeskUser['agent']): string =>
    cachePath(parent, center, ownerOf({ agent, token }, deskPrefix(center)));
  eraseLongCovered(parent, now());
  const first = pathFor(likely.agent);
  // A token that belongs to no agent was noted by this file's name; any other is asked about first.
  if (likely.agent || existsSync(first)) use(first);
  return {
    cache,
    begin: desk => {
      onProblem = reason =>
        void setTimer(
          () => desk.notify({ tone: 'problem', text: t`What you read is not kept for later: ${safeLine(reason)}.` }),
          0,
        );
      recallPlaces(desk);
      desk.store.subscribe((world, former) => {
        const isNews = world.me !== former.me || world.offers.me !== former.offers.me || world.base !== former.base;
        if (isNews && (isCallerKnown(desk) || isNobodyNamed(world))) use(pathFor(world.me));
      });
    },
    renewToken: next => {
      const wasOfToken = inUse !== undefined && inUse === pathFor(null);
      token = next;
      if (wasOfToken) use(pathFor(null));
    },
    coverPath: () => coverPath(inUse ?? first),
    save: cache.end,
  };
}
