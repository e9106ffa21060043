import { grouped } from '../../text/numbers.ts';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';
import { changeOf } from '../changes/list.ts';
import { laterWords } from '../conversation/later.ts';
import type { Conflict, SetField } from '../operations/conflict.ts';
import type { ConflictingChange } from '../operations/operation.ts';
import { agentName, inboxName, statusesOf, statusName } from '../words/names.ts';
import type { Notice, PendingChange, World } from '../world.ts';
import { isAllOrNone } from './split-change.ts';

type Value = Conflict['theirs'];

/** The words for setting a field to a value: `closed it`. Its author stands before it. */
const SET: Readonly<
  Record<SetField, { readonly name: SafeText; readonly words: (world: World, to: Value) => SafeText }>
> = {
  conversation_status_id: { name: t`status`, words: statusWords },
  assign_to: {
    name: t`assignee`,
    words: (world, to) => (typeof to === 'number' ? t`assigned ${agentName(world, to)}` : t`assigned nobody`),
  },
  inbox_id: {
    name: t`inbox`,
    words: (world, to) =>
      typeof to === 'number' ? t`moved it to ${inboxName(world, to)}` : t`took it out of every inbox`,
  },
  title: { name: t`title`, words: (_, to) => t`wrote “${safeLine(String(to))}”` },
  archived: { name: t`archive`, words: (_, to) => (to === true ? t`archived it` : t`restored it`) },
  disable_rating: {
    name: t`rating request`,
    words: (_, to) => (to === true ? t`switched it off` : t`switched it on`),
  },
  snoozed: {
    name: t`later`,
    words: ({ now }, to) =>
      to && typeof to === 'object' ? t`put it off: back ${laterWords(to, now)}` : t`brought it back`,
  },
};

function statusWords(world: World, to: Value): SafeText {
  if (typeof to !== 'number') return t`took it away`;
  const kind = statusesOf(world).find(({ id }) => id === to)?.kind;
  if (kind === 'closed') return t`closed it`;
  return kind === 'open' ? t`reopened it` : t`set ${statusName(world, to)}`;
}

/** The messages of others, a line each. */
export function wroteLines(customer: SafeText | undefined, colleagues: readonly SafeText[]): readonly SafeText[] {
  return !customer ? colleagues : [t`The customer wrote since: “${customer}”`, ...colleagues];
}

/** The reasons why a change asks, a line each. */
export function conflictLines(world: World, change: PendingChange, conflict: Conflict): readonly SafeText[] {
  const { kind, text, colleagues = [] } = conflict;
  const lines = kind === 'message' ? wroteLines(text, colleagues) : [];
  return lines.length > 0 ? lines : [conflictText(world, change, conflict)];
}

/** `status: you closed it, Bob Baker set awaiting reply`, or another reason why a change asks. */
export function conflictText(world: World, { name }: PendingChange, conflict: Conflict): SafeText {
  const { kind, text, colleagues = [], into = 0 } = conflict;
  if (kind === 'message') return join(wroteLines(text, colleagues), t` `) || t`The customer wrote since.`;
  if (kind === 'merged') return t`It was merged into #${into} since.`;
  const { conflictField } = changeOf(name) ?? {};
  if (conflictField === undefined) return t`Somebody changed it since.`;
  const { name: field, words } = SET[conflictField];
  return t`${field}: you ${words(world, conflict.mine)}, ${authorOf(world, conflict)} ${words(world, conflict.theirs)}`;
}

function authorOf({ me, base, ...world }: World, { who }: Conflict): SafeText {
  if (who === undefined) return t`another agent`;
  if (who === null) return t`the help center`;
  return who === me?.id ? t`another desk of yours` : agentName({ base, ...world }, who);
}

/** The effects of the two answers to a conflict: `archive anyway`, `leave it`. */
export function answersTo(
  world: World,
  { name, args }: PendingChange,
  { kind, into = 0 }: Conflict,
): { readonly mine: SafeText; readonly theirs: SafeText } {
  if (kind === 'field') return { mine: t`mine`, theirs: t`theirs` };
  if (kind === 'merged') return { mine: t`do it on #${into}`, theirs: t`leave it` };
  const verb = changeOf(name)?.blockedByReplies?.(args as never, world) ?? t`do it`;
  return { mine: t`${verb} anyway`, theirs: t`leave it` };
}

/** The notice for a change that asks because of others' changes since; Enter asks. `total`: before a part was done. */
export function conflictNotice(
  world: World,
  entry: ConflictingChange,
  { total, refused }: { readonly total: number; readonly refused: number },
): Notice {
  const { key, conflict } = entry;
  const [count, first] = [conflict.length, conflict[0]!];
  const promise = { key, state: 'asks', isListed: true } as const;
  const asks = count === 1 ? t`asks` : t`ask`;
  const enter = count === 1 ? t`Enter decides` : t`Enter lists them`;
  if (count < total && !isAllOrNone(entry)) {
    const no = refused > 0 ? t`, ${grouped(refused)} refused` : t``;
    const done = t`${grouped(total - count - refused)} done${no}, ${grouped(count)} ${asks}`;
    return { tone: 'problem', text: t`${done} · ${enter}`, sticky: true, promise };
  }
  const refusal = changeOf(entry.name)!.refusal;
  const more = count > 1 ? t` And ${grouped(count - 1)} more.` : t``;
  return {
    tone: 'problem',
    text: t`${refusal} yet. #${first.id}: ${conflictText(world, entry, first)}${more} · ${enter}`,
    short: t`${count === 1 ? t`#${first.id}` : grouped(count)} ${asks} · ${enter}`,
    sticky: true,
    promise,
  };
}
