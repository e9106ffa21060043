import * as v from 'valibot';
import { detailsOf } from '../../../contract/faults.ts';
import { changeOf } from '../../../state/changes/list.ts';
import { readLater } from '../../../state/conversation/later.ts';
import type { World } from '../../../state/world.ts';
import type { Verb, VerbArgument, VerbFlags } from '../../declared/verbs.ts';
import { ShellError } from '../../shell-error.ts';
import { agentNamed, inboxIdByName, knownTag, statusNamed } from '../named.ts';

/** The arguments of a change without its conversations. */
export type ArgsWithoutIds = Readonly<Record<string, unknown>>;

/** How each flag becomes an argument of a change. */
const ARGUMENTS: Readonly<Record<VerbArgument, (flags: VerbFlags, world: World) => ArgsWithoutIds>> = {
  agent: ({ agent = '' }, world) => ({ assign_to: agentNamed(world, agent) }),
  status: ({ status = '' }, world) => ({ conversation_status_id: statusNamed(world, status) }),
  inbox: ({ inbox = '' }, world) => ({ inbox_id: inboxIdByName(world, inbox) }),
  newTag: ({ tag = [] }) => ({ tags: tag }),
  knownTag: ({ tag = [] }, world) => ({ tags: tag.map(name => knownTag(world, name)) }),
  into: ({ into }) => ({ into }),
  until: ({ until = '' }, { now }) => {
    const read = readLater(until, now);
    if ('problem' in read) throw new ShellError(`${read.problem} Nothing was done.`);
    return { snooze: read.snooze };
  },
};

/** The arguments of a verb's change, for the conversations `ids`; names are known to the help center from here on. */
export function changeArgs(
  { change, takes, args: fixed }: Verb,
  flags: VerbFlags,
  ids: readonly number[],
  world: World,
): ArgsWithoutIds {
  if (flags.into !== undefined && ids.includes(flags.into))
    throw new ShellError(`#${flags.into} cannot be merged into itself. Nothing was done.`);
  const args = { ...fixed, ...(takes === undefined ? {} : ARGUMENTS[takes](flags, world)) };
  const checked = v.safeParse(changeOf(change).args, { ids, ...args });
  if (checked.success) return args;
  const [{ path, message } = { path: '', message: '' }] = detailsOf(checked.issues);
  throw new ShellError(`${path.split('.')[0] || 'The command'} ${message}. Nothing was done.`);
}
