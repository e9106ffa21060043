import type { Command } from 'commander';
import { askedOf } from '../completion/completion-request.ts';
import { COMPLETE_FILES, candidateLines } from '../completion/lines.ts';
import { liveValues } from '../completion/live-values.ts';
import { bash } from '../completion/scripts/bash.ts';
import { fish } from '../completion/scripts/fish.ts';
import { powershell } from '../completion/scripts/powershell.ts';
import { zsh } from '../completion/scripts/zsh.ts';
import type { ShellName } from '../declared/manual.ts';
import type { Shell } from '../shell.ts';
import { exitCode } from '../shell-error.ts';

const scripts: Readonly<Record<ShellName, string>> = { bash, zsh, fish, powershell };

/** `frontdesk completion SHELL`: prints the code with which the shell completes the commands. */
export function printCompletion({ stdout }: Pick<Shell, 'stdout'>, name: ShellName): number {
  stdout.write(scripts[name]);
  return exitCode.done;
}

/** `frontdesk __complete -- WORD…`: the candidates for the last word, a line each. Never fails and writes nothing. */
export async function complete(
  shell: Shell,
  words: readonly string[],
  _: object,
  { parent }: Command,
): Promise<number> {
  const { typed, isValue, words: known, live, given } = askedOf(parent!, words);
  const isLookedUp = live !== undefined && live !== 'file' && live !== 'command';
  const found = isLookedUp ? await liveValues(shell, live, given, typed) : [];
  const lines = [...candidateLines([...known, ...found], typed, isValue), ...(live === 'file' ? [COMPLETE_FILES] : [])];
  shell.stdout.write(lines.map(line => `${line}\n`).join(''));
  return exitCode.done;
}
