/** The user and the token that a client sends by XOAUTH2 or OAUTHBEARER (RFC 7628). */
export function tokenSent(encoded: string): { readonly user: string; readonly token: string } {
  const words = Buffer.from(encoded, 'base64').toString();
  const user = /^(?:user=|n,a=)([^,\x01]*)/.exec(words)?.[1] ?? '';
  return { user, token: /\x01auth=Bearer ([^\x01]*)\x01\x01$/.exec(words)?.[1] ?? '' };
}

/** What a server says, encoded, before it refuses a token. */
export const TOKEN_REFUSAL = Buffer.from('{"status":"invalid_token","schemes":"bearer"}').toString('base64');
