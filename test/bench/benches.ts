import type { Measurements } from '../harness/measurement.ts';

/** Every bench by its name on the command line. Each prints what is asked beside what it measured. */
export const BENCHES: Measurements = {
  kind: 'bench',
  runsUnasked: true,
  byName: {
    desk: {
      measures: "the desk's start, memory, bytes of a key and import, on the built program",
      takes: 'a minute',
      needsBuild: true,
      script: 'test/bench/desk.ts',
    },
    'desk-far': {
      measures: 'a desk far down a list of 100,000: memory, work and requests a page',
      takes: 'a few minutes',
      needsBuild: true,
      script: 'test/bench/desk-far.ts',
    },
    center: {
      measures: "100,000 conversations: lists, opening, mass updates beside the disk's fsync, searches",
      takes: 'a few minutes',
      needsBuild: false,
      takesWords: '[conversations]',
      script: 'test/bench/center.ts',
    },
    http: {
      measures: "the same over HTTP, against a plain route and under a team's load",
      takes: 'a few minutes',
      needsBuild: true,
      takesWords: '[conversations [seconds]]',
      script: 'test/bench/center-http.ts',
    },
    archive: {
      measures: 'an archive of 500 MB: time, memory, the same again, the same compressed; needs 3 GB',
      takes: 'a few minutes',
      needsBuild: true,
      takesWords: '[MB]',
      script: 'test/bench/archive.ts',
    },
    maildir: {
      measures: 'how fast a Maildir is imported beside the same mails as an mbox',
      takes: 'a minute',
      needsBuild: false,
      takesWords: '[mails]',
      script: 'test/bench/maildir.ts',
    },
    mail: {
      measures: 'mail by LMTP and IMAP beside the import of the same, and what it costs a desk',
      takes: 'a few minutes',
      needsBuild: true,
      takesWords: '[mails [other tree]]',
      script: 'test/bench/mail.ts',
    },
    'mail-out': {
      measures: 'answers to a relay that takes them at once: how many a second, after a hold, and a key meanwhile',
      takes: 'a few minutes',
      needsBuild: true,
      takesWords: '[answers]',
      script: 'test/bench/mail-out.ts',
    },
    writes: {
      measures: "what writes cost against another commit's tree, in turns",
      takes: 'a few minutes',
      needsBuild: false,
      takesWords: '<folder> [conversations [rounds]]',
      script: 'test/bench/writes.ts',
    },
    filters: {
      measures: 'lists by the filters beyond the document, 1,000,000 conversations without texts',
      takes: 'many minutes',
      needsBuild: false,
      takesWords: '[conversations]',
      script: 'test/bench/filters.ts',
    },
    growth: {
      measures: 'lists and opening at ten times the data; needs 10 GB in the temporary folder',
      takes: 'many minutes',
      needsBuild: false,
      takesWords: '[few [many]]',
      script: 'test/bench/growth.ts',
    },
    links: {
      measures: 'what a desk and its help center cost a slow line: bytes, connections, seconds',
      takes: 'many minutes',
      needsBuild: true,
      takesWords: '[part…]',
      script: 'test/bench/links.ts',
    },
    wire: {
      measures: 'what each key costs on the wire, beside other mail readers where they are installed',
      takes: 'many minutes',
      needsBuild: true,
      takesWords: '[--quick]',
      script: 'test/bench/wire.ts',
    },
  },
};
