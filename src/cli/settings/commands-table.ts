import { commandInputs, commandOutputs } from '../../state/world/own-command.ts';
import { inTable, type Setting } from './setting.ts';
import { commandNameValue, oneOfWords, textValue } from './takes.ts';

/** The settings of the agent's commands. */
export const commandsTable = inTable('commands', {
  command_name: {
    key: 'name',
    isRequired: true,
    takes: commandNameValue(),
    help: 'the name of the command in the palette, in the help and in `frontdesk conversations run`',
  },
  run: {
    isRequired: true,
    takes: textValue(),
    help: 'the command line for `/bin/sh`; it has 60 seconds, and the first 64 KiB of its output count',
  },
  input: {
    isRequired: true,
    takes: oneOfWords(commandInputs),
    help: 'its standard input: the conversation and the customer as JSON, the others as text',
  },
  output: {
    isRequired: true,
    takes: oneOfWords(commandOutputs),
    help: 'where its output goes: into the text, into a note, onto a page, or nowhere',
  },
  key: {
    takes: textValue(),
    help: 'a key or a sequence of your own for it, as in `[keys]`',
    otherwise: 'none: the palette runs it',
  },
} as const satisfies Readonly<Record<string, Omit<Setting, 'tables'>>>);
