import { mkdirSync, rmSync } from 'node:fs';
import type { Center } from '../../../../src/center/center.ts';
import { type BackupOptions, backUp } from '../../../../src/center/database/backup/write.ts';

/** Makes a backup of a help center, with a scratch place in the folder. */
export function saveTo(
  { store, files }: Pick<Center['context'], 'store' | 'files'>,
  options: Partial<BackupOptions> & Pick<BackupOptions, 'folder' | 'now'>,
) {
  const scratch = `${options.folder}-scratch`;
  mkdirSync(scratch, { recursive: true });
  return backUp(store, files, { scratch, program: '1.2.3', ...options }).finally(() =>
    rmSync(scratch, { recursive: true }),
  );
}

/** Stores an attachment with this text. Returns its hash. */
export async function attachTo(center: Center, text: string): Promise<string> {
  const incoming = await center.context.files.receive();
  await incoming.write(Buffer.from(text));
  const { hash, size } = await incoming.finish();
  const row = { name: 'a.txt', content_type: 'text/plain', size, hash, agent_id: null, created_at: 1 };
  await center.write(({ db }) => db.insertInto('attachment').values(row).execute());
  return hash;
}
