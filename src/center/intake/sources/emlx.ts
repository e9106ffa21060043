import type { ArchiveMark } from '../mime/archive-mark.ts';

/** The first line of an `.emlx` file of Apple Mail: the number of bytes of the mail after it. */
const LENGTH = /^(\d{1,10})[ \t]*\r?\n/;

/** The length of the mail and of the line before it; undefined if it is no such file. */
export function emlxLength(text: string): { readonly skip: number; readonly length: number } | undefined {
  const found = LENGTH.exec(text);
  return found ? { skip: found[0].length, length: Number(found[1]) } : undefined;
}

/** The bits of its flags. */
const FLAGS: readonly (readonly [bit: number, mark: ArchiveMark])[] = [
  [1, 'deleted'],
  [6, 'draft'],
  [24, 'spam'],
];

/** What the property list after the mail says of it. */
export function marksOfEmlx(properties: string): readonly ArchiveMark[] {
  const found = /<key>flags<\/key>\s{0,20}<integer>(\d{1,18})<\/integer>/.exec(properties)?.[1];
  const flags = BigInt(found ?? 0);
  return FLAGS.flatMap(([bit, mark]) => ((flags >> BigInt(bit)) & 1n ? [mark] : []));
}
