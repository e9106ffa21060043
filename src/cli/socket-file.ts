import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { secretPath } from './dial-names.ts';
import { writePrivate } from './private-file.ts';

/**
 * Makes room for a socket: removes one without a listener. Returns its new secret; undefined if another `serve` listens
 * there.
 */
export async function prepareSocket(path: string): Promise<string | undefined> {
  const isSocket = lstatSync(path, { throwIfNoEntry: false })?.isSocket() === true;
  if (isSocket && (await isListenedAt(path))) return undefined;
  if (isSocket) rmSync(path);
  const secret = randomBytes(32).toString('hex');
  writePrivate(secretPath(path), `${secret}\n`);
  return secret;
}

/** The bit of a folder that gives its group to all that is made in it. */
const SETGID = 0o2000;

/** Lets this user alone connect; in a folder that passes its group on, the members of that group too. */
export function closeSocketToOthers(path: string): void {
  const isShared = (statSync(dirname(path)).mode & SETGID) !== 0;
  if (isShared) chmodSync(secretPath(path), 0o640);
  chmodSync(path, isShared ? 0o660 : 0o600);
}

function isListenedAt(path: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect({ path });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
