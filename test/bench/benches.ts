import type { Measurement, Measurements } from '../harness/measurement.ts';

const TABLE: Readonly<Record<string, Omit<Measurement, 'script' | 'needsBuild'> & Partial<Measurement>>> = {
  desk: {
    measures: "the desk's start and memory, on the built program",
    takes: 'a minute',
    needsBuild: true,
  },
  install: {
    measures: 'checkout, npm package and executable side by side: sizes, starts, memory',
    takes: 'a minute',
    needsBuild: true,
  },
  starts: {
    measures: "the desk's start beside another build's, in turns: time, processor, memory",
    takes: 'a minute',
    needsBuild: true,
    takesWords: '<folder> [rounds]',
  },
  newcomer: {
    measures: 'from an empty home to two agents at work and back, by npm package and executable',
    takes: 'a minute',
    needsBuild: true,
  },
  'desk-far': {
    measures: 'a desk far down a list of 100,000: memory, work and requests a page',
    takes: 'a few minutes',
    needsBuild: true,
    takesWords: '[conversations]',
  },
  'through-ssh': {
    measures: 'a desk through OpenSSH beside one over HTTPS behind nginx on a slow line: bytes, seconds',
    takes: 'many minutes',
    needsBuild: true,
  },
  center: {
    measures: "100,000 conversations: lists, opening, mass updates beside the disk's fsync, searches",
    takes: 'a few minutes',
    takesWords: '[conversations]',
  },
  http: {
    measures: "the same over HTTP, against a plain route and under a team's load",
    takes: 'a few minutes',
    needsBuild: true,
    takesWords: '[conversations [seconds]]',
  },
  'idle-desks': {
    measures: 'what 500 desks that only wait cost the service: processor time and memory',
    takes: 'a few minutes',
    needsBuild: true,
    takesWords: '[desks [seconds [postgres://…]]]',
  },
  archive: {
    measures: 'an archive of 500 MB: time, memory, the same again, the same compressed; needs 3 GB',
    takes: 'a few minutes',
    needsBuild: true,
    takesWords: '[MB]',
  },
  imports: {
    measures: 'a Maildir beside the same mails as an mbox and beside mail indexers, one thread beside separate mails',
    takes: 'a minute',
    takesWords: '[mails]',
  },
  mail: {
    measures:
      "mail by LMTP and IMAP beside the import of the same, beside another commit's tree, and what it costs a desk",
    takes: 'a few minutes',
    needsBuild: true,
    takesWords: '[mails [folder]]',
  },
  'mail-out': {
    measures: 'answers to a relay that takes them at once: how many a second, after a hold, and a key meanwhile',
    takes: 'a few minutes',
    needsBuild: true,
    takesWords: '[answers]',
  },
  erase: {
    measures: 'the erasure of a person with 1,000 conversations, and how long other writers wait meanwhile',
    takes: 'a minute',
    takesWords: '[conversations [postgres://…]]',
  },
  backup: {
    measures: 'a backup of 10 GB beside 50 agents: how long they wait, its memory, and what a second one writes',
    takes: 'many minutes',
    needsBuild: true,
    takesWords: '[share of it]',
  },
  upgrade: {
    measures: "the migrations of the first release's database, 1,000,000 conversations, and how long writers wait",
    takes: 'many minutes',
    takesWords: '[conversations]',
  },
  writes: {
    measures: "what writes cost against another commit's tree, in turns",
    takes: 'a few minutes',
    takesWords: '<folder> [conversations [rounds]]',
  },
  servers: {
    measures:
      "what 50 agents and mail do at 1, 2 and 4 servers on one PostgreSQL, against another commit's tree, in turns",
    takes: 'many minutes',
    needsBuild: true,
    takesWords: '<folder> [rounds [seconds]]',
  },
  files: {
    measures: 'attachments in PostgreSQL beside a folder: 25 MB up and down, memory, LMTP, backup and doctor of many',
    takes: 'many minutes',
    needsBuild: true,
    takesWords: '[files [rounds]]',
  },
  filters: {
    measures: 'lists by the filters beyond the document, 1,000,000 conversations, also on PostgreSQL',
    takes: 'many minutes',
    takesWords: '[conversations [postgres]]',
  },
  large: {
    measures: 'lists, opening and the next conversation on PostgreSQL with 1,000,000 conversations; needs 8 GB',
    takes: 'many minutes',
    takesWords: '[conversations [postgres://…]]',
  },
  growth: {
    measures: 'lists and opening at ten times the data; needs 10 GB in the temporary folder',
    takes: 'many minutes',
    takesWords: '[few [many]]',
  },
  links: {
    measures: 'what a desk and its help center cost a slow line: bytes, connections, seconds',
    takes: 'many minutes',
    needsBuild: true,
    takesWords: '[part…]',
  },
  wire: {
    measures: 'what each key costs on the wire, beside other mail readers where they are installed',
    takes: 'many minutes',
    needsBuild: true,
    takesWords: '[--quick]',
  },
};

/**
 * Every bench by its name on the command line, which is its file's. Each prints what is asked beside what it measured.
 */
export const BENCHES: Measurements = {
  kind: 'bench',
  runsUnasked: true,
  byName: Object.fromEntries(
    Object.entries(TABLE).map(([name, one]) => [name, { needsBuild: false, ...one, script: `test/bench/${name}.ts` }]),
  ),
};
