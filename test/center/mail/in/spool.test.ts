import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { spool } from '../../../../src/center/mail/in/spool.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';

async function* inPieces(raw: Buffer) {
  for (let at = 0; at < raw.length; at += 65_536) yield raw.subarray(at, at + 65_536);
}

test.for([1_000, 256 * 1_024, 256 * 1_024 + 1, 3_000_000])(
  'a mail of %i bytes that is arriving is whole, and leaves no name in the temporary folder',
  async size => {
    const folder = temporaryFolder();
    vi.stubEnv('TMPDIR', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const raw = randomBytes(size);
    const mail = await spool(inPieces(raw));
    expect([mail.size, mail.isLarge, readdirSync(folder)]).toEqual([size, size > 256 * 1_024, []]);
    expect(gunzipSync(await mail.packed()).equals(raw)).toBe(true);
    await mail.discard();
  },
);
