import { passedThrough } from './passthrough.ts';

/** The ways in which a terminal can ring. The numbers are those of the sequences that show a notification. */
export const BELLS = ['none', 'bell', 'osc9', 'osc99', 'osc777'] as const;
export type Bell = (typeof BELLS)[number];

const BEL = '\x07';
/** Nothing of a mail is in it: others may look at the screen, and customers choose their words. */
const WORDS = 'A customer wrote';
const NOTIFICATIONS = {
  osc9: `\x1b]9;frontdesk: ${WORDS}\x1b\\`,
  osc99: `\x1b]99;;frontdesk: ${WORDS}\x1b\\`,
  osc777: `\x1b]777;notify;frontdesk;${WORDS}\x1b\\`,
} as const;

/** The bytes that ring. The Linux console would print a notification, so it gets the bell. */
export function ringBytes(bell: Exclude<Bell, 'none'>, env: Readonly<Record<string, string | undefined>>): string {
  return bell === 'bell' || env.TERM === 'linux' ? BEL : passedThrough(NOTIFICATIONS[bell], env);
}
