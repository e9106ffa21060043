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
