/** Text as it is searched: without case and accents. */
export const searchKey = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();

/** Text as names are compared: without case. */
export const nameKey = (text: string): string => text.normalize('NFC').toLowerCase();
