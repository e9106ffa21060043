import type { Tables } from '../../database/tables.ts';

/**
 * The effect of an erasure on a column of texts or bytes. `ours`: it holds words of the team or of the service alone,
 * or numbers and hashes. `deleted`: its row goes with the conversation, the message or the contact. `emptied`: its row
 * stays, for the numbers, and the person's words go; texts of others lose the name and the address.
 */
type Policy = 'ours' | 'deleted' | 'emptied';

/** Each table that has columns of texts or bytes, with the policy of each. */
export const columnPolicy = {
  setting: { key: 'ours', value: 'ours' },
  // A fault has only a database's own message: see `faultWords`.
  job_fault: { job: 'ours', fault: 'ours' },
  // An agent who is a contact too stays an agent.
  agent: {
    name: 'ours',
    email: 'ours',
    email_key: 'ours',
    role: 'ours',
    password_hash: 'ours',
    notify: 'ours',
    away_until: 'ours',
  },
  token: { hash: 'ours', name: 'ours' },
  sign_in_address: { hash: 'ours' },
  team: { name: 'ours' },
  conversation_status: { name: 'ours', name_key: 'ours', kind: 'ours' },
  contact: { name: 'deleted', email: 'deleted', email_key: 'deleted' },
  contact_note: { details: 'deleted' },
  contact_word: { word: 'deleted' },
  attachment: { name: 'deleted', content_type: 'deleted', hash: 'deleted' },
  upload: { caller: 'ours' },
  inbox: {
    name: 'ours',
    description: 'ours',
    slug: 'ours',
    kind: 'ours',
    autoresponse_text: 'ours',
    rating_message: 'ours',
    signature: 'ours',
    quote: 'ours',
    hours: 'ours',
    zone: 'ours',
    holidays: 'ours',
  },
  inbox_email: { email: 'ours', email_key: 'ours', status: 'ours' },
  conversation: { title: 'emptied', preview: 'emptied' },
  // A number of another help desk: by it a second import recognises an erased conversation.
  conversation_origin: { source: 'ours', external_id: 'ours' },
  conversation_participant: { email_key: 'deleted', base_key: 'deleted', email: 'deleted', name: 'deleted' },
  // Tags are the team's words for many conversations.
  tag: { name: 'ours', name_key: 'ours' },
  tag_set: { key: 'ours' },
  message: { kind: 'ours', event: 'ours', from_address: 'ours', body_text: 'emptied', body_html: 'emptied' },
  message_recipients: { people: 'emptied' },
  message_delivery: { state: 'ours', reason: 'emptied' },
  message_head: { message_key: 'deleted', subject: 'emptied', answers: 'emptied' },
  note: { details: 'emptied' },
  review: { comment: 'emptied' },
  history: { event: 'ours', by_key: 'ours', via: 'ours', changes: 'emptied' },
  saved_reply: { name: 'ours', name_key: 'ours', text: 'ours', actions: 'ours' },
  rule: { name_key: 'ours', definition: 'ours' },
  mail: { source_hash: 'deleted', message_key: 'deleted' },
  mail_reference: { message_key: 'deleted' },
  mail_source: { source_hash: 'deleted', raw: 'deleted' },
  mail_set_aside: { source_hash: 'deleted', origin: 'deleted', reason: 'deleted', facts: 'deleted' },
  // Not understood yet: it is a new mail.
  mail_incoming: { hash: 'ours', facts: 'ours', raw: 'ours' },
  mailbox: { name: 'ours' },
  mailbox_look: { name: 'ours', trouble: 'ours', stuck: 'ours' },
  outgoing: {
    message_key: 'ours',
    letter: 'emptied',
    recipients: 'emptied',
    state: 'ours',
    lease_owner: 'ours',
    reply: 'emptied',
  },
  subscription_mail: { message_key: 'ours' },
  lease: { name: 'ours', owner: 'ours' },
  automatic_reply: { email_key: 'deleted' },
  spam_mark: { email_key: 'deleted' },
  idempotency: { caller: 'ours', key: 'ours', request_hash: 'ours', headers: 'ours', body: 'emptied' },
  idempotency_about: { caller: 'ours', key: 'ours' },
  event_log: { kind: 'ours', changes: 'ours' },
  erasure: { address_key: 'ours', email: 'emptied', name: 'emptied' },
  erased_mail: { hash: 'ours' },
  search: { words: 'emptied' },
} satisfies Readonly<Partial<Record<keyof Tables | 'search', Readonly<Record<string, Policy>>>>>;

/** The tables whose rows go with a conversation of one person alone; its history, spans, tags and ratings stay. */
export const deletedWithConversation = [
  'conversation_contact',
  'conversation_participant',
  'conversation_read',
  'conversation_call',
  'rating_wait',
  'rating_request',
  'outgoing',
] as const;
