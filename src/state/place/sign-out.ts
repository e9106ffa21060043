import type { Desk } from '../desk.ts';
import { forgetCommands } from '../sync/running-command.ts';
import { signIn } from '../sync/sign-in.ts';
import { IdMap } from '../world/id-map.ts';
import type { Overlay, World } from '../world.ts';
import { deskPlace, withPlace } from './world-place.ts';

/** A token command that takes longer does not keep customers' mail on the screen. */
const MAX_RENEWAL_MS = 2_000;

/**
 * Follows whether the help center takes the token. If not, the source of the token is asked for a newer one, once.
 * Without one, the read data leave the screen and the cache is covered until the help center takes a token of the same
 * agent. Returns a function that stops it.
 */
export function followSignOut(desk: Desk): () => void {
  const react = ({ offline, list }: World, former?: World): void => {
    const isNews = offline?.why !== former?.offline?.why || offline?.isDisabled !== former?.offline?.isDisabled;
    if (offline?.why === 'signedOut' && isNews) {
      // At the start the token has just been read.
      if (former && !offline.isDisabled) void renewOrCover(desk);
      else cover(desk);
    } else if (
      desk.cache.isCovered() &&
      desk.world().offers.me !== undefined &&
      list.asOf !== null &&
      !list.isOfflineSearch
    )
      desk.cache.uncover();
  };
  react(desk.world());
  return desk.store.subscribe(react);
}

async function renewOrCover(desk: Desk): Promise<void> {
  const coverIfOut = (): void => {
    if (desk.world().offline?.why === 'signedOut') cover(desk);
  };
  const cancel = desk.setTimer(coverIfOut, MAX_RENEWAL_MS);
  const isRenewed = await renew(desk);
  cancel();
  if (!isRenewed) coverIfOut();
}

/** If it fails, the notice that the agent is signed out says how to sign in. */
async function renew(desk: Desk): Promise<boolean> {
  const holder = desk.hooks.token;
  try {
    const token = await holder?.renew?.();
    return holder !== undefined && token !== undefined && 'agent' in (await signIn(desk, holder, { token }));
  } catch {
    // The source cannot be read now.
    return false;
  }
}

/** The desk goes on as one that has read nothing yet, at the same place; drafts, changes and names stay. */
function cover(desk: Desk): void {
  forgetCommands(desk);
  const world = desk.world();
  const base = { ...world.base, conversations: IdMap.empty(), threads: IdMap.empty() } as World['base'];
  const { detail, ...placed } = withPlace({ ...world, base }, deskPlace(world));
  const problem = detail.conversationId === null ? null : (world.offline?.text ?? null);
  // A question and a page may show what customers wrote; the other boxes draw from the world.
  const overlays = world.overlays.filter(one => !hasPage(one));
  desk.store.setState({ ...placed, overlays, detail: { ...detail, loading: false, problem } });
  desk.cache.cover(world.offline?.isDisabled === true);
}

function hasPage(overlay: Overlay): boolean {
  return Object.values(overlay.state.parts).some(({ kind }) => kind === 'page');
}
