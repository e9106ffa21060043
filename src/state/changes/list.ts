import type * as v from 'valibot';
import type { Change, ChangeName } from './change.ts';
import { contactAdd } from './contact-add.ts';
import { contactRemove } from './contact-remove.ts';
import { contactUpdate } from './contact-update.ts';
import { conversationArchive } from './conversation-archive.ts';
import { conversationAssign } from './conversation-assign.ts';
import { conversationCreate } from './conversation-create.ts';
import { conversationFollow } from './conversation-follow.ts';
import { conversationMerge } from './conversation-merge.ts';
import { conversationMove } from './conversation-move.ts';
import { conversationRating } from './conversation-rating.ts';
import { conversationRead } from './conversation-read.ts';
import { conversationRestore } from './conversation-restore.ts';
import { conversationSnooze } from './conversation-snooze.ts';
import { conversationSplit } from './conversation-split.ts';
import { conversationStatus } from './conversation-status.ts';
import { conversationTag, conversationUntag } from './conversation-tag.ts';
import { conversationTitle } from './conversation-title.ts';
import { conversationUnread } from './conversation-unread.ts';
import { messageRemove } from './message-remove.ts';
import { messageReply } from './message-reply.ts';
import { messageTakeBack } from './message-take-back.ts';
import { noteAdd } from './note-add.ts';
import { noteRemove } from './note-remove.ts';
import { noteUpdate } from './note-update.ts';

/** Every change that an agent can make, by name. A name never changes: kept changes outlive a release. */
export const changes = {
  'conversation.archive': conversationArchive,
  'conversation.restore': conversationRestore,
  'conversation.tag': conversationTag,
  'conversation.untag': conversationUntag,
  'conversation.assign': conversationAssign,
  'conversation.status': conversationStatus,
  'conversation.move': conversationMove,
  'conversation.snooze': conversationSnooze,
  'conversation.merge': conversationMerge,
  'conversation.title': conversationTitle,
  'conversation.rating': conversationRating,
  'conversation.read': conversationRead,
  'conversation.unread': conversationUnread,
  'conversation.follow': conversationFollow,
  'conversation.create': conversationCreate,
  'conversation.split': conversationSplit,
  'contact.add': contactAdd,
  'contact.remove': contactRemove,
  'contact.update': contactUpdate,
  'note.add': noteAdd,
  'note.remove': noteRemove,
  'note.update': noteUpdate,
  'message.remove': messageRemove,
  'message.reply': messageReply,
  'message.take-back': messageTakeBack,
} as const;

declare module './change.ts' {
  // With this, a wrong name never compiles.
  interface ChangeList {
    readonly name: keyof typeof changes;
  }
}

type Loose<T> = { readonly [K in keyof T]: T[K] extends (infer Item)[] ? readonly Item[] : T[K] };
/** The arguments with which a change is committed. */
export type ArgsOf<N extends ChangeName> = Loose<v.InferOutput<(typeof changes)[N]['args']>>;

/** The change of a name; undefined if this version has no change of that name (another version kept it). */
export function changeOf(name: ChangeName): Change;
export function changeOf(name: string): Change | undefined;
export function changeOf(name: string): Change | undefined {
  // The cast is safe: each change's own schema checks its arguments.
  return Object.hasOwn(changes, name) ? (changes[name as ChangeName] as unknown as Change) : undefined;
}
