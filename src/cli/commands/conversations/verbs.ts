import type { ChangeName } from '../../../state/change.ts';
import type { ActionId } from '../../../state/overlay.ts';

/** What a verb needs beside the conversations. */
export type Taken = 'agent' | 'status' | 'inbox' | 'newTag' | 'knownTag' | 'into';

/** A change of conversations as a command. */
export interface Verb {
  /** What the agent does in the desk for the same. */
  readonly action: ActionId;
  /** What is sent. */
  readonly change: ChangeName;
  readonly help: string;
  readonly takes?: Taken;
  /** What it always says. */
  readonly args?: object;
}

/** The verbs of `frontdesk conversations`, by their names. */
export const verbs = {
  archive: { action: 'conversation.archive', change: 'conversation.archive', help: 'archive conversations' },
  restore: {
    action: 'conversation.restore',
    change: 'conversation.restore',
    help: 'take conversations out of the archive',
  },
  unread: {
    action: 'conversation.unread',
    change: 'conversation.unread',
    help: 'mark conversations unread, for you alone',
    args: { unread: true },
  },
  assign: {
    action: 'conversation.assign',
    change: 'conversation.assign',
    help: 'assign conversations to an agent, or to nobody',
    takes: 'agent',
  },
  status: {
    action: 'conversation.status',
    change: 'conversation.status',
    help: 'set the status of conversations',
    takes: 'status',
  },
  tag: { action: 'conversation.tag', change: 'conversation.tag', help: 'add tags to conversations', takes: 'newTag' },
  untag: {
    action: 'conversation.untag',
    change: 'conversation.untag',
    help: 'take tags off conversations',
    takes: 'knownTag',
  },
  move: {
    action: 'conversation.move',
    change: 'conversation.move',
    help: 'move conversations to an inbox',
    takes: 'inbox',
  },
  merge: {
    action: 'conversation.merge',
    change: 'conversation.merge',
    help: 'merge conversations into another one; this cannot be undone',
    takes: 'into',
  },
} as const satisfies Readonly<Record<string, Verb>>;

/** The flags of verbs. */
export interface VerbFlags {
  readonly agent?: string;
  readonly status?: string;
  readonly inbox?: string;
  readonly tag?: readonly string[];
  readonly into?: number;
}
