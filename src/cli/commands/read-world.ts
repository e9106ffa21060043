import type { ListReply } from '../../client/call.ts';
import type { Client } from '../../client/client.ts';
import { MAX_PAGE_SIZE } from '../../contract/schema.ts';
import { attempt } from '../../state/calls/attempt.ts';
import { emptyWorld } from '../../state/empty-world.ts';
import { readAll } from '../../state/sync/places.ts';
import type { SavedView } from '../../state/world/query.ts';
import type { World } from '../../state/world.ts';
import type { CenterFlags } from '../declared/shared-flags.ts';
import { centerIdentity } from '../elsewhere/identity.ts';
import { resolveCenter } from '../elsewhere/resolve.ts';
import { viewsName } from '../kept/names.ts';
import { createViewsFile } from '../kept/views-file.ts';
import { paths } from '../paths.ts';
import type { Shell } from '../shell.ts';

/**
 * The names that a command needs: the caller, the inboxes, statuses, agents and tags. Parts that a help center does not
 * list are empty. Throws an `ApiError` if it cannot be asked.
 */
export async function readWorld(client: Client, now: number): Promise<World> {
  const world = emptyWorld(now);
  const listed = <T>(list: (cursor?: string) => Promise<ListReply<T>>) => orAbsent(readAll(list), []);
  const [me, inboxes, statuses, agents, tags] = await Promise.all([
    orAbsent(client.session.me(), undefined),
    readAll(cursor => client.inbox.list({ query: { cursor } })),
    listed(cursor => client.status.list({ query: { cursor } })),
    listed(cursor => client.agent.list({ query: { cursor } })),
    listed(cursor => client.tag.list({ query: { cursor, limit: MAX_PAGE_SIZE } })),
  ]);
  const caller = me === undefined ? {} : { me: me.data.agent, mailOut: me.data.mail, offers: { me: true } as const };
  return { ...world, ...caller, base: { ...world.base, inboxes, statuses, agents, tags } };
}

/** The views that the desk has saved for the help center of these flags. A damaged file is named on stderr. */
export function readSavedViews(shell: Shell, flags: CenterFlags): readonly SavedView[] {
  const identity = centerIdentity(resolveCenter(shell, flags));
  const { saved, fault } = createViewsFile({
    path: paths.views(viewsName(identity)),
    center: identity,
    now: shell.now,
  }).read();
  if (fault !== undefined) shell.stderr.write(`frontdesk: ${fault}\n`);
  return saved;
}

/** The answer; `absent` if the help center does not have the call. */
async function orAbsent<T, A>(call: Promise<T>, absent: A): Promise<T | A> {
  const answer = await attempt(call);
  if ('value' in answer) return answer.value;
  if (answer.error.isAbsent) return absent;
  throw answer.error;
}
