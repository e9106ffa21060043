import { join, safeLine, t } from '../text/safe.ts';
import { statusKey } from './names.ts';
import type { Token } from './query-tokens.ts';
import { notYet, type ParsedQuery, valueReaders } from './query-values.ts';
import { everything } from './views.ts';
import type { Query, World } from './world.ts';

/** A query without what a piece such as `-status:closed` names, as far as the help center can leave it out. */
export function leaveOut(query: Query, token: Token, world: World): ParsedQuery {
  const { key, text } = token;
  if (key === null)
    return { problem: t`${safeLine(text)}: a word cannot be left out. In quotes it is looked for as text.` };
  const named = valueReaders[key](everything, token.value.trim(), world, token);
  if ('problem' in named) return named;
  const { statuses, archived } = named.query;
  if (statuses.length > 0) return withoutStatuses(query, statuses, text, world);
  // It is what holds without it, too.
  if (archived === 'only') return { query: { ...query, archived: 'no' } };
  return notYet(safeLine(text));
}

/** The help center takes statuses alone that are wanted: all the others, or those that were named before. */
function withoutStatuses(query: Query, left: readonly string[], text: string, world: World): ParsedQuery {
  const all = world.base.statuses.map(({ name }) => name);
  if (all.length === 0)
    return { problem: t`${safeLine(text)}: the help center does not say which statuses there are.` };
  const isLeft = (name: string): boolean => left.some(other => statusKey(other) === statusKey(name));
  const statuses = (query.statuses.length > 0 ? query.statuses : all).filter(name => !isLeft(name));
  if (statuses.length > 0) return { query: { ...query, statuses } };
  return { problem: t`${safeLine(text)} leaves no status: ${join(query.statuses.map(safeLine), t`, `)} is asked for.` };
}
