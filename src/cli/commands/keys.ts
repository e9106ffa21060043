import * as v from 'valibot';
import { actions } from '../../actions/index.ts';
import { described } from '../../contract/described.ts';
import type { AnyAction } from '../../keys/action.ts';
import { keyLabels, keySections } from '../../keys/help.ts';
import { keysOf, scopeOf } from '../../keys/keymap.ts';
import { pad } from '../../text/cut.ts';
import { safeLine, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import type { OutputFlags } from '../output/flags.ts';
import { withOutput } from '../output/output.ts';
import { printRows } from '../output/rows.ts';
import type { Shell } from '../shell.ts';
import { exitCode } from '../shell-error.ts';

/** An action of the desk, as `--json` prints it. */
const KeyRow = described({
  id: [v.string(), 'The action’s own name.'],
  scope: [v.string(), 'Where its keys work.'],
  keys: [v.array(v.string()), 'Its keys; those of a sequence are separated by a space.'],
  title: [v.string(), 'What it is called.'],
  help: [v.string(), 'What it does.'],
});

/** `frontdesk keys`: all actions, with their keys, by where these work. */
export function printKeys(shell: Shell, flags: OutputFlags): Promise<number> {
  return withOutput(shell, flags, KeyRow, async output => {
    if (output.form === 'text' && shell.stdout.isTTY) shell.stdout.write(sections());
    else {
      const rows = keySections(actions).flatMap(({ scope, actions: own }) =>
        own.map(action => ({ ...action, scope, keys: keysOf(action) })),
      );
      await printRows(output, { rows, columns });
    }
    return exitCode.done;
  });
}

const columns = [
  { head: t`Name`, cell: ({ id }: AnyAction) => safeLine(id) },
  { head: t`Where`, cell: (action: AnyAction) => safeLine(scopeOf(action)) },
  { head: t`Keys`, cell: keyLabels },
  { head: t`Action`, cell: ({ title }: AnyAction) => title },
  { head: t`Help`, cell: ({ help }: AnyAction) => help },
];

function sections(): string {
  return keySections(actions)
    .map(({ title, actions: own }) => {
      const keys = Math.max(...own.map(action => width(keyLabels(action))));
      const titles = Math.max(...own.map(action => width(action.title)));
      const lines = own.map(
        action => `  ${pad(keyLabels(action), keys)}  ${pad(action.title, titles)}  ${action.help}`,
      );
      return `${title}\n${lines.join('\n')}\n`;
    })
    .join('\n');
}
