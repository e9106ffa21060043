import type { Command } from 'commander';
import { manPage } from '../manual/page.ts';
import type { Shell } from '../shell.ts';
import { exitCode } from '../shell-error.ts';

/** `frontdesk man`: the man page of all commands, as roff. */
export function printManPage({ stdout }: Pick<Shell, 'stdout'>, program: Command): number {
  stdout.write(manPage(program));
  return exitCode.done;
}
