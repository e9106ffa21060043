declare module 'mailauth/lib/tools.js' {
  import type { KeyObject } from 'node:crypto';

  /** A public key, and the facts of its record. */
  export interface ImportedKey {
    publicKey: string | KeyObject;
  }

  /** Imports the keys that a resolver finds, each once. */
  export interface KeyCache {
    get(type: string, name: string, minBits: number | undefined, options: object): Promise<ImportedKey>;
  }

  export function createKeyCache(resolver: (name: string) => Promise<string[][]>): KeyCache;

  /** Returns false if no domain of the list shares the organisational domain (public suffix list). */
  export function getAlignment(fromDomain: string, domains: readonly string[]): unknown;
}

declare module 'mailauth/lib/dkim/dkim-verifier.js' {
  import type { DKIMResult, DKIMVerifyOptions } from 'mailauth';
  import type { KeyCache } from 'mailauth/lib/tools.js';

  /** The writable end of `dkimVerify`. Its steps, in their order: the header once, pieces of the body, the end once. */
  export class DkimVerifier {
    constructor(options: DKIMVerifyOptions);
    /** Takes the header with CRLF at its line ends, and the empty line. */
    emitHeaders(header: Buffer): Promise<void>;
    /** Takes a piece of the body with CRLF at its line ends. */
    nextChunk(piece: Buffer): Promise<void>;
    /** Checks the signatures. */
    finalChunk(): Promise<void>;
    /** The addresses of the From fields. */
    readonly headerFrom: readonly string[];
    readonly results: readonly DKIMResult[];
    /** Where it takes keys from. */
    keyCache: KeyCache;
  }
}
