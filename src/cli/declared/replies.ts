import type { Group } from './command.ts';

/** `frontdesk replies …`. */
export const replies = {
  help: 'saved replies, for scripts',
  commands: {
    list: { help: 'list the saved replies of the team and your own', lists: 'replies/replies#listReplies' },
    export: {
      help: 'write each saved reply to a text file, to keep it under version control',
      args: { '<folder>': 'made if it is not there' },
      reaches: 'replies/replies#exportReplies',
    },
    import: {
      help: 'make and change saved replies as the text files of a folder say',
      args: { '<folder>': 'its files *.txt, each as export writes it' },
      changes: 'replies/replies#importReplies',
    },
  },
} as const satisfies Group;
