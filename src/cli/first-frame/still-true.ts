import { readPrivate } from '../private-file.ts';
import type { KeptFrame } from './frame-file.ts';
import { isAsBefore, tokenMark } from './witness.ts';

type Claims = Pick<KeptFrame, 'asOf' | 'until' | 'witnesses' | 'token'>;

/** Whether a start with this environment may show a frame: it is of the same agent, settings and database. */
export function isStillTrue(claims: Claims, environment: NodeJS.ProcessEnv, now: number): boolean {
  const { asOf, until, witnesses, token } = claims;
  return now >= asOf && now < until && witnesses.every(isAsBefore) && isSameToken(token, environment);
}

function isSameToken(token: KeptFrame['token'], { FRONTDESK_TOKEN = '' }: NodeJS.ProcessEnv): boolean {
  if (token === null) return true;
  const told = token.file === undefined ? FRONTDESK_TOKEN : tokenIn(token.file);
  return tokenMark(told.trim()) === token.hash;
}

function tokenIn(path: string): string {
  try {
    return readPrivate(path, { isNamed: true });
  } catch {
    return '';
  }
}
