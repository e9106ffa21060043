import type { Client } from '../../../client/client.ts';
import type { Conversation } from '../../../client/model.ts';
import { parseQuery, queryText } from '../../../state/query/language.ts';
import { toFilter } from '../../../state/query/to-filter.ts';
import { quoted } from '../../../state/query/tokens.ts';
import { isUnresolved, leavesOutResolved } from '../../../state/query/unresolved.ts';
import { nearestView, viewNamed } from '../../../state/query/view-query.ts';
import type { Query, World } from '../../../state/world.ts';
import { safeLine } from '../../../text/safe.ts';
import type { CenterFlags, FilterFlags } from '../../declared/shared-flags.ts';
import type { Shell } from '../../shell.ts';
import { ShellError } from '../../shell-error.ts';
import { inboxIdByName } from '../named.ts';
import { readSavedViews, readWorld } from '../read-world.ts';
import { filterKeysOf } from './filter-keys.ts';
import { eachConversation } from './pages.ts';

/** The conversations of a filter, with the names that they need. */
interface FoundConversations {
  readonly world: World;
  readonly rows: AsyncIterable<Conversation>;
}

/**
 * Finds the conversations that match a filter in the words of the desk and the flags beside it, with only these fields.
 */
export async function findConversations(
  shell: Shell,
  client: Client,
  words: readonly string[],
  flags: CenterFlags & FilterFlags,
  fields: readonly string[],
): Promise<FoundConversations> {
  const savedViews = flags.view === undefined ? [] : readSavedViews(shell, flags);
  const world = { ...(await readWorld(client, shell.now())), savedViews };
  return { world, rows: findAmong(client, world, words, flags, fields) };
}

/** The same with the names known already; `ids`: only among these. */
export function findAmong(
  client: Client,
  world: World,
  words: readonly string[],
  flags: FilterFlags,
  fields: readonly string[],
  ids?: readonly number[],
): AsyncIterable<Conversation> {
  const query = queryOf(world, words, flags);
  const filter = { ...toFilter(query, world), ...(ids && { ids: [...ids] }) };
  const found = eachConversation(client, { filter, limit: flags.limit, fields });
  return leavesOutResolved(query, world) ? onlyUnresolved(found, query, world) : found;
}

/** The view, the words and the flags as one query: each narrows the others, values of one key are alternatives. */
function queryOf(world: World, words: readonly string[], flags: FilterFlags): Query {
  const view = flags.view === undefined ? undefined : viewQuery(world, flags.view);
  const base = view === undefined ? '' : queryText(view, world);
  const keys = filterKeysOf(flags).map(([key, value]) =>
    key === 'inbox' ? `inbox:#${inboxIdByName(world, value)}` : `${key}:${quoted(value)}`,
  );
  const read = parseQuery([base, ...words, ...keys].join(' '), world);
  if ('problem' in read) throw new ShellError(read.problem);
  return read.query;
}

function viewQuery(world: World, name: string): Query {
  const read = viewNamed(name, world);
  if (read === undefined) {
    const meant = nearestView(name, world);
    const hint = meant === undefined ? '' : ` Did you mean ${safeLine(meant)}?`;
    throw new ShellError(`No view is named “${safeLine(name)}”: nothing was listed.${hint}`);
  }
  if ('problem' in read) throw new ShellError(read.problem);
  return read.query;
}

async function* onlyUnresolved(found: AsyncIterable<Conversation>, query: Query, world: World) {
  for await (const one of found) if (isUnresolved(query, world, one) !== false) yield one;
}
