import type { OwnCall } from '../../../src/state/changes/change.ts';

/** The work of a desk in a separate process. */
export interface DeskWork {
  /** The folder in which the desk keeps its state. */
  readonly parent: string;
  readonly url: string;
  readonly token: string;
  readonly conversations: readonly number[];
  /** It makes the changes from this number up to `to`, and sends all that former desks left. */
  readonly from: number;
  readonly to: number;
  /** How much faster than the machine's its monotonic clock is. */
  readonly rate: number;
  /** How far its wall clock is off, in milliseconds: one after the other, while it works. */
  readonly clockErrorsMs: readonly number[];
  /** What the agent does if no read can decide: sends it again, or drops it. */
  readonly sendsAgain: boolean;
}

/** The conversation of a change: some changes in a row belong to the same one. */
function conversationOf(at: number, conversations: readonly number[]): number {
  return conversations[Math.floor(at / 3) % conversations.length]!;
}

/** The change with this number. Its text occurs in no other one. */
export function planned(at: number, conversations: readonly number[]): OwnCall {
  const ids = [conversationOf(at, conversations)];
  const text = textOf(at);
  if (at % 5 === 3) return { name: 'conversation.title', args: { ids, title: text } };
  if (at % 5 === 4) return { name: 'conversation.tag', args: { ids, tags: [text] } };
  return { name: 'note.add', args: { ids, details: text } };
}

/** The text of a change. */
function textOf(at: number): string {
  return `change ${at}`;
}

/** The texts of the changes of a conversation with numbers below `count`, in order. */
export function textsOf(id: number, count: number, conversations: readonly number[]): readonly string[] {
  const numbers = Array.from({ length: count }, (_, at) => at);
  return numbers.filter(at => conversationOf(at, conversations) === id).map(textOf);
}

/** The number of a change. */
export function numberOf({ args }: OwnCall): number {
  const { details, title, tags = [] } = args as { details?: string; title?: string; tags?: readonly string[] };
  return Number((details ?? title ?? tags[0] ?? '').replace(/\D/g, ''));
}
