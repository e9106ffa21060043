/** The places to which the desk can go after a reply. */
export const AFTER_SENDING = ['stay', 'next', 'list'] as const;

export type AfterSending = (typeof AFTER_SENDING)[number];
