import type { CenterFlags } from '../../elsewhere/center-flags.ts';
import type { OutputFlags } from '../../output/flags.ts';

/** The flags of a command that lists. */
export type ListingFlags = CenterFlags & OutputFlags;

/** The flags of a command that changes something. */
export type ChangingFlags = ListingFlags & { readonly dryRun?: boolean };
