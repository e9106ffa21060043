import {
  column,
  empty,
  id,
  integer,
  link,
  optionalText,
  part,
  refers,
  type Schema,
  text,
  textKey,
  unique,
  whole,
  wholeZero,
  zero,
} from '../columns.ts';

/** Agents, their tokens and teams, contacts, files, statuses and settings. */
export const people: Schema = {
  setting: { columns: { key: textKey, value: text } },
  agent: {
    columns: {
      id,
      name: text,
      email: text,
      email_key: unique,
      role: text,
      password_hash: optionalText,
      disabled: zero,
      notify: column('text', one => one.notNull().defaultTo('desk')),
      read_floor: wholeZero,
      read_since: wholeZero,
      created_at: whole,
      updated_at: whole,
    },
  },
  token: {
    columns: {
      id,
      hash: unique,
      agent_id: refers('agent', 'cascade'),
      name: optionalText,
      created_at: whole,
      used_at: whole,
    },
    indexes: [['agent_id']],
  },
  // Recent addresses of agents' sign-ins: there, strangers elsewhere do not lock them out.
  sign_in_address: {
    columns: { agent_id: part('agent'), hash: text, used_at: whole },
    key: ['agent_id', 'hash'],
    indexes: [['used_at']],
  },
  team: { columns: { id, name: text, created_at: whole, updated_at: whole } },
  team_agent: link('team', 'agent'),
  conversation_status: { columns: { id, name: text, name_key: unique, kind: text } },
  contact: {
    columns: {
      id,
      name: text,
      email: optionalText,
      email_key: column('text', one => one.unique()),
      search_key: empty,
      created_at: whole,
      updated_at: whole,
    },
    indexes: [['name', 'id']],
  },
  contact_word: {
    columns: { contact_id: part('contact'), word: text },
    key: ['contact_id', 'word'],
    indexes: [['word', 'contact_id']],
  },
  attachment: {
    columns: {
      id,
      name: text,
      content_type: text,
      size: whole,
      hash: text,
      agent_id: refers('agent'),
      created_at: whole,
    },
    indexes: [['hash']],
  },
};

/** Inboxes with their addresses, and their access. */
export const inboxes: Schema = {
  inbox: {
    columns: {
      id,
      name: text,
      description: empty,
      slug: unique,
      sort: integer,
      kind: text,
      send_autoresponse: zero,
      autoresponse_text: empty,
      send_rating_request: zero,
      rating_message: empty,
      signature: empty,
      open_count: zero,
      unassigned_count: zero,
      version: column('integer', one => one.notNull().defaultTo(1)),
      created_at: whole,
      updated_at: whole,
    },
    indexes: [['sort', 'id']],
  },
  inbox_email: {
    columns: { id, inbox_id: part('inbox'), email: text, email_key: unique, status: text },
    indexes: [['inbox_id', 'id']],
  },
  inbox_team: link('inbox', 'team'),
  inbox_agent: link('inbox', 'agent'),
  inbox_subscription: link('inbox', 'agent'),
  former_access: { columns: { inbox_id: whole, agent_id: part('agent') }, key: ['agent_id', 'inbox_id'] },
};
