/** The typed text for a password: the password itself, or a command that prints it or a token. */
export type TypedSecret =
  | { readonly password: string }
  | { readonly setting: CommandSetting; readonly command: string };

type CommandSetting = 'password_command' | 'token_command';

/**
 * Reads the typed text: `! command` prints a password, `!! command` a token. A password may begin with a mark, too.
 * Undefined if it is empty.
 */
export function typedSecret(typed: string): TypedSecret | undefined {
  const [, marks = '', command = ''] = /^(!{1,2})\s+([^\0-\x1f\x7f]*)$/.exec(typed) ?? [];
  if (marks !== '')
    return command === '' ? undefined : { setting: marks === '!' ? 'password_command' : 'token_command', command };
  return typed === '' ? undefined : { password: typed };
}
