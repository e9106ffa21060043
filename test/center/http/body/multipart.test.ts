import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PartHead, readForm } from '../../../../src/center/http/body/upload.ts';
import { Problem } from '../../../../src/center/model/problem.ts';
import { runs } from '../../../harness/full.ts';

function disposition(name: string) {
  return `Content-Disposition: form-data; name="${name}"; filename="a"\r\n`;
}

const inPieces = async function* (bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
};

const quiet = { part: () => undefined, data: () => undefined };

test('a form of any bytes is read to its end or refused', async () => {
  const snippets = [
    '--B',
    '\r\n--B',
    '--B--',
    '\r\n--B--\r\n',
    '\r\n',
    '\r\n\r\n',
    '-',
    ': ',
    'x',
    '\u0000',
    'é',
    ' folded',
    disposition('file'),
    disposition('other'),
    'Content-Disposition: attachment\r\n',
    'Content-Disposition: form-data; name="a\nb"\r\n',
    'Content-Type: text/plain; charset="\\\r\n',
    `X: ${'y'.repeat(20_000)}\r\n`,
    'z'.repeat(70_000),
  ];
  const forms = fc.array(fc.constantFrom(...snippets), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(forms, fc.constantFrom(1_000, 65_536, 7), fc.boolean(), async (parts, size, isWhole) => {
      const bytes = Buffer.from(isWhole ? `--B\r\n${parts.join('')}\r\n--B--` : parts.join(''));
      const end = await readForm('B', inPieces(bytes, bytes.length > 5_000 ? 1_000 : size), quiet).catch(
        error => error,
      );
      if (end !== undefined) expect(end).toBeInstanceOf(Problem);
    }),
    { numRuns: runs(300), seed: 2 },
  );
});

test('parts larger than the buffer are passed on one after the other', async () => {
  const form = ['one', 'two', 'three'].map(name => `--B\r\n${disposition(name)}\r\n${name[0]!.repeat(300_000)}\r\n`);
  const seen: { readonly name: string; size: number }[] = [];
  await readForm('B', inPieces(Buffer.from(`${form.join('')}--B--`), 200_000), {
    part: async ({ name }: PartHead) => {
      await new Promise(resolve => setTimeout(resolve, 5));
      seen.push({ name, size: 0 });
    },
    data: async chunk => {
      await new Promise(resolve => setTimeout(resolve, 1));
      expect(Buffer.from(chunk).toString()).toBe(seen.at(-1)!.name[0]!.repeat(chunk.length));
      seen.at(-1)!.size += chunk.length;
    },
  });
  expect(seen).toEqual(['one', 'two', 'three'].map(name => ({ name, size: 300_000 })));
});

test.for(['part', 'data'] as const)(
  'an error at the %s of a form ends the reading with that error, and no more bytes are read',
  async where => {
    const full = new Error('no room on the disk');
    let asked = 0;
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from(`--B\r\n${disposition('file')}\r\n`);
      for (; asked < 100; asked += 1) yield Buffer.alloc(65_536);
    };
    const fails = async () => {
      throw full;
    };
    await expect(readForm('B', endless(), { ...quiet, [where]: fails })).rejects.toBe(full);
    expect(asked).toBeLessThan(5);
  },
);

test.for(['a"b\\c', 'two words', "'()+_,-./:=?"])('a boundary such as %j is found', async given => {
  const seen: string[] = [];
  const bytes = Buffer.from(`--${given}\r\n${disposition('file')}\r\nx\r\n--${given}--`);
  await readForm(given, inPieces(bytes, 10), { ...quiet, part: ({ name }) => void seen.push(name) });
  expect(seen).toEqual(['file']);
});
