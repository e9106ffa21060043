import { MAX_PAGE_SIZE } from '../../contract/schema.ts';
import type { SafeText } from '../../text/safe.ts';
import { attempt } from '../attempt.ts';
import type { Desk } from '../context.ts';

/**
 * Adds the tags with this part in their names to the known ones: the places bring only the first ones of very many.
 * Resolves with the reason if they could not be read.
 */
export async function findTags(desk: Desk, part: string): Promise<SafeText | undefined> {
  const read = desk.reads.begin('tags');
  const reply = await attempt(desk.client.tag.list({ query: { q: part, limit: MAX_PAGE_SIZE }, signal: read.signal }));
  if (!read.isCurrent()) return undefined;
  read.end();
  if ('error' in reply) return reply.error.reason;
  const { base } = desk.world();
  const known = new Set(base.tags.map(({ name }) => name));
  const added = reply.value.data.filter(({ name }) => !known.has(name));
  if (added.length > 0) desk.set({ base: { ...base, tags: [...base.tags, ...added] } });
  return undefined;
}
