import { type Additions, id, integer, optionalText, optionalWhole, part, text, textKey, whole } from './columns.ts';

/** Erased contacts, and keyed hashes of mails that must not come back. The indexes find all rows of a contact. */
export const additions: Additions = {
  tables: {
    erasure: {
      columns: {
        id,
        contact_id: whole,
        address_key: text,
        email: optionalText,
        name: text,
        begun_at: whole,
        ended_at: optionalWhole,
        cleared_at: optionalWhole,
      },
    },
    erasure_conversation: {
      columns: { erasure_id: part('erasure'), conversation_id: whole, upto: whole, is_done: integer },
      key: ['erasure_id', 'conversation_id'],
      indexes: [['conversation_id']],
    },
    erased_mail: { columns: { hash: textKey, erasure_id: whole }, indexes: [['erasure_id']] },
  },
  indexes: {
    message_by_contact: 'message (contact_id) where contact_id is not null',
    review_by_contact: 'review (contact_id)',
    conversation_participant_by_email: 'conversation_participant (email_key)',
  },
};
