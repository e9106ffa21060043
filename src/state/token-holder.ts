import type { Client } from '../client/client.ts';
import type { SafeText } from '../text/safe.ts';

/** The desk's token for a help center elsewhere, which can be replaced while the desk runs. */
export interface TokenHolder {
  /** Where the next start reads it, for a person: `FRONTDESK_TOKEN`. */
  readonly source: SafeText;
  /** A client with another token, which the desk does not use yet. */
  clientWith(token: string): Client;
  /** Uses this token from now on. */
  take(token: string): void;
  /** Writes the present token where the next start reads it; throws the reason. Absent if it is not in a file. */
  keep?(): void;
  /** That is a file of the desk's own: nobody is asked before. */
  readonly isOwnFile?: true;
  /** Reads the token anew where it comes from; undefined if that still gives the same. */
  renew?(): Promise<string | undefined>;
}
