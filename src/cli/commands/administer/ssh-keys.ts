import { appendFileSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import * as v from 'valibot';
import { createSshKey, listSshKeys, removeSshKey } from '../../../center/auth/administration.ts';
import { described } from '../../../contract/described.ts';
import { Id } from '../../../contract/schema.ts';
import { ownCommand } from '../../../runtime/node-or-bun.ts';
import { safeLine, t } from '../../../text/safe.ts';
import type { FlagsOf } from '../../declared/commands.ts';
import { withCenter } from '../../open-center.ts';
import { withOutput } from '../../output/output.ts';
import { printRows } from '../../output/rows.ts';
import { makeFolder } from '../../paths.ts';
import type { Shell } from '../../shell.ts';
import { exitCode, ShellError } from '../../shell-error.ts';

/** A public key as `ssh-keygen` writes it, alone on its line: no options before it. */
const PUBLIC_KEY =
  /^((?:sk-)?(?:ssh-(?:ed25519|rsa)|ecdsa-sha2-nistp(?:256|384|521))(?:@openssh\.com)?) ([A-Za-z0-9+/]+={0,2})(?: ([ -~]{0,200}))?$/;

/**
 * `frontdesk agent key add`: lets an agent call through SSH by a public key. Appends the line for it to a file of
 * authorized keys, or prints it.
 */
export async function addKey(
  shell: Shell,
  email: string,
  file: string,
  { database, socket = shell.center?.socket, to }: FlagsOf<'agent key add'>,
): Promise<number> {
  if (socket === undefined)
    throw new ShellError('Name the socket of serve: with --socket, or as `socket` in [center] of the settings.');
  const key = readKey(file);
  const command = dialCommand(resolve(socket));
  return withCenter(shell, database, async center => {
    const known = (await listSshKeys(center)).find(one => sameKey(one.key, key));
    if (known)
      throw new ShellError(`This is the key ${known.id} of ${safeLine(known.email)} already.`, exitCode.failed);
    const added = await createSshKey(center, email, key);
    if (!added) throw new ShellError(`No agent has the address ${safeLine(email)}.`, exitCode.failed);
    const line = `restrict,command="${command} --key ${added.dialName}" ${key}\n`;
    if (to === undefined) shell.stdout.write(line);
    else append(resolve(to), line);
    shell.stderr.write(
      `${safeLine(email)} may use this key (${added.id})${to === undefined ? ' once this line is in the file of authorized keys' : ''}.\n`,
    );
    return exitCode.done;
  });
}

function readKey(file: string): string {
  let text: string;
  try {
    text = readFileSync(file === '-' ? 0 : file, 'utf8').trim();
  } catch (error) {
    throw new ShellError(`${safeLine(file)} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  const [, kind, data] = PUBLIC_KEY.exec(text) ?? [];
  const bytes = Buffer.from(data ?? '', 'base64');
  const isOfKind = bytes.length > 4 && bytes.subarray(4, 4 + bytes.readUInt32BE(0)).toString('latin1') === kind;
  if (isOfKind) return text;
  throw new ShellError(
    `${safeLine(file)} is not one public key on one line without options. Give the .pub file that ssh-keygen made.`,
  );
}

function sameKey(one: string, other: string): boolean {
  const dataOf = (key: string) => key.split(' ', 2).join(' ');
  return dataOf(one) === dataOf(other);
}

/**
 * How this program starts `dial`. On Node that is a file of its own, in a process that compiles nothing: pipes are all it
 * has, and it takes 10 MiB less.
 */
function dialProgram(): readonly string[] {
  const [script] = ownCommand().slice(-1);
  if (script === undefined) return [process.execPath, 'dial'];
  return [process.execPath, '--jitless', join(dirname(realpathSync(script)), '../dist/dial.cjs')];
}

/** The command that sshd runs for a key, in place of any that its client asks for. */
function dialCommand(socket: string): string {
  const words = [...dialProgram(), '--socket', socket];
  const bad = words.find(word => !/^[\w./@+:=-]+$/.test(word));
  if (bad === undefined) return words.join(' ');
  throw new ShellError(
    `${safeLine(bad)} cannot stand in a file of authorized keys. Choose a path without blanks and signs.`,
  );
}

function append(to: string, line: string): void {
  makeFolder(dirname(to), '--to');
  try {
    appendFileSync(to, line, { mode: 0o600 });
  } catch (error) {
    throw new ShellError(
      `${safeLine(to)} cannot be written (${(error as NodeJS.ErrnoException).code}). The line for it: ${line.trim()}`,
      exitCode.failed,
    );
  }
}

const ListedKey = described({
  id: [Id, 'Its number.'],
  email: [v.string(), 'The agent’s address.'],
  key: [v.string(), 'The public key.'],
});
type ListedKey = v.InferOutput<typeof ListedKey>;

const COLUMNS = [
  { head: t`ID`, cell: ({ id }: ListedKey) => t`${id}`, side: 'right' },
  { head: t`EMAIL`, cell: ({ email }: ListedKey) => safeLine(email) },
  { head: t`KEY`, cell: ({ key }: ListedKey) => safeLine(key), grows: true },
] as const;

/** `frontdesk agent key list`. */
export function listAgentKeys(shell: Shell, flags: FlagsOf<'agent key list'>): Promise<number> {
  return withOutput(shell, flags, ListedKey, output =>
    withCenter(shell, flags.database, async center =>
      printRows(output, { rows: await listSshKeys(center), columns: COLUMNS, empty: t`There are no SSH keys.` }),
    ),
  );
}

/** `frontdesk agent key remove`: ends a key at once, also in open connections. */
export function removeKey(shell: Shell, id: number, { database }: FlagsOf<'agent key remove'>): Promise<number> {
  return withCenter(shell, database, async center => {
    if (!(await removeSshKey(center, id)))
      throw new ShellError(`There is no SSH key ${id}; see: frontdesk agent key list`, exitCode.failed);
    shell.stdout.write(
      `The SSH key ${id} was removed. Its line in the file of authorized keys no longer lets anyone in.\n`,
    );
    return exitCode.done;
  });
}
