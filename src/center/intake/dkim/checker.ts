import { memoize } from '../../model/memoize.ts';
import { isLarge } from '../release.ts';
import type { Signatures } from './check.ts';
import type { FoundKeys } from './kept-keys.ts';
import { sift, signatureKeyNames, topmostResultsOf } from './sift.ts';

/** The state of a mail's signatures after the first look. */
export interface SignatureState {
  /** The results; absent if the keys of these names are needed first. */
  readonly signatures?: Signatures | undefined;
  readonly keyNames: readonly string[];
  readonly topmostResults: string | undefined;
}

/** Checks signatures, and keeps the keys for the next mails. Times are in milliseconds. */
export interface Checker {
  /** Checks them at once if their keys are kept at `now`. */
  checkNow(mail: Buffer, now: number, arrivedAt: number): Promise<SignatureState>;
  check(mail: Buffer, keys: FoundKeys, arrivedAt: number): Promise<Signatures>;
}

export function createChecker(): Checker {
  // They bring the verifier.
  const load = memoize(async () => {
    const [{ checkSignatures }, { createKeptKeys }] = await Promise.all([
      import('./check.ts'),
      import('./kept-keys.ts'),
    ]);
    return { checkSignatures, kept: createKeptKeys() };
  });
  return {
    checkNow: async (mail, now, arrivedAt) => {
      const sifted = await sift(mail);
      const told = { keyNames: signatureKeyNames(sifted), topmostResults: topmostResultsOf(sifted) };
      if (sifted.none) return { ...told, signatures: { from: [], checked: [], none: sifted.none } };
      // Those of a large one may take so long that the mail could not be read.
      if (isLarge(mail.length)) return told;
      const { checkSignatures, kept } = await load();
      if (!kept.hasAll(told.keyNames, now)) return told;
      return { ...told, signatures: await checkSignatures(mail, sifted, kept, arrivedAt) };
    },
    check: async (mail, keys, arrivedAt) => {
      const sifted = await sift(mail);
      const { checkSignatures, kept } = await load();
      kept.keep(signatureKeyNames(sifted), keys);
      return checkSignatures(mail, sifted, kept, arrivedAt);
    },
  };
}
