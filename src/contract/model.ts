/** The types of all resources, for a reader of answers that validates nothing. */
export type { Agent } from './agent.ts';
export type { Contact } from './contact.ts';
export type { Conversation } from './conversation.ts';
export type { Earlier } from './earlier.ts';
export type { Erasure } from './erasure.ts';
export type { HistoryEntry, HistoryNews } from './history.ts';
export type { Inbox, InboxEmail } from './inbox-answer.ts';
export type { AttachmentSummary, Message } from './message.ts';
export type { Note } from './note.ts';
export type { Numbers, NumbersRow } from './numbers.ts';
export type { Review } from './review.ts';
export type { Rule } from './rule.ts';
export type { SavedReply } from './saved-reply.ts';
export type { MailOut, Notify } from './session.ts';
export type { ConversationStatus } from './status.ts';
export type { Tag } from './tag.ts';
export type { Team } from './team.ts';
