import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '../../../client/client.ts';
import { type AttachedFile, MAX_ATTACHED_BYTES } from '../../../state/files/attached-file.ts';
import { mediaType } from '../../../state/files/media-type.ts';
import { createCopies } from '../../desk/copies.ts';
import { exitCode, ShellError } from '../../shell-error.ts';

/** Files that go with a note or a reply: private copies from when the command began. */
export interface Attaching {
  readonly files: readonly AttachedFile[];
  /** Uploads them; `key` makes each one attachment, however often it is tried. Returns them with their ids. */
  upload(client: Client, key: string): Promise<readonly AttachedFile[]>;
  /** Removes the copies. */
  close(): void;
}

/** Copies the files at these paths. One that cannot be attached ends the command before anything is done. */
export async function attachFiles(paths: readonly string[]): Promise<Attaching> {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-'));
  const close = () => rmSync(folder, { recursive: true, force: true });
  const copies = createCopies(folder, () => undefined);
  const files: AttachedFile[] = [];
  try {
    for (const path of paths) {
      const taken = files.reduce((sum, { size }) => sum + size, 0);
      files.push(...(await copies.take(path, MAX_ATTACHED_BYTES - taken)));
    }
  } catch (error) {
    close();
    throw error instanceof Error ? new ShellError(`${error.message} Nothing was done.`, exitCode.failed) : error;
  }
  const upload = async (client: Client, key: string): Promise<readonly AttachedFile[]> => {
    const uploaded: AttachedFile[] = [];
    for (const file of files) {
      const { name, size, copy } = file;
      const body = { name, type: mediaType(name), size, read: () => copies.read(file) };
      const { data } = await client.attachment.create({ body, key: `${key}-${copy}` });
      if (data === null) throw new ShellError(`${name}: it is not known whether it was uploaded.`, exitCode.failed);
      uploaded.push({ ...file, attachmentId: data.id });
    }
    return uploaded;
  };
  return { files, upload, close };
}
