import { listedTags, valueReaders } from '../../state/query/values.ts';
import { everything } from '../../state/query/views.ts';
import { statusesOf, statusKey } from '../../state/words/names.ts';
import type { Query, World } from '../../state/world.ts';
import { nearest } from '../../text/nearest.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { ShellError } from '../shell-error.ts';

/** Nothing is done with a name that is not understood; the sentence says which was meant. */
function refused(problem: SafeText): ShellError {
  return new ShellError(`${problem} Nothing was done.`);
}

/**
 * A value as the filter language reads it: a whole name or `#12`. A part of a name is refused, although a filter takes
 * it: in a script it could mean another person one day.
 */
function whole(value: string, [name, ...others]: readonly SafeText[]): void {
  const given = statusKey(safeLine(value.trim()));
  if (value.trim().startsWith('#') || [name, ...others].some(one => one !== undefined && statusKey(one) === given))
    return;
  throw refused(t`“${safeLine(value)}” is only a part of a name: did you mean “${name ?? t``}”?`);
}

function read(key: 'assignee' | 'inbox' | 'status', value: string, world: World): Query {
  const token = { key, value, text: value, isQuoted: false, isNegative: false, end: 0 };
  const found = valueReaders[key](everything, value.trim(), world, token);
  if ('problem' in found) throw refused(found.problem);
  return found.query;
}

/** The id of the agent that a name, an address or `me` means; null for `none`. */
export function agentNamed(world: World, value: string): number | null {
  const who = read('assignee', value, world).assignees[0]!;
  if (who === 'none') return null;
  if (who !== 'me') {
    const found = world.base.agents.find(({ id }) => id === who);
    whole(value, found ? [found.name, found.email] : []);
    return who;
  }
  if (world.me !== null) return world.me.id;
  throw new ShellError('An API key is not an agent: name one instead of “me”. Nothing was done.');
}

/** The id of the inbox that a slug or a name means. A slug is one inbox’s alone, a name may be several’s. */
export function inboxIdByName(world: World, value: string): number {
  const wanted = value.trim().toLowerCase();
  const own = world.base.inboxes.find(({ slug }) => slug.toLowerCase() === wanted);
  if (own) return own.id;
  const id = read('inbox', value, world).inboxes[0]!;
  whole(
    value,
    world.base.inboxes.flatMap(one => (one.id === id ? [one.name] : [])),
  );
  return id;
}

/** The id of the status that a name means. */
export function statusNamed(world: World, value: string): number {
  const [name = ''] = read('status', value, world).statuses;
  const status = statusesOf(world).find(known => statusKey(known.name) === statusKey(name));
  if (status) {
    whole(value, [status.name]);
    return status.id;
  }
  throw new ShellError(`This help center lists no statuses, so “${safeLine(value)}” is not known. Nothing was done.`);
}

/** The name of a tag to take off. One that is not known is refused if it resembles another one. */
export function knownTag(world: World, value: string): string {
  const near = listedTags(world)(value)
    ? undefined
    : nearest(
        value,
        world.base.tags.map(({ name }) => name),
      );
  if (near === undefined) return value;
  throw refused(t`There is no tag “${safeLine(value)}”: did you mean “${near}”?`);
}
