import type { Command } from 'commander';
import { SETTINGS } from '../settings/table.ts';
import { commandsOf, ownOptions } from './command-tree.ts';

/** A variable that the program reads. */
interface Variable {
  readonly name: string;
  readonly help: string;
}

/** The variables that no setting and no flag declares, in the order of the man page. */
const VARIABLES: readonly Variable[] = [
  { name: 'FRONTDESK_CONFIG', help: 'The settings file, in place of the default one.' },
  { name: 'FRONTDESK_API_KEY', help: 'One more API key for serve, of at least 16 characters.' },
  { name: 'FRONTDESK_PROGRAM', help: 'exec: set for the command of events --exec, whose changes say so.' },
  { name: 'XDG_CONFIG_HOME', help: 'The folder for settings and saved views; without it: ~/.config.' },
  { name: 'XDG_DATA_HOME', help: 'The folder for the embedded help center; without it: ~/.local/share.' },
  { name: 'XDG_STATE_HOME', help: 'The folder for drafts, cache and log; without it: ~/.local/state.' },
  { name: 'XDG_CACHE_HOME', help: 'The folder for compiled code; without it: ~/.cache.' },
  { name: 'PGPASSWORD', help: 'The password of PostgreSQL.' },
  { name: 'PGPASSFILE', help: 'A file with passwords of PostgreSQL; without it: ~/.pgpass.' },
  { name: 'VISUAL', help: 'The editor for notes and replies.' },
  { name: 'EDITOR', help: 'The editor, if VISUAL is not set.' },
  { name: 'PAGER', help: 'The program that shows a transcript.' },
  { name: 'NO_COLOR', help: 'If set, the desk draws without colors.' },
  { name: 'ESCDELAY', help: 'How many milliseconds a lone Esc waits, from 0 to 10000.' },
  { name: 'TERM', help: 'The kind of the terminal.' },
  { name: 'LC_ALL', help: 'The locale: without UTF-8 in it, the desk draws in ASCII.' },
  { name: 'LC_CTYPE', help: 'The same, if LC_ALL is not set.' },
  { name: 'LANG', help: 'The same, if neither is set.' },
];

/** Every variable: those of flags and settings first, each once. */
export function environmentOf(program: Command): readonly Variable[] {
  const options = [program, ...commandsOf(program).map(({ command }) => command)].flatMap(one => ownOptions(one));
  const all = [
    ...options.flatMap(({ envVar, long }) => (envVar === undefined ? [] : [{ name: envVar, help: `As ${long}.` }])),
    ...SETTINGS.flatMap(([name, { insteadOf, help }]) =>
      insteadOf === undefined
        ? []
        : [{ name: insteadOf, help: `In place of ${name}: the contents of that file (${help}).` }],
    ),
    ...VARIABLES,
  ];
  return all.filter(({ name }, at) => all.findIndex(other => other.name === name) === at);
}
