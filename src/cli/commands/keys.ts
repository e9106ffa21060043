import { actions } from '../../actions/index.ts';
import { keyLabel, keySections } from '../../keys/help.ts';
import { pad } from '../../text/cut.ts';
import { join, safeJson, t } from '../../text/safe.ts';
import { width } from '../../text/width.ts';
import type { Shell } from '../shell.ts';
import { exitCode } from '../shell-error.ts';

/** `frontdesk keys`: all actions, with their keys, by where these work. */
export function printKeys({ stdout }: Pick<Shell, 'stdout'>, { json = false }: { readonly json?: boolean }): number {
  stdout.write(json ? keysAsJson() : keysAsText());
  return exitCode.done;
}

function keysAsJson(): string {
  const rows = keySections(actions).flatMap(({ scope, actions: own }) =>
    own.map(({ id, title, help, keys }) => ({ id, scope, keys, title, help })),
  );
  return `${safeJson(rows, 2)}\n`;
}

function keysAsText(): string {
  return keySections(actions)
    .map(({ title, actions: own }) => {
      const rows = own.map(action => [join(action.keys.map(keyLabel), t` `), action.title, action.help] as const);
      const widest = (column: 0 | 1): number => Math.max(...rows.map(row => width(row[column])));
      const [keys, titles] = [widest(0), widest(1)];
      const lines = rows.map(([label, name, help]) => `  ${pad(label, keys)}  ${pad(name, titles)}  ${help}`);
      return `${title}\n${lines.join('\n')}\n`;
    })
    .join('\n');
}
