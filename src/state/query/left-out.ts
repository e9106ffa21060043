import { join, safeLine, t } from '../../text/safe.ts';
import { statusKey } from '../names.ts';
import { type Excluded, traitsOf } from '../query.ts';
import { everything } from '../views.ts';
import type { Query, World } from '../world.ts';
import type { Token } from './tokens.ts';
import { notYet, type ParsedQuery, takesMore, valueReaders } from './values.ts';

/** A query without what a piece such as `-status:closed` names, if the help center can exclude it. */
export function leaveOut(query: Query, token: Token, world: World): ParsedQuery {
  const { key, text } = token;
  if (key === null)
    return { problem: t`${safeLine(text)}: a word cannot be left out. Put it in quotes to search for it.` };
  const named = valueReaders[key](everything, token.value.trim(), world, token);
  if ('problem' in named) return named;
  const { statuses, assignees, inboxes, tags, has, archived } = named.query;
  const isMore = takesMore(world);
  if (statuses.length > 0 && (query.statuses.length > 0 || !isMore))
    return withoutStatuses(query, statuses, text, world);
  // It holds without the piece, too.
  if (archived !== 'no') return { query: { ...query, archived: 'no' } };
  const left = { statuses, assignees, inboxes, tags, has, is: traitsOf(named.query) };
  if (!isMore || Object.values(left).every(values => values.length === 0))
    return { ...notYet(safeLine(text)), hint: t`Leaving out by ${safeLine(key)}: is not known yet.` };
  return { query: { ...query, not: both(query.not, left) } };
}

function both(a: Excluded, b: Excluded): Excluded {
  const joined = <T>(one: readonly T[], other: readonly T[]): readonly T[] => [...new Set([...one, ...other])];
  return {
    statuses: joined(a.statuses, b.statuses),
    assignees: joined(a.assignees, b.assignees),
    inboxes: joined(a.inboxes, b.inboxes),
    tags: joined(a.tags, b.tags),
    has: joined(a.has, b.has),
    is: joined(a.is, b.is),
  };
}

/** The statuses that remain: those named before, or all, without these. */
function withoutStatuses(query: Query, left: readonly string[], text: string, world: World): ParsedQuery {
  const all = world.base.statuses.map(({ name }) => name);
  if (all.length === 0)
    return { problem: t`${safeLine(text)}: the help center does not say which statuses there are.` };
  const isLeft = (name: string): boolean => left.some(other => statusKey(other) === statusKey(name));
  const statuses = (query.statuses.length > 0 ? query.statuses : all).filter(name => !isLeft(name));
  if (statuses.length > 0) return { query: { ...query, statuses } };
  return { problem: t`${safeLine(text)} leaves no status: ${join(query.statuses.map(safeLine), t`, `)} is asked for.` };
}
