/** How much line mode says, from the least on. */
export const SPEAKS = ['short', 'usual', 'full'] as const;
export type Speak = (typeof SPEAKS)[number];
