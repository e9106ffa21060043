import type { Measurement, Measurements } from '../harness/measurement.ts';

const TABLE: Readonly<Record<string, Omit<Measurement, 'script' | 'needsBuild'> & Partial<Measurement>>> = {
  desk: {
    measures: "the desk's start and memory, on the built program",
    takes: 'a minute',
    needsBuild: true,
  },
  starts: {
    measures: "the desk's start beside another build's, in turns: time, processor, memory",
    takes: 'a minute',
    needsBuild: true,
    takesWords: '<folder> [rounds]',
  },
  walk: {
    measures: "the files and functions of the desk that a key walks through, by V8's coverage",
    takes: 'a minute',
    takesWords: '[key]',
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
  mail: {
    measures: 'mail by LMTP and IMAP beside the import of the same mails',
    takes: 'a few minutes',
    needsBuild: true,
    takesWords: '[mails]',
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
