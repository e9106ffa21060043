import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { droppedPaths } from '../../../src/state/files/dropped-paths.ts';

test.each([
  ['/home/ana/invoice.pdf', ['/home/ana/invoice.pdf']],
  ["'/home/ana/my invoice.pdf' ", ['/home/ana/my invoice.pdf']],
  ['"/home/ana/my invoice.pdf"', ['/home/ana/my invoice.pdf']],
  ['/home/ana/my\\ invoice.pdf', ['/home/ana/my invoice.pdf']],
  ["'/home/ana/it'\\''s.pdf'", ["/home/ana/it's.pdf"]],
  ["'/a b.pdf' /c.pdf", ['/a b.pdf', '/c.pdf']],
  ['file:///home/ana/my%20invoice%C3%A9.pdf', ['/home/ana/my invoiceé.pdf']],
  ['file://localhost/a.pdf', ['/a.pdf']],
  ['file://elsewhere/a.pdf', ['file://elsewhere/a.pdf']],
  ['file:///%ff.pdf', ['file:///%ff.pdf']],
  ["'/without an end", ['/without an end']],
  ['/at the end\\', ['/at', 'the', 'end']],
  ["''", ['']],
  ['  ', []],
])('%s names %j', (text, paths) => {
  expect(droppedPaths(text)).toEqual(paths);
});

test('any path that a shell quotes comes back', () => {
  const quoted = (path: string) => `'${path.replaceAll("'", "'\\''")}'`;
  const paths = fc.array(fc.string({ minLength: 1 }).filter(path => !path.startsWith('file:')));
  fc.assert(
    fc.property(paths, all => {
      expect(droppedPaths(all.map(quoted).join(' '))).toEqual(all);
    }),
  );
});
