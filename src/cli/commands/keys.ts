import * as v from 'valibot';
import { commandId } from '../../actions/conversation/command.ts';
import { described } from '../../contract/described.ts';
import { BOX_KEYS } from '../../keys/box-keys.ts';
import { keyLabel, keySections } from '../../keys/help.ts';
import { keysOf } from '../../keys/keymap.ts';
import { pad } from '../../text/cut.ts';
import { join, type SafeText, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import type { FlagsOf } from '../declared/commands.ts';
import { boundOf } from '../desk/desk-options.ts';
import { withOutput } from '../output/output.ts';
import { printRows } from '../output/rows.ts';
import type { Shell } from '../shell.ts';
import { exitCode } from '../shell-error.ts';

/** An action of the desk, as `--json` prints it. */
const KeyRow = described({
  id: [v.string(), 'The action’s own name.'],
  scope: [v.string(), 'Where its keys work.'],
  keys: [v.array(v.string()), 'Its keys; those of a sequence are separated by a space.'],
  own: [v.boolean(), 'Whether your settings give it its keys.'],
  title: [v.string(), 'What it is called.'],
  help: [v.string(), 'What it does.'],
});

type Flags = FlagsOf<'keys'>;

/** `frontdesk keys`: all actions, with their keys as they are now, by where these work, then the keys in boxes. */
export function printKeys(shell: Shell, flags: Flags): Promise<number> {
  if (flags.check) return checkKeys(shell);
  return withOutput(shell, flags, KeyRow, async output => {
    const sections = sectionsOf(shell);
    if (output.form === 'text' && shell.stdout.isTTY) shell.stdout.write(sections.map(sectionText).join('\n'));
    else await printRows(output, { rows: sections.flatMap(({ rows }) => rows), columns });
    return exitCode.done;
  });
}

/** Names the faults of the agent's own keys. */
async function checkKeys({ stdout, keyFaults = [] }: Shell): Promise<number> {
  stdout.write(keyFaults.map(fault => `${fault}\n`).join('') || 'Your own keys are good.\n');
  return keyFaults.length > 0 ? exitCode.failed : exitCode.done;
}

interface Row {
  readonly id: string;
  readonly scope: string;
  readonly keys: readonly string[];
  readonly own: boolean;
  readonly title: SafeText;
  readonly help: SafeText;
}

interface Section {
  readonly title: SafeText;
  readonly rows: readonly Row[];
}

function sectionsOf(shell: Shell): readonly Section[] {
  const { actions, boxKeys } = boundOf(shell);
  const commands = (shell.commands ?? []).map(({ name }) => commandId(name));
  const own = new Set([...Object.keys(shell.keys ?? {}), ...commands]);
  const sections = keySections(actions).map(({ title, scope, actions: some }) => ({
    title,
    rows: some.map(action => ({ ...action, scope, keys: keysOf(action), own: own.has(action.id) })),
  }));
  const boxes = Object.entries(BOX_KEYS).map(([id, { title, help }]) => {
    const keys = [...boxKeys].flatMap(([key, meant]) => (meant === id ? [key] : []));
    return { id, scope: 'boxes', keys, own: own.has(id), title, help };
  });
  return [...sections, { title: t`In boxes`, rows: boxes }];
}

const columns = [
  { head: t`Name`, cell: ({ id }: Row) => t`${id as SafeText}` },
  { head: t`Where`, cell: ({ scope }: Row) => t`${scope as SafeText}` },
  { head: t`Keys`, cell: labelsOf },
  { head: t`Action`, cell: ({ title }: Row) => title },
  { head: t`Help`, cell: ({ help }: Row) => help },
];

/** The keys as a person reads them; a sign marks the agent's own. */
function labelsOf({ keys, own }: Row): SafeText {
  return t`${join(keys.map(keyLabel), t` `)}${own ? t` *` : t``}`;
}

function sectionText({ title, rows }: Section): string {
  const keys = Math.max(...rows.map(row => width(labelsOf(row))));
  const titles = Math.max(...rows.map(row => width(row.title)));
  const lines = rows.map(row => `  ${pad(labelsOf(row), keys)}  ${pad(row.title, titles)}  ${row.help}`);
  return `${title}\n${lines.join('\n')}\n`;
}
