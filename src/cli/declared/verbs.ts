import type { ChangeName } from '../../state/changes/change.ts';

/** The argument of a verb beside the conversations. */
export type VerbArgument = 'agent' | 'status' | 'inbox' | 'newTag' | 'knownTag' | 'into' | 'until';

/** A change of conversations as a command. */
export interface Verb {
  /** The change that is sent; the action of the desk that does the same has this name too. */
  readonly change: ChangeName;
  readonly help: string;
  readonly takes?: VerbArgument;
  /** Its fixed arguments. */
  readonly args?: object;
}

/** The verbs of `frontdesk conversations`, by their names. */
export const verbs = {
  archive: { change: 'conversation.archive', help: 'archive conversations' },
  restore: { change: 'conversation.restore', help: 'take conversations out of the archive' },
  unread: { change: 'conversation.unread', help: 'mark conversations unread, for you alone', args: { unread: true } },
  follow: { change: 'conversation.follow', help: 'let your desk ring for their news', args: { followed: true } },
  unfollow: { change: 'conversation.follow', help: 'let it ring for their news no more', args: { followed: false } },
  assign: { change: 'conversation.assign', help: 'assign conversations to an agent, or unassign them', takes: 'agent' },
  status: { change: 'conversation.status', help: 'set the status of conversations', takes: 'status' },
  tag: { change: 'conversation.tag', help: 'add tags to conversations', takes: 'newTag' },
  untag: { change: 'conversation.untag', help: 'take tags off conversations', takes: 'knownTag' },
  move: { change: 'conversation.move', help: 'move conversations to an inbox', takes: 'inbox' },
  later: { change: 'conversation.snooze', help: 'put conversations off until a time or an answer', takes: 'until' },
  wake: { change: 'conversation.snooze', help: 'bring back conversations that were put off', args: { snooze: null } },
  merge: {
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
  readonly until?: string;
}
