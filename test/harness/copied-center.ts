import { copyFileSync, cpSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Copies the file of a help center to another folder, with the attachments: without their mark it is not opened there. */
export function copyCenter(from: string, to: string): void {
  copyFileSync(from, to);
  cpSync(join(dirname(from), 'attachments'), join(dirname(to), 'attachments'), { recursive: true });
}
