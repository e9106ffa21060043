import { readdirSync } from 'node:fs';

/** The names in a folder of attachments, without the marks that help centers keep there of themselves. */
export function attachmentFiles(folder: string): string[] {
  return readdirSync(folder).filter(name => !/^(?:owner|files-of)-/.test(name));
}
