import type { ApiError } from '../../client/api-error.ts';
import type { Desk } from '../desk.ts';
import { loadCaller } from '../sync/places.ts';
import type { PendingChange } from '../world.ts';

/**
 * Whether a change may have been carried out by an earlier attempt, and its key no longer shows that to the help
 * center: then a read decides before it is sent again. `isKeyOld`: the help center may have forgotten the key. Returns
 * the failure if the help center cannot be asked whether it keeps keys.
 */
export async function isDoubtful(
  desk: Desk,
  { attempts, isUnsure }: PendingChange,
  isKeyOld: boolean,
): Promise<boolean | ApiError> {
  if (isUnsure) return true;
  if (attempts === 0) return false;
  if (isKeyOld) return true;
  if (desk.world().offers.onceKeys === undefined) {
    const error = await loadCaller(desk);
    if (error?.status === 0) return error;
  }
  // Without an answer that says so, nobody keeps keys.
  return desk.world().offers.onceKeys !== true;
}
