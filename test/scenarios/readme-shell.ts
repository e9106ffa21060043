import { execFileSync } from 'node:child_process';
import { mkdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { textIn } from '../harness/guides.ts';
import { launcher } from '../harness/launcher.ts';
import { openTerminal, type Terminal } from '../harness/pty.ts';
import { deskEnvironment } from '../harness/temporary.ts';

/** A part of the README: its fenced blocks, and the keys and commands that its sentences name, in order. */
export function partOfReadme(title: string) {
  const [, part = ''] = textIn('README.md').split(`\n## ${title}\n`);
  const [text = ''] = part.split(/^## /m);
  const blocks = [...text.matchAll(/^```.*\n([\s\S]*?)^```$/gm)].map(([, block]) => block!);
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '');
  return { blocks, named: [...prose.matchAll(/`([^`]+)`/g)].map(([, name]) => name!) };
}

/** What the shell says when it waits for a command. */
export const PROMPT = 'ready>';
/** A machine with other work may be slow. */

/** Where a reader of the README types, on a machine of their own. */
interface ReadmeShell {
  readonly terminal: Terminal;
  /** Waits until the last command has ended. */
  ready(): Promise<void>;
  /** Types a command when the last one has ended, and waits until it runs. */
  run(command: string): Promise<void>;
  /** Waits until what is typed is no longer shown, as when a command asks for a password. */
  hidesTyping(): Promise<void>;
  /** The home folder. */
  readonly home: string;
}

/**
 * Opens bash in a home folder below `folder` where nothing is installed but the built program, without XDG folders of its
 * own, as most people have it.
 */
export function openReadmeShell(folder: string, extra: Record<string, string> = {}): ReadmeShell {
  const { XDG_CONFIG_HOME: _c, XDG_DATA_HOME: _d, XDG_STATE_HOME: _s, ...env } = deskEnvironment(folder, extra);
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  writeFileSync(join(programs, 'frontdesk'), `#!/bin/sh\nexec node '${launcher}' "$@"\n`, { mode: 0o755 });
  const terminal = openTerminal({
    command: '/bin/bash',
    args: ['--norc', '--noprofile'],
    env: { ...env, PATH: `${programs}:${env.PATH}`, PS1: PROMPT },
    columns: 120,
    rows: 36,
  });
  const lastLine = () => terminal.screen().findLast(line => line.trim() !== '');
  const isReady = () => lastLine()?.trim() === PROMPT && terminal.children().length === 0;
  const ready = () => terminal.until(isReady, 'the prompt');
  const run = async (command: string): Promise<void> => {
    await ready();
    terminal.type(`clear; ${command}`);
    terminal.press('enter');
    await terminal.until(() => terminal.children().length > 0, command);
  };
  return { terminal, ready, run, hidesTyping: () => hidesTyping(terminal), home: env.HOME! };
}

/** Waits until what is typed is no longer shown, as when a command asks for a password. */
export function hidesTyping(terminal: Terminal): Promise<void> {
  const device = readlinkSync(`/proc/${terminal.pid}/fd/0`);
  const isHidden = () => / -echo /.test(execFileSync('stty', ['-a', '-F', device], { encoding: 'utf8' }));
  return terminal.until(isHidden, 'typing that is not shown');
}
