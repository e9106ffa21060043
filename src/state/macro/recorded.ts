import type { SafeText } from '../../text/safe.ts';
import { whenWords } from '../../text/when.ts';
import { readLater, type Snooze, typedLater } from '../conversation/later.ts';
import { type CallArgs, callsLeft, isTakenBack, journalOf, type Operation } from '../operations/operation.ts';
import { statusName } from '../words/names.ts';
import type { World } from '../world.ts';
import type { ShownMacroActions } from './macro.ts';

/** The most that are offered: each has a digit. */
const MAX_LISTED = 9;
const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

/** An act, as far as it is read here. */
interface Done extends Pick<World, 'me' | 'base' | 'patch'> {
  /** When it was done; milliseconds. */
  readonly at: number;
}

/** The actions of a macro with one more act added. */
type Recorder = (done: Done, former: ShownMacroActions, args: CallArgs) => ShownMacroActions;

const recorders: Readonly<Record<string, Recorder>> = {
  'conversation.status': (done, _former, args) => ({ status: statusName(done, args.conversation_status_id as number) }),
  'conversation.assign': ({ me }, _former, { assign_to }) => ({
    assign_to: me && assign_to === me.id ? 'me' : (assign_to as number | null),
  }),
  'conversation.move': (_done, _former, { inbox_id }) => ({ inbox_id: inbox_id as number }),
  'conversation.archive': () => ({ archived: true }),
  'conversation.restore': () => ({ archived: false }),
  'conversation.snooze': ({ at }, _former, { snooze }) => ({ snooze: snoozeWords(snooze as Snooze | null, at) }),
  'conversation.tag': (_done, { add_tags, remove_tags }, { tags }) => ({
    add_tags: [...without(add_tags, tags), ...(tags as string[])],
    remove_tags: without(remove_tags, tags),
  }),
  'conversation.untag': (_done, { add_tags, remove_tags }, { tags }) => ({
    add_tags: without(add_tags, tags),
    remove_tags: [...without(remove_tags, tags), ...(tags as string[])],
  }),
};

/** Tags without those that the agent added or took off later; tags are compared without case. */
function without(tags: readonly string[] = [], later: unknown): readonly string[] {
  const gone = new Set((later as string[]).map(tag => tag.toLowerCase()));
  return tags.filter(tag => !gone.has(tag.toLowerCase()));
}

/** The last things that the agent did of which a macro can be made, the newest first. */
export function recordable(operations: readonly Operation[]): readonly Operation[] {
  const canBe = (one: Operation): boolean => {
    const calls = callsLeft(one);
    return calls.length > 0 && !isTakenBack(one) && calls.every(({ name }) => Object.hasOwn(recorders, name));
  };
  return journalOf(operations).filter(canBe).slice(-MAX_LISTED).reverse();
}

/** The actions of a macro that repeats these acts, one after the other. */
export function recorded(world: World, operations: readonly Operation[]): ShownMacroActions {
  let actions: ShownMacroActions = {};
  for (const operation of operations)
    for (const { name, args } of callsLeft(operation))
      actions = { ...actions, ...recorders[name]!({ ...world, at: operation.at }, actions, args) };
  return actions;
}

/** A time in words that mean as long from any day, if there are some; otherwise the day itself. */
function snoozeWords(snooze: Snooze | null, at: number): SafeText | string {
  if (snooze?.until == null) return typedLater(snooze);
  const until = Date.parse(snooze.until);
  const minutes = Math.round((until - at) / MINUTE_MS);
  const days = Math.round((startOfDay(until) - startOfDay(at)) / MINUTE_MS / DAY_MINUTES);
  const time = whenWords(until, at).split(' ').at(-1);
  const span = minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m`;
  const written = [days === 0 ? span : `${days}d`, `${days}d ${time}`, span, `${minutes}m`].map(words =>
    snooze.keep ? `${words} keep` : words,
  );
  return written.find(words => isUntil(words, until, at)) ?? typedLater(snooze);
}

function isUntil(words: string, until: number, at: number): boolean {
  const read = readLater(words, at);
  // Typed times are whole seconds.
  return 'snooze' in read && read.snooze?.until != null && Math.abs(Date.parse(read.snooze.until) - until) <= 1_000;
}

function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}
