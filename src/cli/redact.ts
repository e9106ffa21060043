/** Takes secrets out of text that is kept or shown: bearer tokens, passwords in addresses, and the values handed in. */
export const redact = (text: string, secrets: readonly (string | undefined)[] = []): string => {
  let clean = text
    .replace(/(bearer\s+)[^\s"',;]+/gi, '$1[redacted]')
    .replace(/(\b\w+:\/\/[^\s:@/]*:)[^\s@/]+@/g, '$1[redacted]@')
    .replace(/("?(?:password|access_token|token|authorization)"?\s*[:=]\s*"?)[^\s"',;}]+/gi, '$1[redacted]');
  for (const secret of secrets) if (secret) clean = clean.replaceAll(secret, '[redacted]');
  return clean;
};
