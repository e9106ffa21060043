import { connect } from 'node:net';
import { type LmtpAddress, lmtpName } from './lmtp-address.ts';

/** Who listens at the address for LMTP. */
export type LmtpSeen = 'frontdesk' | 'nobody' | 'another program';

const ANSWER_MS = 2_000;

/** Asks who listens there. Never rejects. */
export function checkLmtp(address: LmtpAddress): Promise<LmtpSeen> {
  return new Promise(resolve => {
    const socket = 'path' in address ? connect(address.path) : connect(address);
    const end = (seen: LmtpSeen) => {
      socket.destroy();
      resolve(seen);
    };
    socket.setTimeout(ANSWER_MS, () => end('another program'));
    socket.once('error', () => end('nobody'));
    socket.once('data', greeting => end(/\bfrontdesk\b/.test(String(greeting)) ? 'frontdesk' : 'another program'));
  });
}

/** The same as a sentence, and whether it is a trouble. */
export function lmtpSentence(
  address: LmtpAddress,
  seen: LmtpSeen,
): { readonly text: string; readonly isGood: boolean } {
  const at = `LMTP ${lmtpName(address)}`;
  if (seen === 'frontdesk') return { text: `${at}: good, frontdesk takes mail there.`, isGood: true };
  if (seen === 'nobody')
    return { text: `${at}: nobody listens there until frontdesk serve or the desk runs.`, isGood: true };
  return { text: `${at}: another program listens there. Choose another address.`, isGood: false };
}
