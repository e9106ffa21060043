import type { SafeText } from '../../text/safe.ts';

/** An attachment on its way to the disk. */
export interface AttachmentSave {
  readonly id: number;
  readonly name: SafeText;
  /** In bytes, as the help center says it; null if it does not. */
  readonly size: number | null;
  /** Where it is saved, as the agent typed it; null: in a private folder, and then it is opened. */
  readonly folder: string | null;
}
