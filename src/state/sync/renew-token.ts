import type { Desk } from '../context.ts';
import { signIn } from './sign-in.ts';

/**
 * Goes on by itself with a newer token of the same agent, if the help center no longer takes this one and its source
 * gives another by then. Asks the source once each time that the desk is signed out. Returns a function that stops it.
 */
export function renewToken(desk: Desk): () => void {
  return desk.store.subscribe((world, before) => {
    const isOut = world.offline?.why === 'signedOut';
    if (isOut && before.offline?.why !== 'signedOut') void renew(desk);
  });
}

/** If that fails, the notice that the agent is signed out says how to sign in. */
async function renew(desk: Desk): Promise<void> {
  const holder = desk.token;
  try {
    const token = await holder?.renew?.();
    if (holder && token !== undefined) await signIn(desk, holder, { token });
  } catch {
    // The source cannot be read now.
  }
}
