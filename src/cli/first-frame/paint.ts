import { readFileSync } from 'node:fs';
import { openEarlyTerminal } from '../../terminal/early-terminal.ts';
import { checkTerminal } from '../../terminal/tty.ts';
import { paths } from '../paths.ts';
import type { FirstFrame } from '../shell.ts';
import { setTimer } from '../timer.ts';
import { framePath, type KeptFrame, readFrame } from './frame-file.ts';
import { startKey } from './start-key.ts';
import { tokenMark } from './token-mark.ts';
import { isAsBefore } from './witness.ts';

/** After this time nobody knows the frame any more. */
const MAX_AGE_MS = 30 * 24 * 3_600_000;

/**
 * Paints the frame that the last desk with these arguments left, before anything else is loaded. Undefined, and nothing
 * is written, if there is none or if anything that it depends on has changed.
 */
export function paintFirstFrame(args: readonly string[]): FirstFrame | undefined {
  // A word is a command, and most arguments that print something are words or are never kept.
  if (/^\w/.test(args[0] ?? '-')) return undefined;
  const { env: environment } = process;
  const path = framePath(paths.state(), startKey({ args, environment, folder: process.cwd() }));
  const frame = readFrame(path);
  if (frame === undefined || !isValid(frame, environment)) return undefined;
  const { stdin, stdout } = process;
  if (!checkTerminal(environment, stdin, stdout).ok) return undefined;
  if (stdout.columns !== frame.columns || stdout.rows !== frame.rows) return undefined;
  return { terminal: openEarlyTerminal(frame, { process, setTimer, stdin, stdout }), aim: frame.aim };
}

function isValid({ asOf, witnesses, token }: KeptFrame, environment: NodeJS.ProcessEnv): boolean {
  const ageMs = Date.now() - asOf;
  return ageMs >= 0 && ageMs < MAX_AGE_MS && witnesses.every(isAsBefore) && isSameToken(token, environment);
}

function isSameToken(token: KeptFrame['token'], { FRONTDESK_TOKEN = '' }: NodeJS.ProcessEnv): boolean {
  if (token === null) return true;
  const told = token.file === undefined ? FRONTDESK_TOKEN : textOf(token.file);
  return tokenMark(told.trim()) === token.hash;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
