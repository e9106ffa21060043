/** The line above a signature, by which mail programs know it. */
export const SIGNATURE_LINE = '-- ';

/** A signature without the line that many people begin it with; empty if nothing else is in it. */
export function signatureText(written: string): string {
  return written.replace(/^\s*--[^\S\n]*(?:\n|$)/, '').trimEnd();
}
