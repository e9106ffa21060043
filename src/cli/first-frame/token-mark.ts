import { hash } from 'node:crypto';

/** Tells whether two tokens are the same, without the token. */
export function tokenMark(token: string): string {
  return hash('sha256', `first frame:${token}`).slice(0, 32);
}
