import type { Commands } from './command.ts';
import { wholeNumber } from './flag.ts';
import { importFlags } from './import-flags.ts';

/** `frontdesk import` and `frontdesk sample`. */
export const intake = {
  import: {
    help: 'import mail (mbox, Maildir, .eml, .emlx, .gz); importing twice adds nothing',
    args: { '<path...>': 'files and folders; - is standard input' },
    flags: {
      ...importFlags,
      '--from <form>': { help: 'the form: ndjson is the export of another help desk', choices: ['mail', 'ndjson'] },
      '--create': 'with ndjson: make missing inboxes, statuses and agents',
      '--json': 'print the counts as JSON',
    },
    here: ({ from }: { readonly from?: string }) =>
      from === 'ndjson' ? 'import-ndjson#importConversations' : 'import#importPaths',
  },
  sample: {
    help: 'add plausible sample conversations, the same for the same seed',
    flags: {
      '--conversations <n>': { help: 'how many', parse: wholeNumber(1, 1_000_000), default: 240 },
      '--seed <n>': { help: 'which ones', parse: wholeNumber(0, 2_147_483_647), default: 1 },
      '--remove': 'remove the sample conversations',
    },
    here: 'sample#addSample',
  },
} as const satisfies Commands;
