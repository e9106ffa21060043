import { readFileSync } from 'node:fs';
import type { KeptFrame } from './frame-file.ts';
import { tokenMark } from './token-mark.ts';
import { isAsBefore } from './witness.ts';

/** After this time nobody knows the frame any more. */
const MAX_AGE_MS = 30 * 24 * 3_600_000;

type Claims = Pick<KeptFrame, 'asOf' | 'witnesses' | 'token'>;

/** Whether a start with this environment may show a frame: it is of the same agent, settings and database. */
export function isStillTrue({ asOf, witnesses, token }: Claims, environment: NodeJS.ProcessEnv, now: number): boolean {
  const ageMs = now - asOf;
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
