import { type Additions, onlyPart, part } from './columns.ts';

/** Conversations that continue one that was closed long ago. */
export const additions: Additions = {
  tables: {
    conversation_continued: {
      columns: { conversation_id: onlyPart('conversation'), former_id: part('conversation') },
      indexes: [['former_id']],
    },
  },
};
