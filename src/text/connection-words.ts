const UNKNOWN = 'is signed by an authority that this machine does not know';

/** Why the certificate of a server is not trusted, by Node's code. */
export const CERTIFICATE_WORDS: ReadonlyMap<string, string> = new Map([
  ['CERT_HAS_EXPIRED', 'has expired'],
  ['CERT_NOT_YET_VALID', 'is not valid yet'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'is signed by itself alone'],
  ['SELF_SIGNED_CERT_IN_CHAIN', UNKNOWN],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', UNKNOWN],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', UNKNOWN],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'belongs to another server'],
]);

/** The remedy for a certificate that is not trusted. */
export const CERTIFICATE_CURE = 'Check the address, or name a file with its authority by ca_file in the settings.';

/**
 * The words for a lost connection, by the code of the system or of TLS, without a full stop; undefined for a code that
 * needs no other words. `host` may have a port, to tell it from others.
 */
export function connectionWords(code: string, host: string, port?: number): string | undefined {
  const certificate = CERTIFICATE_WORDS.get(code);
  if (certificate !== undefined) return `The certificate of ${host} ${certificate}`;
  const name = port === undefined ? host.replace(/:\d+$/, '') : host;
  if (code === 'ENOTFOUND') return `There is no server with the name ${name}`;
  if (code === 'EAI_AGAIN') return `The name ${name} cannot be looked up now`;
  if (code !== 'EPROTO' && !code.startsWith('ERR_SSL')) return undefined;
  return `${host} does not speak TLS${port === undefined ? '' : ` on port ${port}`}`;
}
